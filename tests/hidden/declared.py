"""Everything that somebody can ask the page for, and what hidden labels make of it.

Each kind of message and each route stands here with what the recorded session asks; `test_declared.py` fails
when the house has one that does not stand here, so that nobody adds one without asking what it tells.
"""

from __future__ import annotations

from typing import Any

from tests.hidden.sealed_corpus import MODEL, OPEN_SPLIT, OTHER_MODEL, SPLIT
from tests.hidden.wire import Message
from viewer.dialogue.protocol import Task
from viewer.uploads.routes import PATTERN as UPLOAD_ROUTE
from viewer.view_models.corpus_export import FILES
from viewer.view_models.leaderboard_exports import FORMS
from viewer.view_models.page_options import PAGE_OPTIONS, PAGES
from viewer.view_models.pick import Pick, to_text
from viewer.view_models.sweep_events import LISTS

EVENTS = "eot-1-p-3.5 eot-1-d-3.5 int-2-p-4.3 eot-1-n-1.2-2.2 int-2-n-1.6-2"
HOSTILE: list[Any] = [
    "",
    "../../etc/passwd",
    "<img src=x>",
    "x" * 5000,
    -1,
    1e308,
    True,
    None,
    ["a"],
    {"a": 1},
]

OPTION_VALUES = {
    "type": ("Instructional",),
    "pairing": ("FF",),
    "policy": ("budget", "latency"),
    "published": ("hidden",),
    "compare": (f"{OTHER_MODEL},{MODEL}", OTHER_MODEL),
    "only": ("talk-03",),
    "floor": ("0.9",),
}
"""Values that make sense of an option; others are tried with a few of any kind."""

MESSAGES: dict[str, list[Message]] = {
    "select": [{"event": "eot-1-p-3.5"}, {"event": "int-2-n-1.6"}, {"event": None}],
    "open": [
        {"dialogue": "talk-03", "event": "eot-1-p-3.5", "play": True},
        {"dialogue": "talk-05", "at_s": 7.25},
        {"dialogue": "talk-04", "model": "m", "task": "int", "start_s": 2.0, "end_s": 9.0},
        {"split": OPEN_SPLIT, "dialogue": "open-00", "event": "eot-1-p-3.5"},
        {"split": SPLIT, "dialogue": "talk-07", "event": "eot-2-p-7.0"},
        {"dialogue": "talk-08", "at_s": 1e9},
    ],
    "task": [{"task": "int"}, {"task": "eot"}],
    "model": [{"model": "m"}, {"model": "nobody"}],
    "playlist": [
        {"scope": scope, "task": task, "fate": fate, "model": "m"}
        for scope, task, fate in (
            ("split", "both", "all"),
            ("split", "eot", "miss"),
            ("dialogue", "int", "false_alarm"),
            ("split", "int", "hit"),
            ("dialogue", "both", "errors"),
            ("split", "both", "quiet"),
        )
    ],
    "settings": [
        {"tau_pre_s": 0.5, "tau_max_s": 2.0, "tolerance_s": 0.1, "min_agree": 3},
        {"tau_pre_s": 0.25, "tau_max_s": 3.0, "tolerance_s": 0.5, "min_agree": 2},
    ],
    "reset": [{}],
    "reasons": [
        {"model": "m", "version": "1", "events": EVENTS},
        {"model": "m", "version": "", "events": " ".join(f"eot-1-p-{n / 10}" for n in range(400))},
    ],
    "split": [{"split": OPEN_SPLIT}, {"split": SPLIT}, {"split": "gone"}],
    "page": [{"page": page} for page in PAGES] + [{"page": "nowhere"}, {"page": "explore"}],
    "option": [
        {"name": name, "value": value}
        for name in PAGE_OPTIONS
        for value in (*OPTION_VALUES.get(name, ("FF", OTHER_MODEL, "0.5")), "")
    ],
    "pick": [
        {"pick": to_text(Pick(Task.EOT, ((MODEL, fate),)))}
        for fate in ("hit", "miss", "positive", "negative", "false_alarm", "quiet")
    ]
    + [
        {"pick": to_text(Pick(Task.INT, ((MODEL, "hit"),), dialogues=("talk-03",), latency_ms=(0.0, 500.0)))},
        {"pick": "m:hit"},
        {"pick": ""},
    ],
    "outcomes": [{"nonce": 740001}, {"nonce": 740002}],
    "leaderboard-file": [
        {"form": form, "nonce": 750001 + number} for number, form in enumerate((*FORMS, "exe"))
    ],
    "corpus-export": [
        {"file": file, "nonce": 760001 + number} for number, file in enumerate((*FILES, "labels"))
    ],
    "corpus-charts": [{"form": "png"}, {"form": "svg"}],
    "theta": [
        {"task": "eot", "theta": 0.5, "nonce": 790001, "rests": False},
        {"task": "eot", "theta": 0.25, "nonce": 790002, "rests": True},
    ],
    "keep": [{"task": "eot", "theta": 0.5}],
    "sweep-list": [{"shown": shown} for shown in LISTS],
    "predictions": [{"nonce": 790003}],
    "sweep-rows": [{"nonce": 790004}],
    "sweep-charts": [{"form": "png"}, {"form": "svg"}],
    "audit-item": [{"item": "dispute-1-1.0-2.0@talk-03"}, {"item": ""}],
    "audit-choose": [{"number": 1}, {"number": 9}],
    "audit-label": [{"label": "Laughter"}],
    "audit-save": [{"comment": "why", "next": "", "is_over": True}],
    "audit-undo": [{"step": -1}, {"step": 1}],
    "audit-reverse": [{"id": "1"}],
    "audit-switch": [{"id": "", "is_on": False}],
    "audit-name": [{"name": "Ada"}],
    "draft": [{"start_s": 1.0, "end_s": 2.0}],
    "save": [{"chart": chart, "form": "svg"} for chart in ("intervals", "latency")],
    "upload": [
        {"name": "a.json", "bytes": 10, "nonce": 780001},
        {"name": "b", "bytes": 10**12, "nonce": 780002},
    ],
    "upload-sent": [{"upload": "0f"}],
    "upload-cancel": [{"upload": "0f"}],
    "upload-name": [{"upload": "0f", "name": "mine", "title": "Mine"}],
    "upload-save": [{"upload": "0f"}],
    "upload-remove": [{"upload": "0f"}],
    "upload-score": [{"upload": "0f"}],
    "upload-dismiss": [{"nonce": 780001}],
    "model-reload": [{"model": MODEL}],
    "address": [
        {"search": f"?split={SPLIT}&dialogue=talk-02&model=m&task=int&event=int-2-p-4.3&fate=miss"},
        {"search": f"?split={SPLIT}&dialogue=talk-01&tau_pre_s=0.5&min_agree=3"},
        {"search": f"?split={OPEN_SPLIT}&dialogue=talk-01&event=eot-1-p-3.5"},
        {"search": f"?split={SPLIT}&model=oracle@here"},
        {"search": ""},
    ],
    "glossary": [{}],
    "find": [
        {"text": text, "nonce": 710001 + n} for n, text in enumerate(("SECRET", "word1", "alpha", "a b"))
    ],
    "detect": [{"detector": "oracle"}, {"detector": "silence"}, {"detector": "nobody"}],
    "detect-cancel": [{}],
    "clip": [
        {"nonce": 720001, "start_s": 0.0, "stop_s": 10.0},
        {"nonce": 720002, "start_s": 0.0, "stop_s": 64.0},
        {"nonce": 720003, "start_s": 9.0, "stop_s": 1.0},
    ],
}
"""Kind of message → what is sent of it, the kind added; every field is also sent with `HOSTILE` values."""

_MEDIA = "/viewer/media/{key}"
ROUTES: dict[str, list[str]] = {
    r"/?": ["/viewer", "/viewer/", f"/viewer?split={SPLIT}&dialogue=talk-09", "/viewer?split=gone"],
    r"/ws": ["/viewer/ws"],
    r"/metadata": ["/viewer/metadata"],
    r"/autoload.js": [
        "/viewer/autoload.js",
        "/viewer/autoload.js?bokeh-autoload-element=e&bokeh-app-path=/viewer",
    ],
    r"/media/([^/]+)/audio\.wav": [f"{_MEDIA}/audio.wav"],
    r"/media/([^/]+)/peaks": [f"{_MEDIA}/peaks", f"{_MEDIA}/peaks?bin=4096", f"{_MEDIA}/peaks?bin=7"],
    r"/media/([^/]+)/peaks/growing": [f"{_MEDIA}/peaks/growing?first=0", f"{_MEDIA}/peaks/growing?first=x"],
    r"/media/([^/]+)/peaks/sketch": [f"{_MEDIA}/peaks/sketch"],
    r"/media/([^/]+)/pcm": [f"{_MEDIA}/pcm?start=0&stop=800", f"{_MEDIA}/pcm?start=9&stop=1"],
    r"/media/([^/]+)/signals": [f"{_MEDIA}/signals"],
    r"/media/([^/]+)/signals/tile": [
        *(
            f"{_MEDIA}/signals/tile?kind={kind}&level=2&tile=0"
            for kind in ("mel", "linear", "pitch", "intensity")
        ),
        f"{_MEDIA}/signals/tile?kind=labels&level=0&tile=0",
        f"{_MEDIA}/signals/tile?kind=mel&level=99&tile=99999",
    ],
    r"/media/([^/]+)/clip\.wav": [f"{_MEDIA}/clip.wav?start=0&stop=8000", f"{_MEDIA}/clip.wav?start=x"],
    UPLOAD_ROUTE: ["/viewer/upload/nobodys-key/0f?offset=0"],
    r"/export/offline\.html": ["/viewer/export/offline.html"],
}
"""Route of the app → what is asked of it; ``{key}`` is that of a recording."""

TAKING = {
    UPLOAD_ROUTE: "chunks of a file, for a session whose key the sender knows; at a pace in public",
}
"""Route that takes something → what it takes."""

OUTSIDE_THE_APP = [
    "/",
    "/viewer/static/page/look.js",
    "/viewer/static/../data_manifest.yaml",
    "/viewer/static/%2e%2e/%2e%2e/data_manifest.yaml",
    "/viewer/media/../../data_manifest.yaml",
    "/viewer/media/talk-00/audio.wav",
    "/viewer/media/talk-00/speaker_1_annotation_a.srt",
    "/viewer/nothing-here",
    "/static/nothing-here",
    "/components/viewer.hidden/score_hidden/_css/x",
    "/favicon.ico",
]

_DATA = "takes what `load_corpus` gave, which gives nothing of hidden labels"
_TYPE = "a type, or numbers of the protocol"
API = {
    "load_corpus": "refuses a split with hidden labels",
    "score_hidden": "the one reply: pooled, rounded, counted",
    "score": _DATA,
    "sweep": _DATA,
    "operating_point": _DATA,
    "build_gold": _DATA,
    **dict.fromkeys(
        (
            "BENCHMARK",
            "FP_BUDGET",
            "Conversation",
            "HiddenReply",
            "InvalidDataError",
            "Probabilities",
            "ProtocolSettings",
            "Score",
            "Scored",
            "Submission",
            "SweepRow",
            "Task",
            "TurnBenchError",
        ),
        _TYPE,
    ),
}
"""Name of `viewer.api` → what it makes of hidden labels."""
