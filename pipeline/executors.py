"""Where the work per item of a build runs: in this process, in processes, or on a Ray cluster."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from cpsyexam import taxonomy
from cpsyexam.config import Settings
from cpsyexam.executor import INLINE, Executor, Processes, available_cores
from cpsyexam.files import write_text

RAY = "ray"


class ExecutorSettings(Settings):
    """Where captures are parsed and pages are read. It changes no result and no stage's key."""

    on: Literal["inline", "processes", "ray"] = "processes"  # this process, others, a Ray cluster
    workers: int = Field(default=0, ge=0)  # at once; 0 means one a core
    address: str = ""  # HOST:PORT of a Ray cluster; "" starts one on this machine
    memory: int = Field(default=0, ge=0)  # MB; a build that would take more is refused; 0: none is

    @property
    def here(self) -> int:
        """Worker processes on this machine."""
        return {"inline": 1, "processes": self.workers or available_cores()}.get(self.on, 0)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.address and self.on != RAY:
            raise ValueError('address is for a Ray cluster: on = "ray"')
        return self


@contextmanager
def opened(settings: ExecutorSettings, build: Path) -> Iterator[Executor]:
    """The executor for the length of a block.

    `build` is the build folder, which the nodes of a cluster must see. Raises ConfigError where a
    cluster cannot be reached.
    """
    workers = settings.workers or available_cores()
    if settings.on == "inline":
        yield INLINE
    elif settings.on == "processes":
        yield Processes(workers)
    else:
        with _on_ray(settings, build) as executor:
            yield executor


@contextmanager
def _on_ray(settings: ExecutorSettings, build: Path) -> Iterator[Executor]:
    from cpsyexam.executor_ray import Ground, RayExecutor, code_packages
    from cpsyexam.ray_cluster import cluster, cores
    from cpsyexam.runner import code_digest

    ground = Ground(
        folder=str(Path.cwd()),
        witness=os.path.relpath(build / ".witness"),
        token=secrets.token_hex(16),
        code=code_digest(code_packages()),
        known=taxonomy.current(),
    )
    with cluster(settings.address, settings.workers or available_cores()) as address:
        write_text(Path(ground.witness), ground.token)
        with RayExecutor(settings.workers or cores(), address, ground) as executor:
            yield executor
