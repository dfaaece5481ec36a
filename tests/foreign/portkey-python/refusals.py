"""
The calls of the portkey-ai package that the gateway refuses, each with the reason. A call that is listed here must
fail, and every other call must succeed: delete a line as soon as its call works.
"""

from typing import Dict, Optional

REFUSED: Dict[str, str] = {
    "generations.create": "the package raises TypeError in this deprecated method",
}

REFUSED_FEATURES: Dict[str, str] = {
    "mcp_integrations.": "the gateway has no MCP",
    "mcp_servers.": "the gateway has no MCP",
}


def why_refused(name: str) -> Optional[str]:
    feature = next((prefix for prefix in REFUSED_FEATURES if name.startswith(prefix)), None)
    return REFUSED.get(name) or (REFUSED_FEATURES[feature] if feature else None)
