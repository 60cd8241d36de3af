"""Questions written for concepts → doubts by their text alone: notes, never a refusal."""

import re
from collections.abc import Iterator, Sequence

from concepts.retrieval import Retrieval
from generation.affirming import affirmed, described, foreign, praised, unmentioned
from generation.answers import Question
from generation.clues import DOUBTS as CLUES
from generation.clues import another_described, clues, defines, negative
from generation.contrary import contrary
from generation.form import aimless, flawed
from generation.gates import MANY, OFF_RANK, OFF_SHARE, Item, place, sides
from generation.options import called_one, content, number, own_grams, reworded, shuffled
from generation.recomputed import put_in_wrongly
from generation.synonyms import holds_too, synonymous
from generation.terms import Terms, another_s

# share of the best concept's score, and concepts that come before
ODD_SHARE, ODD_RANK = 0.8, 2
ODD_CASE = 0.45  # a case has words of its own
ODD_BOTH = 0.55  # the mean share by two indices
ODD = "near_another_concept"
TOLD, TOLD_WRONG, TOLD_LEAST = 0.6, 0.34, 4  # shares of an option's pairs of characters in a stem
_NOT = re.compile(r"(?:不是|并非|而非|不属于|不等于|不同于|有别于|区别于|不能|不应|无关|不|非|无)$")
_CONTRAST = re.compile(r"不同|相反|有别|要求|则|并|无关|不符|不是|才")
_DIGIT = re.compile(r"\d")
_SMALL = set("的地得了着过之其所都是为在和与或及以于不")
_LETTER = re.compile(r"(?<![A-Za-z])[A-Z](?:是|指|代表|表示)")
DOUBTS = CLUES | {
    "explanation_for_another": "the explanation states a wrong option and not the right one",
    "explanation_to_the_contrary": "the explanation says less where the right option says more",
    "stem_tells_answer": "most of the right option's words stand in the stem, of the others few",
    "options_alike": "two options differ in the order of characters, or in some that add nothing",
    "another_holds_too": "a wrong option holds of the right one's number, or defines its concept",
    "asked_elsewhere": "a question of another concept asks the same",
    "options_called_one": "the concept or the explanation says that two options are one (又称)",
    "near_another_concept": "the question is nearer to some other concepts than to its own",
    "term_of_another": "another concept's text has the right option's term, and nothing its own",
    "sibling_tells_answer": "another question of the concept has the right option in its stem",
    "solution_uses_other_values": "the solution puts in other values than the stem gives",
    "sibling_same_answer": "a question of the same concept asks the same in other words",
    "nothing_sought": "the stem neither asks nor leaves open what is sought",
    "another_affirmed": "the explanation says that a wrong option is right as well",
    "another_not_ruled_out": "one of some is asked for, and the explanation is silent on one",
    "another_tells_it": "among names one wrong option is a description, or one in another language",
    "name_slip": "a name of the field with one wrong character (艾宾浩丝)",
    "markup_left": "marks of a format (HTML, Markdown, LaTeX) stand in the text",
    "text_torn": "an option or the explanation ends in the middle, or in an open bracket",
    "refers_to_missing": "the stem speaks of a figure, a table or a text that is not there",
    "another_kind_of_question": "the stem asks for something else than one choice",
}


def suspect(
    item: Item, index: Retrieval, longer: Retrieval | None = None, terms: Terms | None = None
) -> list[str]:
    """Doubts about a question by its text alone: notes `doubt:<what> …`.

    `longer` is an index of the same catalogue by longer n-grams; a case that neither index finds
    near its concept is doubted. With `terms` so is a key that is another concept's term.
    """
    found = list(_doubtful(item, index))
    if terms and (other := another_s(item, terms)):
        found.append(("term_of_another", other))
    if longer and all(what != ODD for what, _ in found):
        found += [(ODD, nearest) for nearest in _odd_in_both(item, index, longer)]
    return [f"doubt:{what} {detail}".strip() for what, detail in found]


def _doubtful(item: Item, index: Retrieval) -> Iterator[tuple[str, str]]:
    asked, right, wrong = sides(item.question)
    if other := _explained(asked, right, wrong, content(item.question.explanation)):
        yield "explanation_for_another", other
    if not negative(asked) and (word := contrary(asked, right, wrong, item.question.explanation)):
        yield "explanation_to_the_contrary", word
    if aimless(item.question.stem):
        yield "nothing_sought", item.question.stem[-20:]
    yield from flawed(item.question)
    yield from _second_right(item.question)
    for told in put_in_wrongly(asked, item.question.explanation):
        yield "solution_uses_other_values", told
    shares = [_share(option, asked) for option in (right, *wrong)]
    if len(content(right)) >= TOLD_LEAST and shares[0] >= TOLD and max(shares[1:]) <= TOLD_WRONG:
        yield "stem_tells_answer", right
    options = item.question.options
    if twice := shuffled(options) or reworded(options) or synonymous(options, asked):
        yield "options_alike", " ~ ".join(twice)
    if other := holds_too(right, wrong):
        yield "another_holds_too", other
    if other := defines(item.entry.concept, right, wrong):
        yield "another_holds_too", other
    if one := called_one(options, f"{item.entry.concept.description}。{item.question.explanation}"):
        yield "options_called_one", " = ".join(one)
    yield from clues(asked, right, wrong, index.rarity)
    if other := another_described(item.entry.concept, asked, right, wrong):
        yield "another_described", other
    few_texts = len(index.entries) < MANY
    if item.prompt == "case" and few_texts:
        return  # a case has words of its own
    before, share, nearest = place(item, index)
    theory = ODD_CASE if few_texts else ODD_SHARE
    least = {"case": ODD_CASE, "calculation": OFF_SHARE}.get(item.prompt, theory)
    rank = OFF_RANK if item.prompt == "calculation" else ODD_RANK
    if share < least and before >= rank:
        yield ODD, nearest


def _odd_in_both(item: Item, index: Retrieval, longer: Retrieval) -> Iterator[str]:
    """The nearest concept of a case that is nearer to others by both indices, on average by far."""
    first, second = place(item, index), place(item, longer)
    if item.prompt == "calculation" or len(index.entries) < MANY:
        return
    if min(first[0], second[0]) >= ODD_RANK and (first[1] + second[1]) / 2 < ODD_BOTH:
        yield first[2]


def _second_right(question: Question) -> Iterator[tuple[str, str]]:
    """Wrong options that are right as well, by the explanation or by their form."""
    asked, right, wrong = sides(question)
    told = affirmed(question.answer, wrong, question.explanation)
    if not told and not negative(asked):
        told = praised(right, wrong, question.explanation)
    if told:
        yield "another_affirmed", told
    elif silent := unmentioned(question.stem, right, wrong, question.explanation):
        yield "another_not_ruled_out", silent
    if other := described(right, wrong) or foreign(question.options):
        yield "another_tells_it", other


def _explained(asked: str, right: str, wrong: Sequence[str], said: str) -> str:
    """A wrong option that an explanation states while it does not state the right one, or "".

    Or one all of whose own characters it has, and of the right one's none: of 57 planted wrong
    keys 8 more, of 1,040 good questions 6.
    """
    stated = [option for option in wrong if _stated(content(option), said)]
    own = own_grams(right, wrong)
    few = 2 * sum(gram in said for gram in own) < len(own)
    apart = _DIGIT.search(right) or _LETTER.search(asked)  # an explanation tells all letters of ABC
    if apart:
        return ""
    if len(stated) == 1 and few:
        return stated[0]
    options = (right, *wrong)
    alone = [_alone(option, [o for o in options if o != option]) for option in options]
    shares = [len(chars & set(said)) / len(chars) if chars else 0.0 for chars in alone]
    clear = alone[0] and not shares[0] and sum(share > 0.5 for share in shares) == 1
    best = max(range(4), key=shares.__getitem__)
    return options[best] if clear and shares[best] == 1 and not number(right) else ""


def _alone(option: str, others: Sequence[str]) -> set[str]:
    """The characters that only this option has, but particles."""
    return set(content(option)) - _SMALL - {char for other in others for char in content(other)}


def _stated(option: str, said: str) -> bool:
    """Whether an explanation states an option, and does not deny it there."""
    place = said.find(option) if len(option) >= 2 else -1
    after = said[place + len(option) :]
    return place >= 0 and not _NOT.search(said[:place][-4:]) and not _CONTRAST.match(after)


def _share(option: str, asked: str) -> float:
    """Share of an option's pairs of characters that stand in the stem."""
    text, stem = content(option), content(asked)
    pairs = [text[i : i + 2] for i in range(len(text) - 1)]
    return sum(pair in stem for pair in pairs) / len(pairs) if pairs else 0.0
