"""Connected components, with pairs that must not meet."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.integer[Any]]


class Components:
    """Union-find over names; `apart` pairs never end in one component."""

    def __init__(self, apart: Iterable[tuple[str, str]] = ()) -> None:
        self._parent: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}
        self._apart: dict[str, set[str]] = {}
        for left, right in apart:
            self._apart.setdefault(left, set()).add(right)
            self._apart.setdefault(right, set()).add(left)

    def find(self, name: str) -> str:
        """The component's name: one of its members."""
        root = name
        while (above := self._parent.get(root, root)) != root:
            root = above
        while (above := self._parent.get(name, name)) != root:
            self._parent[name], name = root, above
        return root

    def join(self, left: str, right: str) -> bool:
        """Put two names into one component; False where a pair kept apart forbids it."""
        one, two = self.find(left), self.find(right)
        if one == two:
            return True
        small, large = sorted((one, two), key=lambda root: (len(self.members(root)), root))
        joined = self.members(small)
        if any(self.find(other) == large for m in joined for other in self._apart.get(m, ())):
            return False
        self._parent[small] = large
        self._members.setdefault(large, [large]).extend(joined)
        self._members.pop(small, None)
        return True

    def members(self, root: str) -> list[str]:
        """Names in the component called `root`."""
        return self._members.get(root, [root])

    def groups(self) -> list[list[str]]:
        """Components of two and more, each sorted, in the order of their first names."""
        return sorted(sorted(group) for group in self._members.values() if len(group) > 1)


def components(
    pairs: Sequence[tuple[str, str]], apart: Iterable[tuple[str, str]] = ()
) -> Components:
    """Components from pairs, taken in the order given (the surest first)."""
    found = Components(apart)
    for left, right in pairs:
        found.join(left, right)
    return found


def least_joined(left: Numbers, right: Numbers, size: int) -> npt.NDArray[np.int64]:
    """For each of `size` numbers the least of those that pairs (left, right) join it to, or itself.

    Roots are hooked to lesser ones, and paths halved (Shiloach & Vishkin, 1982): all at once.
    """
    least = np.arange(size, dtype=np.int64)
    while True:
        one, two = least[left], least[right]
        if (one == two).all():
            return least
        np.minimum.at(least, np.maximum(one, two), np.minimum(one, two))
        while not np.array_equal(above := least[least], least):
            least = above
