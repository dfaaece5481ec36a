"""The gateway's metadata of a response, from its headers."""

import re
from dataclasses import dataclass
from typing import Mapping, Optional


@dataclass(frozen=True)
class GatewayMetadata:
    status: int
    trace_id: Optional[str]
    request_id: Optional[str]
    provider: Optional[str]
    """Slug of the provider that responded."""
    target: Optional[str]
    """Config path of the target that responded: config.targets[1]."""
    target_index: Optional[int]
    """The last index of that path, or None without targets."""
    cache_status: Optional[str]
    """HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED."""
    retry_count: Optional[int]
    """Retries of that target before it responded; -1 if they were exhausted."""
    attempts: Optional[int]
    """Calls to that target; None if its retries were exhausted."""


def read_metadata(status: int, headers: Mapping[str, str]) -> GatewayMetadata:
    target = headers.get("x-gateway-last-used-option-index")
    index = re.search(r"\[(\d+)\]$", target or "")
    count = headers.get("x-gateway-retry-attempt-count")
    retry_count = int(count) if count and re.fullmatch(r"-?\d+", count) else None
    return GatewayMetadata(
        status=status,
        trace_id=headers.get("x-gateway-trace-id"),
        request_id=headers.get("x-gateway-request-id"),
        provider=headers.get("x-gateway-provider"),
        target=target,
        target_index=int(index.group(1)) if index else None,
        cache_status=headers.get("x-gateway-cache-status"),
        retry_count=retry_count,
        attempts=None if retry_count is None or retry_count < 0 else retry_count + 1,
    )
