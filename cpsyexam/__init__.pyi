from pipeline.api import (
    audit as audit,
)
from pipeline.api import (
    build as build,
)
from pipeline.api import (
    deduplicate as deduplicate,
)
from pipeline.api import (
    inspect as inspect,
)
from pipeline.api import (
    known as known,
)
from pipeline.api import (
    label as label,
)
from pipeline.api import (
    load_release as load_release,
)
from pipeline.api import (
    parse as parse,
)
from pipeline.api import (
    read_bank as read_bank,
)
from pipeline.api import (
    shuffle as shuffle,
)
from pipeline.api import (
    split as split,
)

__version__: str
