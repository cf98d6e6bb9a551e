"""Times the table's page in Chromium: `python -m scripts.bench.page [game] [as | hashed]`.

A skirmish of SAGA and a battle of The 9th Age with 443 models, on a desktop and on an emulated
phone (four times slower CPU), with files as they lie and as a public site serves them (hashed
names, compressed). Prints when the page is ready, from the first byte asked for, cold and warm,
requests and bytes; then the frame times of a pan, a zoom and a drag, and while somebody else moves.
Everything runs on one machine without a GPU: judge differences.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from scripts.bench._live_client import connect
from tests.table import services

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
SLOWER = {"desktop": 1, "phone": 4}
FILES = {"as they lie": {}, "hashed": {"STATIC_HASHED": "1"}}
LOADS = 3
MOVES = 90
AGAIN = range(3)
"""Each hand's work is done so often, and the best run told: others load this machine."""
LONG = 34
"""A frame that takes longer, ms, has missed its turn twice."""
PACE = 0.4
"""Seconds between the moves of somebody else."""

READY = """() => {
  const files = performance.getEntriesByType("resource");
  return [window.readyAt, files.length, files.reduce((sum, f) => sum + f.transferSize, 0)];
}"""
WATCH = """new MutationObserver((_, self) => {
  if (!document.documentElement.dataset.ready) return;
  window.readyAt = performance.now(); self.disconnect();
}).observe(document, {attributes: true, subtree: true, attributeFilter: ["data-ready"]})"""
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = (now) => { window.frames_.push(now - last); last = now; window.tick_ = requestAnimationFrame(tick); };
  window.tick_ = requestAnimationFrame(tick);
}"""  # noqa: E501
STOP = "() => { cancelAnimationFrame(window.tick_); return window.frames_.slice(2); }"
DRIVE = """async ([kind, x, y, count]) => {
  const vp = document.getElementById("vp"), times = [], script = [];
  const frame = () => new Promise(requestAnimationFrame);
  let last = await frame();
  for (let n = 0; n < count; n++) {
    const at = {clientX: x + n % 30 * 2, clientY: y - n % 20 * 2, bubbles: true, cancelable: true};
    const start = performance.now();
    vp.dispatchEvent(kind === "wheel"
      ? new WheelEvent("wheel", {...at, clientX: x, clientY: y, deltaY: n < count / 2 ? -40 : 40})
      : new PointerEvent(kind, {...at, pointerId: 1, pointerType: "mouse", buttons: 1}));
    script.push(performance.now() - start);
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return [times, script];
}"""
PLACE = """(name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
GROUND = """() => {
  const table = document.getElementById("vp").getBoundingClientRect();
  return [table.x + 40, table.y + 60];
}"""


Seen = tuple[list[float], list[float]]
"""How long frames took, and the script of each event, ms."""


@dataclass(frozen=True)
class Game:
    """A match to look at: how it is made, and what is taken hold of."""

    make: str
    unit: str


GAMES = {
    "saga": Game("skirmish()", "#models .unit.a:nth-of-type(2) .fld"),
    "ninth_age": Game("battle()", "#u-a05 .hull"),
}


def main() -> None:
    """Every game and screen, or those that are named."""
    named = set(sys.argv[1:])
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for key, game in GAMES.items():
            for how, more in FILES.items():
                if named and not {key, how.split()[0]} <= named:
                    continue
                for line in served(browser, game, more):
                    print(f"{key:9} {how:11} {line}", flush=True)
        browser.close()


def served(browser: Browser, game: Game, more: dict[str, str]) -> Iterator[str]:
    """The lines of one server."""
    with tempfile.TemporaryDirectory() as folder:
        if more:
            environ = services.environment(Path(folder), **more)
            services.manage(environ, "collectstatic", "--noinput", "--verbosity", "0")
        with services.server(Path(folder), **more) as server:
            code = f"from scripts.bench._tables import *; {game.make}"
            told = services.manage(server.environ, "shell", "--verbosity", "0", "-c", code)
            made = json.loads(told.rsplit("SETUP", 1)[1])
            for name, screen in SCREENS.items():
                context = partial(opened, browser, server.url, made["sessions"][0], screen)
                path = f"/match/{made['match']}/"
                for line in (*loads(context, path, name), *hands(context, path, name, game)):
                    yield f"{name:8} {line}"
            if made.get("script"):
                yield from watched(browser, server, made)


def opened(browser: Browser, url: str, session: str, screen: dict[str, Any]) -> BrowserContext:
    """A browser in which somebody has signed in."""
    context = browser.new_context(base_url=url, **screen)
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    context.add_init_script(WATCH)
    return context


def loads(context: Callable[[], BrowserContext], path: str, name: str) -> Iterator[str]:
    """How long the page takes to be ready, cold and warm."""
    found: dict[str, list[list[float]]] = {"cold": [], "warm": []}
    for _ in range(LOADS):
        here = context()
        for times in found.values():
            times.append(load(here, path, SLOWER[name]))
        here.close()
    for kind, times in found.items():
        ready, count, size = (statistics.median(all_) for all_ in zip(*times, strict=True))
        yield f"{kind:12} ready {ready:6.0f} ms, {count:.0f} requests, {size / 1024:.0f} kB"


def hands(context: Callable[[], BrowserContext], path: str, name: str, game: Game) -> Iterator[str]:
    """Frames while the table is panned and zoomed and a unit is dragged."""
    here = context()
    page = here.new_page()
    page.goto(path)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_timeout(1500)
    slow(here.new_cdp_session(page), SLOWER[name])
    # A phone opens close to the unit that comes first; a desktop shows the whole table.
    chosen = page.locator(".unit.sel .hull").count()
    unit = page.evaluate(PLACE, ".unit.sel .hull" if chosen else game.unit)
    yield told_best("drag", [pull(page, unit) for _ in AGAIN])
    page.keyboard.press("Digit0")
    yield told_best("pan", [pull(page, page.evaluate(GROUND)) for _ in AGAIN])
    page.keyboard.press("Digit0")
    yield told_best("zoom", [wheel(page) for _ in AGAIN])
    here.close()


def watched(browser: Browser, server: services.Server, made: dict[str, Any]) -> Iterator[str]:
    """Frames while somebody else moves unit after unit."""
    for name, screen in SCREENS.items():
        here = opened(browser, server.url, made["sessions"][0], screen)
        page = here.new_page()
        page.goto(f"/match/{made['match']}/")
        page.wait_for_selector("html[data-ready]")
        page.wait_for_timeout(1500)
        slow(here.new_cdp_session(page), SLOWER[name])
        half = len(made["script"]) // len(SCREENS)
        some, made["script"] = made["script"][:half], made["script"][half:]
        mover = Thread(target=lambda some=some: asyncio.run(move(server, made, some)))

        def wait(mover: Thread = mover, page: Page = page) -> None:
            mover.start()
            while mover.is_alive():
                page.wait_for_timeout(50)

        yield f"{name:8} {told_best('others move', [seen(page, wait)])}"
        here.close()


async def move(server: services.Server, made: dict[str, Any], some: list[Any]) -> None:
    """Answer one prompt after another, as quickly as a film is watched."""
    mover = await connect(
        server.port, f"/ws/match/{made['match']}/", made["sessions"][0], lambda *_: None
    )
    mover.send('{"type":"hello","protocol":1}')
    for number, (prompt, action) in enumerate(some):
        await asyncio.sleep(PACE)
        ref = f"{prompt}-{number}"
        mover.send(json.dumps({"type": "act", "ref": ref, "prompt": prompt, "action": action}))
    await asyncio.sleep(PACE)
    mover.transport.close()


def load(context: BrowserContext, path: str, slower: int) -> list[float]:
    """One load of the page: ms until ready, requests, bytes."""
    page = context.new_page()
    slow(context.new_cdp_session(page), slower)
    page.goto(path)
    page.wait_for_selector("html[data-ready]")
    found: list[float] = page.evaluate(READY)
    page.close()
    return found


def slow(session: CDPSession, times: int) -> None:
    """Make the page's CPU slower by a factor."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})


def pull(page: Page, start: tuple[float, float]) -> Seen:
    """Hold the button and move to and fro, a move a frame."""
    page.mouse.move(*start)
    page.mouse.down()
    found = driven(page, "pointermove", start)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(400)
    return found


def wheel(page: Page) -> Seen:
    """In and out again."""
    found = driven(page, "wheel", page.evaluate(PLACE, "#vp"))
    page.wait_for_timeout(400)
    return found


def driven(page: Page, kind: str, at: tuple[float, float]) -> Seen:
    """What one event a frame does; how long the frames took, and the script of each event."""
    times, script = page.evaluate(DRIVE, [kind, *at, MOVES])
    return times, script


def seen(page: Page, work: Callable[[], object]) -> Seen:
    """How long each frame took while something went on by itself."""
    page.evaluate(FRAMES)
    work()
    return page.evaluate(STOP), []


def told_best(what: str, runs: list[Seen]) -> str:
    """The run that others on this machine disturbed least."""
    frames, script = min(runs, key=lambda run: statistics.mean(run[0]))
    times = sorted(frames)
    late, longest = times[len(times) * 95 // 100], times[-1]
    over = sum(t > LONG for t in times)
    hand = f"; script {statistics.median(script):4.1f} ms an event" if script else ""
    return (
        f"{what:12} median {statistics.median(times):5.1f} ms, p95 {late:5.1f}, longest "
        f"{longest:5.1f}; {over} of {len(times)} frames over {LONG}{hand}"
    )


if __name__ == "__main__":
    main()
