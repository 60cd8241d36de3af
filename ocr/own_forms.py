"""A chapter's lines in the forms that the grammar knows, whatever its book prints.

In: repaired lines by place, the places of the chapter and of its key. Out: the same places, with
marks, options, numbers and keys respelt, in this order; what a line said before
stands in its notes where it is not told by its new form.
"""

from collections.abc import Mapping, Sequence

from ocr.confusions import Repaired
from ocr.decorations import undecorated
from ocr.key_spellings import respelt
from ocr.numeral_options import lettered_options
from ocr.ordinals import plain_ordinals
from ocr.printed_labels import relabelled

_FORMS = (undecorated, lettered_options, relabelled, plain_ordinals, respelt)


def plain_forms(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter in those forms."""
    found = dict(lines)
    for form in _FORMS:
        found |= form(found, body, key)
    return found
