"""The station on its address."""

import contextlib
import socket
import webbrowser

import uvicorn

from cpsyexam.errors import ConfigError
from cpsyexam.terminal import say
from pipeline.terminal import echo
from reviewing.station.app import app
from reviewing.station.station import Station

LOCAL = ("127.0.0.1", "localhost", "::1")


def serve(station: Station, host: str, port: int, link: str, *, browser: bool) -> None:
    """Serve a station until Ctrl-C; every opinion is on the disk already. ConfigError for a port
    that is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once (TCP_NODELAY) only where the protocol is named
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        raise ConfigError(
            f"cannot listen there: {error.strerror}",
            where=f"{host}:{port}",
            remedy="give another --port, or 0 for a free one",
        ) from error
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}{link}"
    local = host in LOCAL
    if not local:
        echo("warning: keys and questions travel unencrypted; use it only in a network that "
                   "you trust, or behind a proxy with TLS", err=True)  # fmt: skip
    echo(say("{} items; {}  (Ctrl-C ends it)", station.desk.size, address))
    if browser and local:
        webbrowser.open(address)
    served = app(station) if local else app(station, ("*",))
    config = uvicorn.Config(served, log_level="warning", access_log=False, lifespan="off")
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
