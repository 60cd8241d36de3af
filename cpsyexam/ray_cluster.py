"""A Ray cluster as a build meets it: joined where it runs, or started here; with its cores."""

import logging
import os
import pickle
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from cpsyexam.errors import ConfigError, CpsyexamError
from cpsyexam.extras import brought_by
from cpsyexam.shared_key import seal, sealed

P = ParamSpec("P")
R = TypeVar("R")
_LOOK = 10.0  # seconds without an answer after which this node's own state is looked at
_HERE = "local"  # address of a cluster that is started here
_STORE = 256 * 2**20  # bytes of shared memory of a cluster that is started here
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


def still_there() -> None:
    """Raises CpsyexamError where Ray ended on this node: nothing would be answered any more."""
    import ray

    here = ray.get_runtime_context().get_node_id()
    if not any(node["NodeID"] == here and node["Alive"] for node in ray.nodes()):
        raise CpsyexamError(
            "Ray ended on the node that this build runs on",
            remedy="run again where Ray runs; what was finished is kept",
        )


def room(gpus: float = 0.0) -> int:
    """Workers of a core and so much of a GPU for which the cluster's living nodes have room.

    Raises ConfigError where GPUs are asked for and no node has so much of one.
    """
    import ray

    alive = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    if not gpus:
        return sum(int(has.get("CPU", 0)) for has in alive)
    each = (1 // gpus) if gpus < 1 else 1 / gpus  # a share is a share of one GPU
    found = sum(int(min(has.get("CPU", 0), has.get("GPU", 0) * each)) for has in alive)
    if not found:
        raise ConfigError(
            f"no node of the Ray cluster has {gpus:g} GPUs for a worker",
            where="[executor] gpus",
            remedy="start its nodes with `ray start --num-gpus N`, or leave `gpus` out",
        )
    return found


@contextmanager
def cluster(address: str, workers: int) -> Iterator[str]:
    """Address of a cluster for the length of a block: the one named, else one started here."""
    ray = _installed()
    if address:
        connect(address)
    else:
        # only this machine can reach it; `local`: not one that runs here, or is said to
        _init(
            address=_HERE,
            num_cpus=workers,
            object_store_memory=_STORE,
            _node_ip_address="127.0.0.1",
        )
    try:
        yield ray.get_runtime_context().gcs_address
    finally:
        ray.shutdown()


def connect(address: str) -> bool:
    """Join a cluster; False where this process has joined one already.

    Raises ConfigError where Ray is not installed or nothing answers there.
    """
    ray = _installed()
    if ray.is_initialized():
        return False
    if not _answers(address):
        raise ConfigError(
            f"no Ray cluster answers at {address!r}",
            where="--on ray",
            remedy="give ray://HOST:PORT as `ray start --head` prints it",
        )
    _init(address=address)
    return True


def remotely(address: str, function: Callable[P, R]) -> Callable[P, R]:
    """A function that is called on some node of a cluster; many threads may call at once.

    A call whose node is lost is made again on another one, at most eight calls a core are under
    way. Raises ConfigError where the cluster cannot be reached; calls raise what the function
    raises, and CpsyexamError where the cluster loses them again and again.
    """
    ray = _installed()
    connect(address)
    task: Any = ray.remote(_sealed).options(num_cpus=1 / 8, scheduling_strategy="SPREAD")

    def call(*args: P.args, **named: P.kwargs) -> R:
        token = secrets.token_hex(16)
        answer = task.remote(function, token, args, named)
        while not ray.wait([answer], timeout=_LOOK)[0]:
            still_there()
        try:
            said = ray.get(answer)
        except ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, CpsyexamError) else error from None
        except ray.exceptions.RayError as error:
            said = str(error).strip().splitlines() or [type(error).__name__]
            raise CpsyexamError(
                f"the cluster lost a call: {said[-1].strip()[:200]}", remedy="see `ray status`"
            ) from error
        match said:
            case (bytes() as data, given) if sealed(given, token, data):
                found: R = pickle.loads(data)  # noqa: S301 - by somebody who has the key
                return found
        raise unsealed()

    return call


def _sealed(
    function: Callable[..., Any], token: str, args: Any, named: dict[str, Any]
) -> tuple[bytes, str]:
    data = pickle.dumps(function(*args, **named))
    return data, seal(token, data, make=False)


def unsealed() -> CpsyexamError:
    """For results that are by nobody who has the key."""
    return CpsyexamError(
        "the cluster sent results that do not bear the seal of this build's key",
        remedy="see who is in it (`ray status`), and trust none of its results",
    )


def _installed() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ConfigError(
            "Ray is not installed", where="--on ray", remedy=f"run {brought_by('ray')}"
        ) from error
    return ray


def _answers(address: str) -> bool:
    """Whether HTTP/2 is spoken there, as Ray does; Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host, int(port)), 5) as line:
            line.sendall(_GREETING)
            return line.recv(9)[3:4] == b"\x04"  # its settings
    except (OSError, ValueError, OverflowError):
        return False


def _init(**how: Any) -> None:
    import ray

    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    try:
        ray.init(
            **how, include_dashboard=False if how["address"] == _HERE else None,
            log_to_driver=False, configure_logging=False, logging_level=logging.ERROR,
        )  # fmt: skip
    except Exception as error:  # Ray raises bare ones
        said = str(error).strip().splitlines() or [type(error).__name__]
        raise ConfigError(
            f"cannot start or join: {said[0][:300]}",
            where=f"Ray cluster at {how['address']}",
            remedy="build on a node of the cluster, or --on processes (docs/scaling.md)",
        ) from error
