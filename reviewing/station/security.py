"""What every answer carries and every request must: headers, hosts, sizes."""

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 4 * 2**20  # bytes; a stem of 100 KB is 900 KB in a form
COOKIE = "cpsyexam_review"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; frame-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# a saved page: no script, no form, no network; its own styles are harmless
SAVED_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Refuses foreign hosts (DNS rebinding), foreign origins and large bodies; sets headers."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer what is wrong with it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", PAGE_POLICY)
            await send(message)

        await (refusal or self.app)(scope, receive, send_with)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if "*" not in self.hosts and host.rpartition(":")[0] not in self.hosts:
            return PlainTextResponse("unknown host", 400)
        if scope["method"] == "POST":
            origin = headers.get("origin")
            if origin and origin not in (f"http://{host}", f"https://{host}"):
                return PlainTextResponse("another site's form", 403)
            length = headers.get("content-length", "")
            if not length.isdigit() or int(length) > LARGEST_BODY:
                return PlainTextResponse("too large", 413)
        return None
