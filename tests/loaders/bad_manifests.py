"""A good manifest, and the ways to spoil it: one place each, and what is said of it."""

from __future__ import annotations

GOOD = """\
schema_version: 1
title: Demo corpus
splits:
  good:
    role: dev
    labels: public
    source: {format: json, path: good.json}
  bad:
    role: test
    labels: hidden
    source: {format: json, path: bad.json}
    licence: CC-BY-4.0
    notice: Synthetic voices.
models:
  - name: first
    title: The first
    version: "6"
    predictions: {good: first.json}
    probabilities: {good: {eot: first-eot.json}}
    theta: {eot: 0.31}
  - name: second
    predictions: {good: second.json}
"""
SPLIT_KEYS = "role, labels, source, checksums, licence, notice"
MODEL_KEYS = "name, title, version, predictions, probabilities, theta"
TOP_KEYS = "schema_version, title, splits, models"

# name, old text, new text, splits left, models left, messages
ROWS: list[tuple[str, str, str, list[str], list[str], list[str]]] = [
    (
        "a misspelt key at the top",
        "models:",
        "modles:",
        ["good", "bad"],
        [],
        [f'modles, line 14: expected one of {TOP_KEYS}, found "modles" (did you mean "models"?)'],
    ),
    (
        "a misspelt key of a split",
        "role: test",
        "rolle: test",
        ["good"],
        ["first", "second"],
        [
            'splits.bad.role, line 8: expected the key "role", found none',
            f'splits.bad.rolle, line 9: expected one of {SPLIT_KEYS}, found "rolle" (did you mean "role"?)',
        ],
    ),
    (
        "a misspelt key of a source",
        "{format: json, path: bad.json}",
        "{format: json, paht: bad.json}",
        ["good"],
        ["first", "second"],
        [
            'splits.bad.source.path, line 11: expected the key "path", found none',
            (
                "splits.bad.source.paht, line 11: expected one of format, path, "
                'found "paht" (did you mean "path"?)'
            ),
        ],
    ),
    (
        "a misspelt key of a model",
        "    theta: {eot",
        "    thetas: {eot",
        ["good", "bad"],
        ["second"],
        [
            (
                f"models[0].thetas, line 20: expected one of {MODEL_KEYS}, "
                'found "thetas" (did you mean "theta"?)'
            )
        ],
    ),
    (
        "an unknown role",
        "role: test",
        "role: tset",
        ["good"],
        ["first", "second"],
        [('splits.bad.role, line 9: expected train, dev or test, found "tset" (did you mean "test"?)')],
    ),
    (
        "an unknown format",
        "format: json, path: bad.json",
        "format: csv, path: bad.json",
        ["good"],
        ["first", "second"],
        ['splits.bad.source.format, line 11: expected folders, parquet or json, found "csv"'],
    ),
    (
        "a version that is a number",
        'version: "6"',
        "version: 6",
        ["good", "bad"],
        ["second"],
        ["models[0].version, line 17: expected a text, found 6 (put it in quotes)"],
    ),
    (
        "a theta that is a text",
        "theta: {eot: 0.31}",
        "theta: {eot: '0.31'}",
        ["good", "bad"],
        ["second"],
        ['models[0].theta.eot, line 20: expected a number, found "0.31"'],
    ),
    (
        "a theta that is not finite",
        "theta: {eot: 0.31}",
        "theta: {eot: .nan}",
        ["good", "bad"],
        ["second"],
        ["models[0].theta.eot, line 20: expected a finite number, found NaN"],
    ),
    (
        "a name that is a list",
        "name: second",
        "name: [second]",
        ["good", "bad"],
        ["first"],
        ["models[1].name, line 21: expected a text, found a list of 1"],
    ),
    (
        "predictions that are a path",
        "predictions: {good: second.json}",
        "predictions: second.json",
        ["good", "bad"],
        ["first"],
        ['models[1].predictions, line 22: expected a mapping, found "second.json"'],
    ),
    (
        "a split of a model called by a number",
        "predictions: {good: second.json}",
        "predictions: {7: second.json}",
        ["good", "bad"],
        ["first"],
        ["models[1].predictions[7], line 22: expected a text, found 7 (put it in quotes)"],
    ),
    (
        "half a surrogate pair as a title",
        "title: Demo corpus",
        'title: "Demo \\uD800"',
        ["good", "bad"],
        ["first", "second"],
        ['title, line 2: expected text that UTF-8 can hold, found "Demo \\ud800"'],
    ),
    (
        "half a surrogate pair as a split's name",
        "  bad:",
        '  "\\uD800":',
        ["good"],
        ["first", "second"],
        ['splits.\\ud800, line 8: expected text that UTF-8 can hold, found "\\ud800"'],
    ),
    (
        "half a surrogate pair in a notice",
        "notice: Synthetic voices.",
        'notice: "\\uDC00"',
        ["good"],
        ["first", "second"],
        ['splits.bad.notice, line 13: expected text that UTF-8 can hold, found "\\udc00"'],
    ),
    (
        "a path of 5000 characters",
        "path: bad.json",
        f"path: {'a' * 5000}",
        ["good"],
        ["first", "second"],
        [(f'splits.bad.source.path: expected a path to json, found File name too long at "{"a" * 60}…"')],
    ),
    (
        "a path with a NUL",
        "path: bad.json",
        'path: "a\\0b"',
        ["good"],
        ["first", "second"],
        [
            (
                "splits.bad.source.path: expected a path to json, "
                'found a name that no file can have at "a\\u0000b"'
            )
        ],
    ),
    (
        "an unknown task",
        "theta: {eot: 0.31}",
        "theta: {turn: 0.31}",
        ["good", "bad"],
        ["second"],
        ['models[0].theta.turn, line 20: expected eot or int, found "turn"'],
    ),
    (
        "a source that is a path",
        "source: {format: json, path: bad.json}",
        "source: bad.json",
        ["good"],
        ["first", "second"],
        ['splits.bad.source, line 11: expected a mapping with format, path, found "bad.json"'],
    ),
    (
        "a split twice",
        "  bad:",
        "  bad: {role: dev}\n  bad:",
        ["good"],
        ["first", "second"],
        ['splits, line 9: expected each key once, found "bad" again'],
    ),
    (
        "a key of a split twice",
        "    licence: CC-BY-4.0",
        "    role: dev",
        ["good"],
        ["first", "second"],
        ['splits.bad, line 12: expected each key once, found "role" again'],
    ),
    (
        "a model twice",
        "name: second",
        "name: first",
        ["good", "bad"],
        ["first"],
        ['models[1].name, line 21: expected each model once, found "first" again'],
    ),
    (
        "an unknown split of a model",
        "predictions: {good: second.json}",
        "predictions: {goood: second.json}",
        ["good", "bad"],
        ["first"],
        [
            (
                "models[1].predictions.goood, line 22: expected a split of this manifest (good, bad), "
                'found "goood" (did you mean "good"?)'
            )
        ],
    ),
    (
        "a split called by a number",
        "  bad:",
        "  2024:",
        ["good"],
        ["first", "second"],
        ["splits[2024], line 8: expected a text as the split's name, found 2024"],
    ),
    (
        "schema_version true",
        "schema_version: 1",
        "schema_version: true",
        ["good", "bad"],
        ["first", "second"],
        ["schema_version, line 1: expected 1, found true"],
    ),
    (
        "no title",
        "title: Demo corpus\n",
        "",
        ["good", "bad"],
        ["first", "second"],
        ['expected the key "title", found none'],
    ),
    (
        "models as a mapping",
        GOOD[GOOD.index("models:") :],
        "models: {}\n",
        ["good", "bad"],
        [],
        ["models, line 14: expected a list of models, found an object"],
    ),
    (
        "a path to nothing",
        "path: bad.json",
        "path: ../gone.json",
        ["good"],
        ["first", "second"],
        ['splits.bad.source.path: expected a path to json, found nothing at "../gone.json"'],
    ),
    (
        "a file where a folder should be",
        "format: json, path: bad.json",
        "format: folders, path: bad.json",
        ["good"],
        ["first", "second"],
        ['splits.bad.source.path: expected a folder, found something else at "bad.json"'],
    ),
]
