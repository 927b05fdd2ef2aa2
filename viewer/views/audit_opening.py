"""Opening the audit desk for a session: its desk and journal, and who sits at it."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.audit import Desk
from viewer.errors import TurnBenchError
from viewer.loaders.roles import Role
from viewer.view_models.audit_history import Recent
from viewer.view_models.audit_page import NO_ROLE, is_login, queue_of, team_roles
from viewer.view_models.audit_queue import asked
from viewer.view_models.audit_seat import Seat
from viewer.view_models.place import Place
from viewer.views.desk_service import Poll, shared_journal, shared_poll
from viewer.workspace import SplitWork


@dataclass
class Opened:
    """A desk, the poll of its journal, what was written last, how far was read when the desk was opened."""

    desk: Desk
    poll: Poll
    recent: Recent
    position: int


def open_desk(work: SplitWork, place: Place) -> Opened:
    """Open the desk of a split and find its questions; called in a thread.

    Raises
    ------
    TurnBenchError
        If the journal cannot be opened or read.
    """
    journal = shared_journal()
    desk = Desk(work, journal, place.settings)
    asked(work, place.settings, *queue_of(place))
    position = max((one.sequence for one in desk.entries()), default=0)
    return Opened(desk, shared_poll(journal), Recent(desk), position)


def first_seat(user: str) -> tuple[Seat, frozenset[str], str]:
    """Return the seat of who opens the page, the leads of the team, and why there is none, else empty.

    Without a login a seat has no name yet; without a file of roles all who log in decide and see everything.
    """
    if not is_login():
        return Seat(), frozenset(), ""
    try:
        roles = team_roles()
    except TurnBenchError as error:
        return Seat(), frozenset(), str(error)
    if roles is None:
        return Seat(reviewer=user, is_verified=True, role=Role.REVIEWER), frozenset(), ""
    leads = frozenset(name for name, one in roles.people.items() if one is Role.LEAD)
    role = roles.role_of(user)
    return Seat(reviewer=user, is_verified=True, role=role), leads, "" if role is not None else NO_ROLE
