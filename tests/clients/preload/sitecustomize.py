"""Loaded into Python programs: refuses connections to other machines and appends their names to a file."""

import os
import socket

_LOCAL = ("127.", "::1", "localhost", "0.0.0.0")
_getaddrinfo = socket.getaddrinfo
_connect = socket.socket.connect


def _refuse(host: str) -> None:
    with open(os.environ["GATEHOUSE_OUTSIDE_FILE"], "a", encoding="utf-8") as file:
        file.write(f"{host}\n")
    raise OSError(f"The test refuses connections to {host}.")


def getaddrinfo(host, *args, **kwargs):
    name = host.decode() if isinstance(host, bytes) else host
    if name and not name.startswith(_LOCAL):
        _refuse(name)
    return _getaddrinfo(host, *args, **kwargs)


def connect(self, address):
    if isinstance(address, tuple) and not str(address[0]).startswith(_LOCAL):
        _refuse(str(address[0]))
    return _connect(self, address)


if "GATEHOUSE_OUTSIDE_FILE" in os.environ:
    socket.getaddrinfo = getaddrinfo
    socket.socket.connect = connect
