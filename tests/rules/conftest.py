"""What the tests of rules share."""

from hypothesis import HealthCheck, settings

# A busy machine is no fault of the code: nothing here is timed, and one plan serves every run.
settings.register_profile(
    "rules", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rules")
