"""The admin API clients. A separate module, so that applications need not load them."""

from typing import Any, Dict, Mapping, Optional

from ._admin_call import AdminSend, AsyncAdminSend
from ._async_transport import AsyncTransport
from ._client import first_layer
from ._generated_admin import AdminResources
from ._generated_async_admin import AsyncAdminResources
from ._send import address_of
from ._transport import Transport

Headers = Optional[Mapping[str, Optional[str]]]


class GatehouseAdmin(AdminResources):
    """admin = GatehouseAdmin(api_key="..."); admin.virtual_keys.create(name="openai main", provider="openai", key="...")"""

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        http_client: Any = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Headers = None,
    ) -> None:
        layer = first_layer(_key(api_key), timeout, max_retries, headers)
        self._transport = Transport(address_of(base_url), [layer], http_client)
        super().__init__(AdminSend(self._transport))

    def close(self) -> None:
        self._transport.client.close()

    def __enter__(self) -> "GatehouseAdmin":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<GatehouseAdmin {self._transport.writer.address}>"


class AsyncGatehouseAdmin(AsyncAdminResources):
    """The async variant of GatehouseAdmin."""

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        http_client: Any = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Headers = None,
    ) -> None:
        layer = first_layer(_key(api_key), timeout, max_retries, headers)
        self._transport = AsyncTransport(address_of(base_url), [layer], http_client)
        super().__init__(AsyncAdminSend(self._transport))

    async def close(self) -> None:
        await self._transport.client.aclose()

    async def __aenter__(self) -> "AsyncGatehouseAdmin":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncGatehouseAdmin {self._transport.writer.address}>"


def _key(api_key: Optional[str]) -> Dict[str, Any]:
    return {} if api_key is None else {"api_key": api_key}
