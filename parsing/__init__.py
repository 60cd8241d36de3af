"""The grammar of question papers: lines of text → questions. Pure; opens nothing."""

from parsing.alarm import told
from parsing.grammar import parse
from parsing.records import Hints, Leftover, Mark, Parsed, Printed

__all__ = ["Hints", "Leftover", "Mark", "Parsed", "Printed", "parse", "told"]
