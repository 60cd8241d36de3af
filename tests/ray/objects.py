"""An object store on this machine that speaks S3: moto's server, from an environment of its own."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SERVER = Path(os.environ.get("CPSYEXAM_MOTO") or ".venv/moto/bin/moto_server").absolute()


@contextmanager
def bucket(patch: pytest.MonkeyPatch) -> Iterator[str]:
    """URL of a place in an empty bucket; processes of this one are told how to reach it."""
    if not SERVER.is_file():
        pytest.skip("moto has its own environment: make test-ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(SERVER), "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    told = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    for name, value in told.items():
        patch.setenv(name, value)
    try:
        _make("exam", port)
        yield "s3://exam/build"
    finally:
        server.kill()
        server.wait()


def _make(name: str, port: int) -> None:
    from pyarrow import fs

    own = fs.S3FileSystem(
        endpoint_override=f"127.0.0.1:{port}", scheme="http", allow_bucket_creation=True
    )
    for _ in range(60):
        try:
            own.create_dir(name)
        except OSError:
            time.sleep(0.5)
        else:
            return
    pytest.fail("moto's server does not answer")
