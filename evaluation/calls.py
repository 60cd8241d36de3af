"""The calls of a run, several at a time, each written to the journal before the next is begun."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from itertools import islice

from evaluation.journal import Journal
from evaluation.prompting import Message
from evaluation.runs import Ask, Reply

Model = Callable[[Sequence[Message]], Reply]
Replies = dict[tuple[str, int], tuple[Reply, Sequence[str]]]


def call_all(
    asks: Sequence[Ask],
    model: Model,
    journal: Journal,
    *,
    connections: int,
    tell: Callable[[int], None] = lambda _: None,
) -> Replies:
    """Replies by question and rotation. Those in the journal are taken from there.

    A call that failed before is made again; `tell` hears how many calls were done.
    """
    open_ = [ask for ask in asks if not usable(journal, ask)]
    tell(len(asks) - len(open_))
    for ask, reply in _called(open_, model, connections):
        journal.add({"key": ask.key, "id": ask.id, "rotation": ask.rotation, **asdict(reply)})
        tell(1)
    return {(ask.id, ask.rotation): (_kept(journal, ask), ask.exemplars) for ask in asks}


def usable(journal: Journal, ask: Ask) -> bool:
    """Whether the journal holds a reply to this call: one cut off or filtered is one, too."""
    row = journal.rows.get(ask.key)
    return row is not None and not row["error"].startswith("no reply")


def _kept(journal: Journal, ask: Ask) -> Reply:
    row = journal.rows[ask.key]
    names = ("text", "error", "tokens_in", "tokens_out", "seconds")
    return Reply(**{name: row[name] for name in names})


def _called(asks: Iterable[Ask], model: Model, connections: int) -> Iterable[tuple[Ask, Reply]]:
    rest = iter(asks)
    pool = ThreadPoolExecutor(max_workers=connections)
    try:
        running: dict[Future[Reply], Ask] = {}
        while True:
            for ask in islice(rest, connections - len(running)):
                running[pool.submit(model, ask.messages)] = ask
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
