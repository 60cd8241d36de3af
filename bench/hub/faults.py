"""Faults that a test asks the local Hub for."""

import re
from dataclasses import dataclass


@dataclass
class Fault:
    """What goes wrong for the next `times` requests whose "METHOD path" matches `route`.

    `status` is answered instead of doing anything; 0 = do it, then drop the connection, or with
    `cut` answer without the end.
    """

    route: str
    status: int
    times: int = 1
    retry_after: str = ""
    cut: int = 0  # bytes missing at the end of the answer

    def hits(self, method: str, path: str) -> bool:
        """Whether this request fails; counts down."""
        if self.times > 0 and re.search(self.route, f"{method} {path}"):
            self.times -= 1
            return True
        return False
