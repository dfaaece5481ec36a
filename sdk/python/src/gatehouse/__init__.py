"""Python client of the Gatehouse AI gateway."""

from ._client import AsyncGatehouse, Gatehouse
from ._device_login import DeviceCode, DeviceKey, device_login
from ._errors import (
    AuthenticationError,
    BadRequestError,
    BudgetExceededError,
    CircuitOpenError,
    ConfigError,
    ConflictError,
    ConnectionFailedError,
    GatewayError,
    NotFoundError,
    PermissionDeniedError,
    ProviderError,
    RateLimitError,
    RequestTimeoutError,
)
from ._headers import create_headers
from ._metadata import GatewayMetadata
from ._model import Model
from ._raw import AsyncRawAnswer, RawAnswer
from ._stream import AsyncStream, Stream

__version__ = "0.1.0"

__all__ = [
    "AsyncGatehouse",
    "AsyncRawAnswer",
    "AsyncStream",
    "AuthenticationError",
    "BadRequestError",
    "BudgetExceededError",
    "CircuitOpenError",
    "ConfigError",
    "ConflictError",
    "ConnectionFailedError",
    "DeviceCode",
    "DeviceKey",
    "Gatehouse",
    "GatewayError",
    "GatewayMetadata",
    "Model",
    "NotFoundError",
    "PermissionDeniedError",
    "ProviderError",
    "RateLimitError",
    "RawAnswer",
    "RequestTimeoutError",
    "Stream",
    "create_headers",
    "device_login",
]
