"""Every error that a person may see.

CpsyexamError               could not be done (exit code 2)
├── ConfigError             a recipe or a source's TOML cannot be used
├── SourceError             a capture, scan or bank cannot be read
│   └── ScanError           a file is to be read as a scan
├── StageError              a stage broke its contract (row law, schema)
├── BusyError               another run holds the build folder
├── RemoteError             a site or the Hub did not do what was asked
└── ReleaseError            the answer is "no": a check of a release failed (exit code 1)
"""


class CpsyexamError(Exception):
    """What went wrong, where, and what to do about it, in one line."""

    exit_code = 2

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.what, self.where, self.remedy = what, where, remedy
        super().__init__(self.line())

    def line(self) -> str:
        """The message as one line: `where: what; remedy`."""
        text = f"{self.where}: {self.what}" if self.where else self.what
        text = f"{text}; {self.remedy}" if self.remedy else text
        return " ".join(text.split())


class ConfigError(CpsyexamError):
    """A recipe or a source's TOML cannot be used."""


class SourceError(CpsyexamError):
    """A capture, scan or bank cannot be read."""


class ScanError(SourceError):
    """A file holds no text that is worth reading: it is to be read as a scan."""


class StageError(CpsyexamError):
    """A stage broke its contract."""


class BusyError(CpsyexamError):
    """Another run holds the build folder."""


class RemoteError(CpsyexamError):
    """A site or the Hub did not do what was asked."""


class ReleaseError(CpsyexamError):
    """A check of a release failed."""

    exit_code = 1
