"""Pool conversations: over a split, within conversation types, within speaker-gender pairings.

Counts add up and latencies are concatenated in the order of the conversations; rates are never
averaged. PROTOCOL section 5.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.dialogue.protocol import TASKS, Task
from viewer.scoring.outcomes import Score, Scored, pool


def pool_by(scored: Scored, groups: Sequence[str]) -> dict[str, dict[Task, Score]]:
    """Pool a scored submission within groups.

    Parameters
    ----------
    scored
        The scored submission, ``n`` conversations.
    groups
        Group name of each conversation, length ``n``.

    Returns
    -------
    dict
        ``group -> task -> score``; groups in the order of their first conversation.

    Raises
    ------
    ValueError
        If there is not one group name per conversation.

    References
    ----------
    PROTOCOL section 5, end.

    Examples
    --------
    >>> from viewer.dialogue.decisions import Submission
    >>> from viewer.scoring import pack_gold, score_submission
    >>> pool_by(score_submission(pack_gold([]), Submission({})), [])
    {}
    """
    rows: dict[str, list[int]] = {}
    for row, (_, group) in enumerate(zip(scored.conversation_ids, groups, strict=True)):
        rows.setdefault(group, []).append(row)
    return {
        group: {task: pool([scored.score(row, task) for row in members]) for task in TASKS}
        for group, members in rows.items()
    }
