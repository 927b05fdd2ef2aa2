"""Results that others have published for the benchmark's test split: references, never computed here.

PROTOCOL section 8: recall, fp rate and latency p50 (milliseconds) of both tasks.
"""

from __future__ import annotations

from dataclasses import dataclass

from viewer.dialogue.protocol import Task

TEST_DIALOGUES = 116
"""How many dialogues the test split has that these results were measured on (PROTOCOL section 1)."""


@dataclass(frozen=True, slots=True)
class Published:
    """One task's published numbers of one system."""

    system: str
    recall: float
    fp_rate: float
    p50_ms: float


_SYSTEMS = (
    ("OpenAI Realtime, server VAD", (0.955, 0.525, 282), (0.990, 0.458, 184)),
    ("VAP", (0.845, 0.055, 368), (0.945, 0.107, 994)),
    ("ESPnet turn-taking", (0.826, 0.078, 862), (0.573, 0.080, 210)),
    ("WavLM-Large (anchor)", (0.784, 0.039, 1187), (0.787, 0.120, 1092)),
    ("Mimi endpointer", (0.782, 0.078, 645), (0.899, 0.106, 1007)),
    ("Kyutai semantic VAD", (0.773, 0.059, 1007), (0.898, 0.081, 559)),
    ("Smart Turn v3", (0.752, 0.047, 1017), (0.107, 0.093, 159)),
    ("RMS VAD", (0.718, 0.632, -117), (0.996, 0.445, 123)),
    ("ESPnet, per channel", (0.711, 0.081, 730), (0.611, 0.135, 859)),
    ("WavLM-Large (causal)", (0.408, 0.054, 683), (0.637, 0.094, 832)),
    ("WavLM-Base (causal)", (0.403, 0.061, 701), (0.820, 0.111, 580)),
    ("OpenAI Realtime, semantic VAD", (0.303, 0.018, 793), (0.484, 0.271, 196)),
)


def published(task: Task) -> list[Published]:
    """Return the published results of a task, by recall, high first."""
    place = 1 if task is Task.EOT else 2
    rows = [Published(str(row[0]), *row[place]) for row in _SYSTEMS]
    return sorted(rows, key=lambda row: -row.recall)
