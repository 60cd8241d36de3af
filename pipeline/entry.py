"""Where the program begins: Ctrl-C is one line even while its modules are being imported."""

import os
import sys

# read when polars is loaded: memory that it frees is the system's again half a second later
FREED = ("_RJEM_MALLOC_CONF", "dirty_decay_ms:500,muzzy_decay_ms:0")


def main() -> None:
    """Run the command line; see pipeline.cli.main."""
    os.environ.setdefault(*FREED)
    try:
        from pipeline.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("stopped before anything began\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
