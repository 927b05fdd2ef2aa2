"""Gold of every vector case, exactly."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import case_id, conversation_of, score_cases, variant_cases
from tests.dialogues import settings_of
from viewer.commands.documents import gold_document
from viewer.gold import build_gold


@pytest.mark.parametrize("case", [*score_cases(), *variant_cases()], ids=case_id)
def test_gold_equals_the_benchmark_scorers(case: dict[str, Any]) -> None:
    gold = build_gold(conversation_of(case), settings_of(case))
    assert gold_document(gold) == case["gold"]
