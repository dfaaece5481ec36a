"""
The calls of the portkey-ai package that the gateway refuses, each with the reason. A call that is listed here must
fail, and every other call must succeed: delete a line as soon as its call works.
"""

from typing import Dict, Optional

REFUSED: Dict[str, str] = {
    "admin.workspaces.list": "not accepted yet",
    "admin.workspaces.list (page)": "not accepted yet",
    "admin.workspaces.list (exact_name)": "not accepted yet",
    "admin.workspaces.update (free defaults)": "not accepted yet",
    "admin.users.invites.create (named key)": "not accepted yet",
    "admin.workspaces.users.create": "not accepted yet",
    "admin.workspaces.users.create (second workspace)": "not accepted yet",
    "admin.workspaces.users.retrieve": "not accepted yet",
    "admin.workspaces.users.update": "not accepted yet",
    "admin.workspaces.users.delete": "not accepted yet",
    "api_keys.create (organisation, service)": "not accepted yet",
    "api_keys.create (workspace, service)": "not accepted yet",
    "api_keys.create (workspace, user)": "not accepted yet",
    "api_keys.create (limits, defaults and expiry)": "not accepted yet",
    "api_keys.retrieve": "not accepted yet",
    "api_keys.update": "not accepted yet",
    "api_keys.delete": "not accepted yet",
    "configs.update": "not accepted yet",
    "configs.update (status)": "not accepted yet",
    "integrations.create": "not accepted yet",
    "integrations.list": "not accepted yet",
    "integrations.list (type)": "not accepted yet",
    "integrations.retrieve": "not accepted yet",
    "integrations.update": "not accepted yet",
    "integrations.models.update": "not accepted yet",
    "integrations.models.update (custom model)": "not accepted yet",
    "integrations.models.list": "not accepted yet",
    "integrations.models.delete": "not accepted yet",
    "integrations.workspaces.update": "not accepted yet",
    "integrations.workspaces.update (limits per workspace)": "not accepted yet",
    "integrations.workspaces.list": "not accepted yet",
    "providers.create": "not accepted yet",
    "providers.create (limits)": "not accepted yet",
    "providers.list": "not accepted yet",
    "providers.retrieve": "not accepted yet",
    "providers.update": "not accepted yet",
    "providers.update (reset_usage)": "not accepted yet",
    "providers.delete": "not accepted yet",
    "integrations.delete": "not accepted yet",
    "labels.create (organization_id)": "not accepted yet",
    "labels.list (organization_id)": "not accepted yet",
    "generations.create": "the package raises TypeError in this deprecated method",
    "prompts.partials.list (collection_id)": "not accepted yet",
    "prompts.partials.update": "not accepted yet",
    "batches.output": "not accepted yet",
    "logs.exports.cancel": "not accepted yet",
    "analytics.graphs.requests (every filter)": "not accepted yet",
    "analytics.groups.workspaces": "not accepted yet",
    "admin.workspaces.delete": "not accepted yet",
    "admin.workspaces.delete (name)": "not accepted yet",
}

REFUSED_FEATURES: Dict[str, str] = {
    "guardrails.": "the gateway has no guardrails",
    "mcp_integrations.": "the gateway has no MCP",
    "mcp_servers.": "the gateway has no MCP",
}


def why_refused(name: str) -> Optional[str]:
    feature = next((prefix for prefix in REFUSED_FEATURES if name.startswith(prefix)), None)
    return REFUSED.get(name) or (REFUSED_FEATURES[feature] if feature else None)
