"""`make hub`: rehearse a push. What is pushed is forgotten when the server is stopped."""

import argparse
import sys
import tempfile
import threading
from pathlib import Path

from bench.hub.server import Hub

OWNER, TOKEN = "me", "hf_rehearsal"


def main() -> int:
    """Serve until Ctrl-C; returns the exit status."""
    parser = argparse.ArgumentParser(prog="make hub", description=__doc__)
    parser.add_argument("--port", type=int, default=8011)
    port = parser.parse_args().port
    with tempfile.TemporaryDirectory() as store:  # of clients with hf_xet; others send to memory
        try:
            hub = Hub({TOKEN: OWNER}, Path(store), port=port)
        except (OSError, OverflowError) as error:
            print(f"error: port {port}: {error}; name another: make hub PORT=8012", file=sys.stderr)
            return 2
        with hub:
            _serve(hub)
    return 0


def _serve(hub: Hub) -> None:
    print(f"A Hub for rehearsals at {hub.url}; Ctrl-C stops it and forgets what was pushed.")
    print("In another terminal:")
    print(f"  export HF_ENDPOINT={hub.url} HF_TOKEN={TOKEN}")
    print(f"  make push REPO={OWNER}/exam")
    load = f"import datasets; print(datasets.load_dataset('{OWNER}/exam'))"
    print(f'  .venv/bin/python -c "{load}"')
    sys.stdout.flush()
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    sys.exit(main())
