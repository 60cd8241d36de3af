"""A Ray cluster of several nodes on this machine, and the processes in it that a test may kill."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from cpsyexam.executor_ray import Ground, RayExecutor, code_packages
from cpsyexam.runner import code_digest
from cpsyexam.shared_key import seal
from cpsyexam.taxonomy import current

QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}
CORES = 2  # of each node
STORE = 80 * 2**20  # bytes of shared memory of each node


class Nodes:
    """Three nodes; the head has the cluster's address. Ray is told of GPUs that are none."""

    def __init__(self, gpus: int = 0) -> None:
        from ray.cluster_utils import Cluster

        how = {"num_cpus": CORES, "object_store_memory": STORE, "include_dashboard": False}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args=how)
        for _ in range(2):
            self.add(gpus)

    @property
    def address(self) -> str:
        """HOST:PORT."""
        return str(self.cluster.address)

    def add(self, gpus: int = 0) -> None:
        """One more node."""
        self.cluster.add_node(
            num_cpus=CORES, num_gpus=gpus, object_store_memory=STORE, include_dashboard=False
        )

    def executor(self, workers: int, gpus: float = 0.0, **changed: str) -> RayExecutor:
        """Workers on these nodes, for a ground that is this folder and this code."""
        ground = {"folder": str(Path.cwd()), "witness": "", "token": "",
                  "code": code_digest(code_packages()), **changed}  # fmt: skip
        ground = {"proof": seal(ground["token"]), **ground}
        return RayExecutor(workers, self.address, Ground(**ground, known=current()), gpus)

    def raylets(self) -> list[int]:
        """Process ids of the nodes that live."""
        found = [n.all_processes["raylet"][0].process for n in self.cluster.list_all_nodes()]
        return [process.pid for process in found if process.poll() is None]

    def actors(self) -> list[int]:
        """Process ids of the actors that hold workers."""
        return [pid for pid in below(os.getpid()) if command(pid).startswith("ray::Host")]

    def workers(self) -> list[int]:
        """Process ids of the kernel's worker processes."""
        held = [pid for actor in self.actors() for pid in below(actor)]
        return [pid for pid in held if "spawn_main" in command(pid)]

    def end(self) -> None:
        """End all nodes."""
        self.cluster.shutdown()


def below(parent: int) -> Iterator[int]:
    """All processes that a process started, and theirs."""
    with suppress(OSError):  # processes come and go
        for task in Path(f"/proc/{parent}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield int(child)
                yield from below(int(child))


def command(pid: int) -> str:
    """The command line of a process; "" where it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


def kill(pid: int) -> bool:
    """Kill -9; False where there is nothing to kill."""
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False
