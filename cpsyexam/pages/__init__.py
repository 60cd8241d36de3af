"""One design for every page that is written or served: a frame, and one stylesheet."""

from functools import cache

import jinja2


def environment(package: str, folder: str = "") -> jinja2.Environment:
    """Templates of a package's folder, which may extend `frame.html.j2`.

    Texts are escaped in `*.html.j2`; an unknown name in a template is an error.
    """
    own = jinja2.PackageLoader(package, folder)
    return jinja2.Environment(
        loader=jinja2.ChoiceLoader([own, _shared()]),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def style() -> str:
    """The stylesheet, for a server that gives it as a file of its own."""
    return _rendered("style.css.j2")


def script() -> str:
    """What every page's tables need on a narrow screen, for such a server too."""
    return _rendered("tables.js.j2")


def _rendered(name: str) -> str:
    return jinja2.Environment(loader=_shared(), autoescape=True).get_template(name).render()


@cache
def _shared() -> jinja2.PackageLoader:
    return jinja2.PackageLoader("cpsyexam.pages", "")
