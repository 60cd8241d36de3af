"""Where the program begins: Ctrl-C is one line even while its modules are being imported."""

import sys


def main() -> None:
    """Run the command line; see pipeline.cli.main."""
    try:
        from pipeline.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("stopped before anything began\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
