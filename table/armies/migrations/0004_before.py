"""A list remembers what it was before, so that a step in the builder may be taken back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("armies", "0003_army")]

    operations = [
        migrations.AddField("army", "before", models.JSONField(blank=True, default=list)),
    ]
