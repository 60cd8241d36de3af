"""URLs as strangers write them: which can be asked at all, and references made absolute."""

from urllib.parse import urljoin, urlsplit

LONGEST = 2083  # characters of a URL, as Scrapy has it


def refusal(url: str) -> str:
    """Why a URL cannot be asked by any crawl, "" where it can: only whole http and https URLs."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        return f"no URL: {error}"
    if parts.scheme not in ("http", "https"):
        return f"scheme {parts.scheme or 'missing'} is not http or https"
    if not parts.hostname or port == 0:
        return "no host" if port != 0 else "port 0"
    if parts.username is not None:
        return "holds a user name"
    if len(url) > LONGEST:
        return f"longer than {LONGEST} characters"
    return ""


def place_of(url: str) -> str:
    """Path and query of a URL; all of it where it is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return parts.path + (f"?{parts.query}" if parts.query else "")


def absolute(base: str, reference: str) -> str:
    """A reference of a page as a URL without its fragment; "" where it is none."""
    try:
        return urljoin(base, reference).partition("#")[0]
    except ValueError:  # "http://[::1" and its like
        return ""
