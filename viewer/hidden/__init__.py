"""HIDDEN LABELS: the only room that reads them, and what little leaves it.

`score_hidden` gives one pooled, rounded reply for a whole submission; `for_owner` opens a corpus for the
commands of whoever owns the labels. Nothing else of the house calls `Split.unsealed`. DATA section 6.
"""

from viewer.hidden.owner import for_owner
from viewer.hidden.reply import HiddenReply, HiddenScore, least_decisions
from viewer.hidden.scoring import score_hidden

__all__ = ["HiddenReply", "HiddenScore", "for_owner", "least_decisions", "score_hidden"]
