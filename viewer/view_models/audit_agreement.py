"""How far annotators agree, in the split and in the dialogue that is shown."""

from __future__ import annotations

from typing import Any

from viewer.audit import PAIRS
from viewer.corpus.agreement import Agreement, AgreementCounts, count_agreement, pool_agreement
from viewer.view_models.formats import DASH
from viewer.workspace import SplitWork


def _counts(work: SplitWork, conversation_id: str) -> AgreementCounts:
    key = ("audit agreement", conversation_id)
    return work.kept(key, lambda: count_agreement(work.conversations[conversation_id]))


def agreement_rows(work: SplitWork, conversation_id: str) -> dict[str, Any]:
    """Return kappas and boundary F1 of what annotators labelled: the split's, and the dialogue's.

    References
    ----------
    PROTOCOL section 7, "Agreement".
    """
    names = list(work.conversations)
    split = work.kept(("audit agreement",), lambda: pool_agreement(_counts(work, name) for name in names))
    dialogue = pool_agreement([_counts(work, conversation_id)])
    return {
        "pairs": [
            {
                "title": " and ".join(both),
                "value": split.cohen_kappa[pair],
                "text": _value(split.cohen_kappa[pair]),
                "here": _value(dialogue.cohen_kappa[pair]),
            }
            for pair, both in PAIRS.items()
        ],
        "lines": [
            {"title": "All three, Fleiss’ kappa", **_both(split.fleiss_kappa, dialogue.fleiss_kappa)},
            {"title": "Boundary F1, mean of the pairs", **_both(_mean_f1(split), _mean_f1(dialogue))},
        ],
    }


def _mean_f1(found: Agreement) -> float | None:
    values = [value for value in found.boundary_f1_mean.values() if value is not None]
    return sum(values) / len(values) if values else None


def _both(split: float | None, dialogue: float | None) -> dict[str, str]:
    return {"text": _value(split), "here": _value(dialogue)}


def _value(value: float | None) -> str:
    return DASH if value is None else f"{value:.2f}"
