"""A chapter's lines in the forms that the grammar knows, whatever its book prints.

In: repaired lines by place, the places of the chapter and of its key. Out: the same places, with
marks, options, numbers and keys respelt, in this order; what a line said before
stands in its notes where it is not told by its new form.
"""

from collections.abc import Mapping, Sequence

from ocr.habits.confusions import Repaired
from ocr.habits.decorations import undecorated
from ocr.habits.key_spellings import respelt
from ocr.habits.numeral_options import lettered_options
from ocr.habits.ordinals import plain_ordinals
from ocr.habits.printed_labels import relabelled

_FORMS = (undecorated, lettered_options, relabelled, plain_ordinals, respelt)


def plain_forms(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter in those forms."""
    found = dict(lines)
    for form in _FORMS:
        found |= form(found, body, key)
    return found
