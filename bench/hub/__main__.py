"""`make hub`: rehearse a push. What is pushed lies in memory until the server is stopped."""

import argparse
import sys
import threading

from bench.hub.server import Hub

OWNER, TOKEN = "me", "hf_rehearsal"


def main() -> int:
    """Serve until Ctrl-C; returns the exit status."""
    parser = argparse.ArgumentParser(prog="make hub", description=__doc__)
    parser.add_argument("--port", type=int, default=8011)
    port = parser.parse_args().port
    try:
        hub = Hub({TOKEN: OWNER}, port=port)
    except (OSError, OverflowError) as error:
        print(f"error: port {port}: {error}; name another: make hub PORT=8012", file=sys.stderr)
        return 2
    with hub:
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
