"""What is written down for good: in files that outlive the process and are shared by all of them."""

from viewer.journal.scorings import Counted, Scorings

__all__ = ["Counted", "Scorings"]
