"""AUDIT: the desk without its page; questions, verdicts over the journal, and what they move."""

from viewer.audit.corrected_split import CorrectedSplit
from viewer.audit.desk import Desk, answer_key, require_desk, require_writable_mode
from viewer.audit.effects import Effect, Effects, GoldChange, Moved, gold_changes
from viewer.audit.outcome_changes import Judged, OutcomeChange, outcome_changes
from viewer.audit.questions import PAIRS, Kind, Question, Queue
from viewer.audit.queues import SPOT_CHECKS, narrowed, questions, spot_checks
from viewer.audit.reviewers import ReviewerAgreement, progress, reviewer_agreement

__all__ = [
    "PAIRS",
    "SPOT_CHECKS",
    "CorrectedSplit",
    "Desk",
    "Effect",
    "Effects",
    "GoldChange",
    "Judged",
    "Kind",
    "Moved",
    "OutcomeChange",
    "Question",
    "Queue",
    "ReviewerAgreement",
    "answer_key",
    "gold_changes",
    "narrowed",
    "outcome_changes",
    "progress",
    "questions",
    "require_desk",
    "require_writable_mode",
    "reviewer_agreement",
    "spot_checks",
]
