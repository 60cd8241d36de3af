"""The duplicates report as one HTML page without outside parts."""

from collections.abc import Mapping, Sequence

from jinja2 import Environment

from cleaning.duplicates.report import Finding

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Duplicates</title><style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .2rem .8rem; text-align: left }
section { border-top: 1px solid #ccc; padding: .6rem 0 } h2 { font-size: 1rem; margin: .3rem 0 }
article { margin: .4rem 0 .4rem 1rem } small { color: #666 } mark { background: #ffd54d }
ol { margin: .2rem 0; list-style: upper-alpha }
</style></head><body>
<h1>Duplicates</h1>
<p>Differences from the first question of each block are marked. Doubt: 0 sure, 1 for a person to
decide. Exact copies are only counted.</p>
<table><tr><th>edge</th><th>pairs</th></tr>
{% for kind, count in counts.items() %}<tr><td>{{ kind }}</td><td>{{ count }}</td></tr>
{% endfor %}</table>
{% for f in findings %}<section>
<h2>{{ f.kind }} <small>doubt {{ "%.2f" | format(f.doubt) }}</small></h2>
{% for s in f.shown %}<article><small>{{ s.raw_id }} · {{ s.source }} · {{ s.fate }}
{%- if s.reason %} · {{ s.reason }}{% endif %}</small>
<div>{{ pieces(s.stem) }}</div><ol>{% for o in s.options %}<li>{{ pieces(o) }}</li>{% endfor %}</ol>
{% if s.key %}<div>{{ s.key }}</div>{% endif %}</article>{% endfor %}</section>
{% endfor %}</body></html>
"""
_PIECES = (
    "{% macro pieces(parts) %}{% for text, differs in parts %}"
    "{% if differs %}<mark>{{ text }}</mark>{% else %}{{ text }}{% endif %}"
    "{% endfor %}{% endmacro %}"
)


def page(findings: Sequence[Finding], counts: Mapping[str, int]) -> str:
    """The report as HTML; texts are escaped."""
    template = Environment(autoescape=True).from_string(_PIECES + _PAGE)
    return template.render(findings=findings, counts=counts)
