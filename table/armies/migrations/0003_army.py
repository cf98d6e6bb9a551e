"""Every game has armies; a warband is what one of them calls its own."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("armies", "0002_name_length"),
    ]

    operations = [
        migrations.RenameModel("Warband", "Army"),
        migrations.AlterModelOptions(
            "army",
            options={
                "ordering": ["-changed", "-pk"],
                "verbose_name": "army",
                "verbose_name_plural": "armies",
            },
        ),
        migrations.AlterField(
            "army",
            "owner",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="armies",
                to=settings.AUTH_USER_MODEL,
                verbose_name="owner",
            ),
        ),
    ]
