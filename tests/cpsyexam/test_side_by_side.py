"""Work on one item beside the next: in order, little ahead, with the taxonomy in force."""

import threading
from collections.abc import Iterator

import pytest

from cpsyexam import executor, taxonomy
from cpsyexam.side_by_side import side_by_side


def test_results_come_in_the_order_of_the_items() -> None:
    second = threading.Event()

    def work(item: int) -> int:
        if item:
            second.set()
        else:
            assert executor.available_cores() == 1 or second.wait()  # the first ends last
        return item * item

    assert list(side_by_side(work, range(9))) == [n * n for n in range(9)]


def test_items_are_read_little_ahead_of_what_is_taken() -> None:
    read: list[int] = []

    def items() -> Iterator[int]:
        for item in range(100):
            read.append(item)
            yield item

    results = side_by_side(str, items())
    assert next(results) == "0"
    assert len(read) <= executor.available_cores() + 1


def test_what_work_raises_is_raised_in_its_place() -> None:
    results = side_by_side(lambda n: 1 // (n - 2), range(5))
    assert [next(results), next(results)] == [-1, -1]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_the_taxonomy_in_force_is_that_of_the_caller() -> None:
    other = taxonomy.psychology().model_copy()
    with taxonomy.using(other):
        assert all(one is other for one in side_by_side(lambda _: taxonomy.current(), range(3)))
