"""Where the work per item of a build runs: in this process, in processes, or on a Ray cluster."""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field, model_validator

from cpsyexam import taxonomy
from cpsyexam.config import Settings
from cpsyexam.errors import RemoteError
from cpsyexam.executor import INLINE, Executor, Processes, available_cores
from cpsyexam.files import write_text
from cpsyexam.shared_key import seal
from cpsyexam.store import Remote

if TYPE_CHECKING:
    from cpsyexam.executor_ray import Ground

RAY = "ray"


class ExecutorSettings(Settings):
    """Where pages, captures, rules and signatures are worked on. It changes no result, no key."""

    on: Literal["inline", "processes", "ray"] = "processes"  # this process, others, a Ray cluster
    workers: int = Field(default=0, ge=0)  # at once; 0 means one a core
    address: str = ""  # HOST:PORT of a Ray cluster; "" starts one on this machine
    gpus: float = Field(
        default=0, ge=0, le=8
    )  # so much of a GPU for a worker on Ray that reads pages
    store: str = ""  # place of readings, s3://… or file:///…, on Ray of scans too
    memory: int = Field(default=0, ge=0)  # MB that a build may take, its workers included; 0: any

    @property
    def here(self) -> int:
        """Worker processes on this machine."""
        return {"inline": 1, "processes": self.workers or available_cores()}.get(self.on, 0)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.address and self.on != RAY:
            raise ValueError('address is for a Ray cluster: on = "ray"')
        if self.gpus and self.on != RAY:
            raise ValueError('gpus are asked of a Ray cluster: on = "ray"')
        if self.gpus > 1 and self.gpus % 1:
            raise ValueError("gpus above one are whole ones")
        if self.store and not re.match("[a-z0-9]+://.", self.store):
            raise ValueError("store is a URL such as s3://bucket/exam or file:///shared/exam")
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
    from cpsyexam.ray_cluster import cluster, room
    from cpsyexam.runner import code_digest

    token = secrets.token_hex(16)
    name = f"witness-{token}" if settings.store else ".witness"
    ground = Ground(
        folder=str(Path.cwd()),
        witness=name if settings.store else os.path.relpath(build / name),
        token=token,
        code=code_digest(code_packages()),
        known=taxonomy.current(),
        store=settings.store,
        proof=seal(token),
    )
    with (
        cluster(settings.address, settings.workers or available_cores()) as address,
        _witness(ground),
        RayExecutor(settings.workers or room(), address, ground, settings.gpus) as executor,
    ):
        yield executor


@contextmanager
def _witness(ground: "Ground") -> Iterator[None]:
    """What shows nodes that they see what the builder sees."""
    if not ground.store:
        write_text(Path(ground.witness), ground.token)
        yield
        return
    place = Remote(ground.store) / ground.witness
    place.write_text(ground.token)
    try:
        yield
    finally:
        with suppress(RemoteError, OSError):
            place.delete()
