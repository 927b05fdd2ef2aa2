"""How many conversations are drawn: the same few hundred in every run, new ones in the soak."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "every-run",
    max_examples=150,
    derandomize=True,
    deadline=None,  # the first example compiles the kernels
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("every-run")
