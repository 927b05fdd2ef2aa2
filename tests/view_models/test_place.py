"""A place survives its way through an address; a hostile address does not get far."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.view_models.place import FATES, PLAYLIST_TASKS, SCOPES, Place, from_query, to_query

NAMES = st.text(min_size=1, max_size=12).filter(lambda text: max(text) < "\ud800" or min(text) > "\udfff")
MILLISECONDS = st.integers(-10_000, 7_200_000)
PLACES = st.builds(
    Place,
    split=NAMES,
    dialogue=NAMES,
    model=NAMES,
    task=st.sampled_from(list(Task)),
    event=st.sampled_from(["", "eot-1-p-45.2", "int-2-n-3.0~2"]),
    view=st.none()
    | st.tuples(MILLISECONDS, st.integers(1, 60_000)).map(lambda at: (at[0] / 1000, (at[0] + at[1]) / 1000)),
    scope=st.sampled_from(SCOPES),
    list_task=st.sampled_from(PLAYLIST_TASKS),
    fate=st.sampled_from(FATES),
    settings=st.builds(
        ProtocolSettings,
        tau_pre_s=st.integers(0, 100).map(lambda n: n / 100),
        tau_max_s=st.integers(0, 600).map(lambda n: n / 100),
        tolerance_s=st.integers(0, 50).map(lambda n: n / 100),
        min_agree=st.sampled_from([2, 3]),
    ),
)


@given(PLACES)
def test_a_place_comes_back_from_its_address(place: Place) -> None:
    query = dict(parse_qsl(urlencode(to_query(place))))
    assert from_query(query, Place()) == place


def test_a_plain_place_has_a_short_address() -> None:
    assert to_query(Place(split="dev", dialogue="7")) == {"split": "dev", "dialogue": "7", "task": "eot"}


@pytest.mark.parametrize(
    "query",
    [
        {"task": "<script>"},
        {"t": "nan,inf"},
        {"t": "5,1"},
        {"t": "1,2,3"},
        {"scope": "world"},
        {"fate": ""},
        {"tau_pre_s": "1e999"},
        {"tau_max_s": "-1"},
        {"min_agree": "2.5"},
        {"tolerance_s": "0.6"},
    ],
)
def test_what_makes_no_sense_is_the_default(query: dict[str, str]) -> None:
    assert from_query(query, Place()) == Place()
