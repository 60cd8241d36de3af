"""Work per item on a Ray cluster: the run, its order and its halves are those of worker processes.

A Ray actor on some node holds one worker process of the kernel and passes batches to it. What dies
in that process dies for the same reasons and in the same words as on one machine. An actor that is
lost with its node, or killed, is no fault of an item: its batch goes to another one.
"""

import os
import socket
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from cpsyexam import taxonomy
from cpsyexam.chain import CHAIN, SourceKind, StageEntry
from cpsyexam.errors import ConfigError, CpsyexamError
from cpsyexam.executor import Pooled
from cpsyexam.files import digest
from cpsyexam.ray_cluster import connect, room, still_there, unsealed
from cpsyexam.runner import code_digest
from cpsyexam.shared_key import place, seal, sealed
from cpsyexam.store import Remote
from cpsyexam.worker import Answer, Bounds, Worker, packed, start_worker, unpacked

if TYPE_CHECKING:
    from cpsyexam.executor_run import Hand, Pool

_LOOK = 10.0  # seconds without an answer after which this node's own state is looked at
Said = tuple[bytes | None, str, str]  # answer, how the worker ended, seal of both
LOSSES = 5  # of workers in a row on one batch before the run gives up


@dataclass(frozen=True)
class Ground:
    """What every node must have as the builder has it: a folder or a store, a text there, the code.

    Where there is a store nodes need no folder.
    """

    folder: str
    witness: str  # path of a file below the folder or store; "": none is looked at
    token: str  # what stands in it
    code: str
    known: taxonomy.Taxonomy
    store: str = ""
    proof: str = ""  # seal of the token by the builder's key, which nodes must have

    def fault(self) -> str:
        """Why work done here would come out different; "" where it would not."""
        node = socket.gethostname()
        try:
            if seal(self.token, make=False) != self.proof:
                return f"node {node} has another key than the builder; copy {place()} there"
        except ConfigError as error:
            return f"node {node}: {error}"
        if code_digest(code_packages()) != self.code:
            return f"node {node} has another version of the program; install the same one there"
        remedy = "build in a folder that all nodes share under one path"
        if self.store:
            return self._unreached(node)
        try:
            os.chdir(self.folder)
            same = not self.witness or Path(self.witness).read_text("utf-8") == self.token
        except OSError:
            same = False
        return "" if same else f"node {node} does not see the folder {self.folder}; {remedy}"

    def _unreached(self, node: str) -> str:
        try:
            same = (Remote(self.store) / self.witness).read_text(largest=99) == self.token
        except (OSError, CpsyexamError) as error:
            return f"node {node} does not reach the store {self.store} ({error})"
        return "" if same else f"node {node} finds something else in the store {self.store}"


def code_packages() -> tuple[str, ...]:
    """The packages whose code runs on nodes: of what is done per item or row."""
    every: tuple[SourceKind | StageEntry, ...] = (*CHAIN.kinds, *CHAIN.stages)
    entries = [entry for entry in every if {"executor", "memo"} & {*entry.needs}]
    named = {entry.function.partition(".")[0] for entry in entries}
    return tuple(sorted(named.union(*(entry.uses for entry in entries))))


class Host:
    """The actor: one worker process on its node."""

    def __init__(self, ground: Ground) -> None:
        # the worker is spawned: it need not import the script that Ray's workers run
        with suppress(AttributeError):
            del sys.modules["__main__"].__file__
        self.fault, self.token = ground.fault(), ground.token
        self.worker: Worker | None = None
        self.known = ground.known

    def work(self, message: bytes, bounds: Bounds) -> Said:
        """The packed answer, or None and how the worker ended; and the seal of it.

        Raises ConfigError on a wrong node.
        """
        if self.fault:
            raise ConfigError(self.fault)
        if self.worker is None:
            with taxonomy.using(self.known):
                self.worker = start_worker()
        answer = self.worker.heard() if self.worker.send(message, bounds) else None
        reason = ""
        if answer is None:
            reason, self.worker = self.worker.buried(), None
        return answer, reason, seal(self.token, digest(message), reason, answer or b"")


@dataclass(eq=False)
class _Hand:
    """A worker as the run sees it: the actor that it has now, and the batch it was given."""

    pool: "_Cluster"
    actor: Any
    items: int = 0
    asked: tuple[bytes, Bounds] = (b"", Bounds())
    answer: Any = None  # reference of what the actor will say
    said: Said = (None, "", "")
    losses: int = 0

    def give(
        self,
        run: Callable[[Sequence[Any]], Sequence[Any]],
        batch: Sequence[Any],
        bounds: Bounds,
    ) -> bool:
        self.items += len(batch)
        self.asked, self.losses = (packed(run, batch, bounds), bounds), 0
        self.ask()
        return True

    def ask(self) -> None:
        """Let the actor that this worker has now do the batch."""
        self.answer = self.actor.work.remote(*self.asked)

    def receive(self) -> Answer | None:
        answer, _, _ = self.said
        return None if answer is None else unpacked(answer)

    def buried(self) -> str:
        self.kill()
        return self.said[1]

    def stop(self) -> None:
        self.kill()

    def kill(self) -> None:
        self.pool.leave(self)


@dataclass
class _Cluster:
    """Starts actors, hears from them, and gives the batches of lost ones to others."""

    ground: Ground
    gpus: float = 0.0  # share of a GPU that each actor is given
    hands: list[_Hand] = field(default_factory=list)

    def start(self) -> "Hand":
        hand = _Hand(self, self._actor())
        self.hands.append(hand)
        return hand

    def ready(self, busy: "Collection[Hand]") -> "list[Hand]":
        import ray

        waiting = {one.answer: one for one in busy if isinstance(one, _Hand)}
        found: list[Hand] = []
        while not found:
            heard, _ = ray.wait(list(waiting), num_returns=1, timeout=_LOOK)
            if not heard:
                still_there()
            for reference in heard:
                hand = waiting.pop(reference)
                if self._told(hand):
                    found.append(hand)
                else:
                    waiting[hand.answer] = hand
        return found

    def leave(self, hand: _Hand) -> None:
        """A worker that is no longer needed; its actor ends where no other one shares it."""
        import ray

        self.hands.remove(hand)
        if all(other.actor is not hand.actor for other in self.hands):
            ray.kill(hand.actor)

    def _told(self, hand: _Hand) -> bool:
        """Whether a worker answered; where its actor was lost another one is asked."""
        import ray

        try:
            said = ray.get(hand.answer)
        except ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, CpsyexamError) else error from None
        except ray.exceptions.RayError as error:
            self._lost(hand, error)
            return False
        hand.said = self._sealed(said, hand.asked[0])
        return True

    def _sealed(self, said: Any, message: bytes) -> Said:
        """What somebody who has the key said of a message."""
        match said:
            case (bytes() | None as answer, str() as reason, str() as given) if sealed(
                given, self.ground.token, digest(message), reason, answer or b""
            ):
                return answer, reason, given
        raise unsealed()

    def _lost(self, hand: _Hand, error: Exception) -> None:
        hand.losses += 1
        if hand.losses >= LOSSES:
            said = str(error).strip().splitlines() or [type(error).__name__]
            raise CpsyexamError(
                f"the cluster lost {LOSSES} workers in a row: {said[-1].strip()[:200]}",
                remedy="see `ray status`, or use fewer workers, then run again",
            ) from error
        still_there()
        hand.actor = self._actor(without=hand.actor)
        hand.ask()

    def _actor(self, without: object = None) -> Any:
        """A new actor where there is room for one, else one that there is already."""
        import ray

        users: dict[Any, int] = {}
        for hand in self.hands:
            if hand.actor is not without:
                users[hand.actor] = users.get(hand.actor, 0) + 1
        if users and len(users) >= room(self.gpus):
            return min(users, key=lambda actor: users[actor])
        made: Any = ray.remote(Host).options(
            num_cpus=1, num_gpus=self.gpus, max_restarts=0, scheduling_strategy="SPREAD"
        )
        return made.remote(self.ground)


class RayExecutor(Pooled):
    """Workers on the nodes of a cluster that runs already; at most one for each of its cores.

    Work that a GPU helps is given a share of one to each worker (`gpus`; 0: none).
    """

    near = False

    def __init__(self, workers: int, address: str, ground: Ground, gpus: float = 0.0) -> None:
        super().__init__(workers)
        self.wanted, self.address, self.ground, self.gpus = workers, address, ground, gpus
        self._pool: _Cluster | None = None
        self._joined = False  # by this executor, which then leaves

    def __exit__(self, *error: object) -> None:
        """End the workers; leave the cluster where nobody else here joined it."""
        super().__exit__(*error)
        self._pool = None
        if self._joined:
            import ray

            ray.shutdown()
            self._joined = False

    def __reduce__(self) -> tuple[type[Self], tuple[int, str, Ground, float]]:
        return type(self), (self.wanted, self.address, self.ground, self.gpus)

    def pool(self, *, gpu: bool) -> "Pool":
        """Actors on the cluster. Raises ConfigError where it cannot be reached or has no GPU."""
        share = self.gpus if gpu else 0.0
        if self._pool is None:
            self._joined = connect(self.address)
        elif self._pool.gpus != share:
            self._end_idle()
            self._pool = None
        if self._pool is None:
            self._pool = _Cluster(self.ground, share)
        self.workers = max(1, min(self.wanted, room(share)))
        return self._pool
