"""WHO COMES IN: what ``TURNBENCH_MODE`` asks of every request before any handler answers it."""
