"""`make hub`: a Hub on this machine that the real client speaks with, until it is stopped."""

import re
import signal
import subprocess
import sys

from huggingface_hub import HfApi

from bench.hub.__main__ import OWNER, TOKEN


def test_a_rehearsal_says_what_to_type_and_answers_the_real_client() -> None:
    command = [sys.executable, "-m", "bench.hub", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        told = [running.stdout.readline() for _ in range(5)]
        url, token = re.search(r"HF_ENDPOINT=(\S+) HF_TOKEN=(\S+)", told[2]).groups()  # type: ignore[union-attr]
        api = HfApi(endpoint=url, token=token)
        assert api.whoami()["name"] == OWNER
        assert token == TOKEN
        api.create_repo(f"{OWNER}/exam", repo_type="dataset", private=True)
        assert api.repo_info(f"{OWNER}/exam", repo_type="dataset").private
        api.upload_file(
            path_or_fileobj=b"PAR1", path_in_repo="a.parquet", repo_id=f"{OWNER}/exam",
            repo_type="dataset",
        )  # fmt: skip
        assert api.file_exists(f"{OWNER}/exam", "a.parquet", repo_type="dataset")
        running.send_signal(signal.SIGINT)
        assert running.wait() == 0


def test_a_port_in_use_is_one_line() -> None:
    command = [sys.executable, "-m", "bench.hub", "--port", "99999"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: port 99999:")
    assert done.stderr.count("\n") == 1
