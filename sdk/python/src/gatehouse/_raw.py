"""Binary responses: audio, files and other content."""

from types import TracebackType
from typing import AsyncIterator, Iterator, Optional, Type

import httpx

from ._metadata import read_metadata
from ._send import failure_of


class RawAnswer:
    """Can be read once: as a whole, or as a stream."""

    def __init__(self, response: httpx.Response, address: str) -> None:
        self.gateway = read_metadata(response.status_code, response.headers)
        self.headers = response.headers
        self._response = response
        self._address = address

    def __enter__(self) -> "RawAnswer":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def read(self) -> bytes:
        try:
            return self._response.read()
        except httpx.HTTPError as error:
            raise failure_of(error, self._address) from error
        finally:
            self.close()

    def iter_bytes(self) -> Iterator[bytes]:
        try:
            yield from self._response.iter_bytes()
        except httpx.HTTPError as error:
            raise failure_of(error, self._address) from error
        finally:
            self.close()

    def write_to_file(self, path: str) -> None:
        with open(path, "wb") as file:
            for piece in self.iter_bytes():
                file.write(piece)

    def close(self) -> None:
        self._response.close()


class AsyncRawAnswer:
    """The async variant of RawAnswer."""

    def __init__(self, response: httpx.Response, address: str) -> None:
        self.gateway = read_metadata(response.status_code, response.headers)
        self.headers = response.headers
        self._response = response
        self._address = address

    async def __aenter__(self) -> "AsyncRawAnswer":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    async def read(self) -> bytes:
        try:
            return await self._response.aread()
        except httpx.HTTPError as error:
            raise failure_of(error, self._address) from error
        finally:
            await self.close()

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._response.aiter_bytes():
                yield piece
        except httpx.HTTPError as error:
            raise failure_of(error, self._address) from error
        finally:
            await self.close()

    async def write_to_file(self, path: str) -> None:
        with open(path, "wb") as file:
            async for piece in self.iter_bytes():
                file.write(piece)

    async def close(self) -> None:
        await self._response.aclose()
