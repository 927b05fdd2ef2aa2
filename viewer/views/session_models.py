"""The models that one session has for itself, laid over the splits that all sessions share.

Runs of detectors, uploads, variants of a threshold: each origin sets its own models, and none needs to
know of the others. Nothing of them enters the shared workspace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viewer.workspace import LoadedModel, OwnCaches, SplitWork


class SessionModels:
    """What one session has beside the models of the corpus.

    ``on_change`` is called when the models of a split have changed; None: nobody follows.
    """

    def __init__(self) -> None:
        self.on_change: Callable[[], None] | None = None
        self._models: dict[str, dict[str, dict[str, LoadedModel]]] = {}
        self._views: dict[str, tuple[SplitWork, SplitWork]] = {}
        self._made: dict[str, tuple[SplitWork, OwnCaches]] = {}
        self._stale: set[str] = set()

    def put(self, split: str, origin: str, models: Mapping[str, LoadedModel]) -> None:
        """Set all models that one origin has on a split; those of other origins stay.

        Parameters
        ----------
        split
            The split's name.
        origin
            Whose models they are: ``runs``, ``uploads``, …; of two with one name the later origin's is seen.
        models
            By name; one with the name of a model of the split hides it in this session.
        """
        of_split = self._models.setdefault(split, {})
        if of_split.get(origin, {}) == dict(models):
            return
        of_split[origin] = dict(models)
        self._stale.add(split)
        if self.on_change is not None:
            self.on_change()

    def of(self, split: str, origin: str) -> Mapping[str, LoadedModel]:
        """Return the models that an origin has on a split, by name."""
        return self._models.get(split, {}).get(origin, {})

    def over(self, work: SplitWork) -> SplitWork:
        """Return a split with the session's models: the very same object while none of them has changed.

        What was made of models that are still there is kept; the split itself is returned if there are none.
        """
        models = {
            name: model for found in self._models.get(work.name, {}).values() for name, model in found.items()
        }
        if not models:
            return work
        shared, view = self._views.get(work.name, (None, None))
        if view is None or shared is not work or work.name in self._stale:
            view = work.with_models(models, self._caches(work))
            self._views[work.name] = (work, view)
            self._stale.discard(work.name)
        return view

    def _caches(self, work: SplitWork) -> OwnCaches:
        """Return what was made of the session's models on this very split."""
        shared, made = self._made.get(work.name, (None, OwnCaches()))
        if shared is not work:
            made = OwnCaches()
            self._made[work.name] = (work, made)
        return made
