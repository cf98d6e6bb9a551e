"""The channel layer between server processes: a quiet one stays alive."""

import asyncio

import pytest
from channels.layers import channel_layers, get_channel_layer
from django.conf import settings


@pytest.mark.services
async def test_a_hint_arrives_after_a_silence_longer_than_redis_pys_default(
    caplog: pytest.LogCaptureFixture,
) -> None:
    if not settings.REDIS_URL:
        pytest.skip("needs Redis")
    channel_layers.backends = {}
    layer = get_channel_layer()
    assert layer is not None
    channel = await layer.new_channel()
    await layer.group_add("matches", channel)
    await asyncio.sleep(5.6)
    await layer.group_send("matches", {"type": "hint", "match": "m1", "seq": 7})
    got = await asyncio.wait_for(layer.receive(channel), 2)
    assert got == {"type": "hint", "match": "m1", "seq": 7}
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    await layer.flush()
