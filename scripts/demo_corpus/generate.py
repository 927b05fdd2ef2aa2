"""Make the demo corpus: ``python -m scripts.demo_corpus.generate --weights FOLDER``.

Writes audio and truth of every dialogue, its annotations and metadata, and the checksums. With
``--annotations-only`` the audio stays and no weights are needed: the truth is read from its file.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from scripts.demo_corpus.channels import mix_channels, write_opus
from scripts.demo_corpus.checksums import write_sums
from scripts.demo_corpus.paths import CORPUS, DIALOGUES, TRUTHS, conversation_folder
from scripts.demo_corpus.script import Script, read_scripts
from scripts.demo_corpus.timeline import build_timeline
from scripts.demo_corpus.tracks import read_truth, truth_of, write_annotations, write_truth
from scripts.demo_corpus.voices import VoiceModel, load_voice_model
from scripts.demo_corpus.weights import Weights
from viewer.errors import SettingsError


def main() -> None:
    """Read the command line and make what it asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--weights", type=Path, help="folder of the unpacked voice packages")
    source.add_argument("--annotations-only", action="store_true", help="keep audio and truth")
    parser.add_argument("--only", nargs="+", metavar="ID", help="these dialogues instead of all")
    parser.add_argument("--out", type=Path, default=CORPUS, help="folder of the corpus")
    parser.add_argument("--truths", type=Path, default=TRUTHS, help="folder of the truth files")
    arguments = parser.parse_args()
    scripts = _chosen(read_scripts(DIALOGUES), arguments.only)
    if arguments.weights is not None:
        _write_audio(scripts, Weights(folder=arguments.weights), arguments.out, arguments.truths)
    for script in scripts:
        folder = conversation_folder(arguments.out, script.split, script.conversation_id)
        truth = read_truth(arguments.truths / f"{script.conversation_id}.json")
        write_annotations(folder, script, truth)
    write_sums(arguments.out)


def _chosen(scripts: tuple[Script, ...], only: list[str] | None) -> tuple[Script, ...]:
    if only is None:
        return scripts
    unknown = sorted(set(only) - {script.conversation_id for script in scripts})
    if unknown:
        raise SettingsError(f"--only: expected ids of dialogues, found {unknown} (a typing slip?)")
    return tuple(script for script in scripts if script.conversation_id in only)


def _write_audio(scripts: tuple[Script, ...], weights: Weights, out: Path, truths: Path) -> None:
    model, lexicon = load_voice_model(weights), weights.lexicon()
    for script in scripts:
        _write_dialogue(script, model=model, lexicon=lexicon, out=out, truths=truths)


def _write_dialogue(
    script: Script, *, model: VoiceModel, lexicon: dict[str, str], out: Path, truths: Path
) -> None:
    timeline = build_timeline(script, model=model, lexicon=lexicon)
    folder = conversation_folder(out, script.split, script.conversation_id)
    folder.mkdir(parents=True, exist_ok=True)
    for speaker, audio in enumerate(mix_channels(script, timeline), start=1):
        path = folder / f"speaker_{speaker}_audio.opus"
        write_opus(path, audio, serial_number=10 * script.seed + speaker)
    write_truth(truths / f"{script.conversation_id}.json", truth_of(timeline))


if __name__ == "__main__":
    main()
