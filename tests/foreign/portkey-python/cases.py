"""Every admin method of the portkey-ai package for Python, called as its documentation shows."""

import json
from dataclasses import dataclass
from typing import Any, Callable, Optional

LOG_SCOPES = ["logs.export", "logs.list", "logs.view"]
REQUESTS_PER_MINUTE = [{"type": "requests", "unit": "rpm", "value": 100}]
MONTHLY = {"credit_limit": 10, "alert_threshold": 9, "periodic_reset": "monthly"}
PERIOD = {"time_of_generation_min": "2024-01-01T00:00:00.000Z", "time_of_generation_max": "2034-01-01T00:00:00.000Z"}
EXPORT_PERIOD = {"time_of_generation_min": "2024-10-20", "time_of_generation_max": "2034-10-30"}
COLUMNS = "requests,cost,total_tokens,avg_latency,p95_latency,success_rate,error_count,cache_hit_rate,last_seen"
TRACE = "trace-of-the-python-suite"
MESSAGES = json.dumps([
    {"role": "system", "content": "You greet in {{language}}."},
    {"role": "user", "content": [{"type": "text", "text": "Greet {{name}}"}]},
])
VARIABLES = {"language": "French", "name": "Ada"}
SOME = "some-id"
CHECK = {"id": "default.wordCount", "parameters": {"minWords": 1, "maxWords": 100}}
FEEDBACK = {"feedback": {"value": 5, "weight": 1, "metadata": ""}}
ACTIONS = {"deny": True, "async": False, "on_success": FEEDBACK, "on_fail": FEEDBACK}


@dataclass
class Case:
    method: str
    form: Optional[str]
    call: Callable[[Any], Any]
    keep: Optional[str] = None

    @property
    def name(self) -> str:
        return self.method if self.form is None else f"{self.method} ({self.form})"


CASES: "list[Case]" = []


def case(method: str, call: Callable[[Any], Any], form: Optional[str] = None, keep: Optional[str] = None) -> None:
    CASES.append(Case(method, form, call, keep))


# Workspaces, users, invitations, API keys
case("admin.workspaces.create", lambda s: s.admin.admin.workspaces.create(
    name=s.unique("Workspace"), description="A workspace", defaults={"metadata": {"environment": "production"}}),
    keep="workspace")
case("admin.workspaces.create", lambda s: s.admin.admin.workspaces.create(name=s.unique("Team"), users=[]),
     "users", "team")
case("admin.workspaces.list", lambda s: s.admin.admin.workspaces.list())
case("admin.workspaces.list", lambda s: s.admin.admin.workspaces.list(page_size=10, current_page=0, name="Work"), "page")
case("admin.workspaces.list", lambda s: s.admin.admin.workspaces.list(exact_name="Workspace"), "exact_name")
case("admin.workspaces.retrieve", lambda s: s.admin.admin.workspaces.retrieve(workspace_id=s.id("workspace")))
case("admin.workspaces.retrieve", lambda s: s.admin.admin.workspaces.retrieve(workspace_id=s.slug("workspace")), "slug")
case("admin.workspaces.update", lambda s: s.admin.admin.workspaces.update(
    workspace_id=s.id("workspace"), name=s.unique("Workspace"), description="Another", defaults={"metadata": {"x": "y"}}))
case("admin.workspaces.update", lambda s: s.admin.admin.workspaces.update(
    workspace_id=s.id("workspace"), name=s.unique("Workspace"), description="Another", defaults={"x": "y"}),
    "free defaults")
case("admin.users.invites.create", lambda s: s.admin.admin.users.invites.create(
    email=s.email("invited"), role="member", workspaces=[{"id": s.slug("workspace"), "role": "admin"}],
    workspace_api_key_details={"scopes": ["workspaces.list", *LOG_SCOPES]}), keep="invite")
case("admin.users.invites.create", lambda s: s.admin.admin.users.invites.create(
    email=s.email("named"), role="member", workspaces=[{"id": s.slug("workspace"), "role": "member"}],
    workspace_api_key_details={"name": "Key of the invitation", "expiry": "2034-01-01T00:00:00Z", "metadata": {"team": "a"},
                               "scopes": LOG_SCOPES}), "named key")
case("admin.users.invites.create", lambda s: s.admin.admin.users.invites.create(
    email=s.email("nowhere"), role="admin"), "no workspaces")
case("admin.users.invites.list", lambda s: s.admin.admin.users.invites.list(email=s.email("invited")))
case("admin.users.invites.list", lambda s: s.admin.admin.users.invites.list(
    page_size=5, current_page=0, role="member", status="pending"), "page")
case("admin.users.invites.retrieve", lambda s: s.admin.admin.users.invites.retrieve(invite_id=s.id("invite")))
case("admin.users.invites.resend", lambda s: s.admin.admin.users.invites.resend(invite_id=s.id("invite")))
case("admin.users.list", lambda s: s.admin.admin.users.list())
case("admin.users.list", lambda s: s.admin.admin.users.list(
    page_size=5, current_page=0, role="member", email=s.email("person")), "page")
case("admin.users.retrieve", lambda s: s.admin.admin.users.retrieve(user_id=s.id("person")))
case("admin.users.update", lambda s: s.admin.admin.users.update(user_id=s.id("person"), role="member"))
case("admin.workspaces.users.create", lambda s: s.admin.admin.workspaces.users.create(
    workspace_id=s.id("team"), users=[{"id": s.id("person"), "role": "member"}]))
case("admin.workspaces.users.list", lambda s: s.admin.admin.workspaces.users.list(workspace_id=s.id("team")))
case("admin.workspaces.users.list", lambda s: s.admin.admin.workspaces.users.list(
    workspace_id=s.id("team"), page_size=5, current_page=0, role="member", email=s.email("person")), "page")
case("admin.workspaces.users.retrieve", lambda s: s.admin.admin.workspaces.users.retrieve(
    workspace_id=s.id("team"), user_id=s.id("person")))
case("admin.workspaces.users.update", lambda s: s.admin.admin.workspaces.users.update(
    workspace_id=s.id("team"), user_id=s.id("person"), role="admin"))
case("admin.workspaces.users.delete", lambda s: s.admin.admin.workspaces.users.delete(
    workspace_id=s.id("team"), user_id=s.id("person")))
case("api_keys.create", lambda s: s.admin.api_keys.create(
    name=s.unique("Service key"), type="organisation", sub_type="service", workspace_id=s.id("workspace"),
    scopes=[*LOG_SCOPES, "configs.create", "configs.update", "configs.delete", "configs.read", "configs.list",
            "virtual_keys.create", "virtual_keys.update", "virtual_keys.delete", "virtual_keys.read",
            "virtual_keys.list", "virtual_keys.copy"]), "organisation, service")
case("api_keys.create", lambda s: s.admin.api_keys.create(
    name=s.unique("Workspace key"), type="workspace", sub_type="service", workspace_id=s.id("workspace"),
    scopes=LOG_SCOPES), "workspace, service", "api key")
case("admin.workspaces.users.create", lambda s: s.admin.admin.workspaces.users.create(
    workspace_id=s.id("workspace"), users=[{"id": s.id("person"), "role": "member"}]), "second workspace")
case("api_keys.create", lambda s: s.admin.api_keys.create(
    name=s.unique("Key of a person"), type="workspace", sub_type="user", workspace_id=s.id("workspace"),
    user_id=s.id("person"), scopes=LOG_SCOPES), "workspace, user")
case("api_keys.create", lambda s: s.admin.api_keys.create(
    name=s.unique("Limited key"), description="For a batch job", type="workspace", sub_type="service",
    workspace_id=s.id("workspace"), scopes=LOG_SCOPES, rate_limits=REQUESTS_PER_MINUTE, usage_limits=MONTHLY,
    defaults={"metadata": {"team": "a"}}, expires_at="2034-01-01T00:00:00Z"), "limits, defaults and expiry")
case("api_keys.list", lambda s: s.admin.api_keys.list())
case("api_keys.list", lambda s: s.admin.api_keys.list(page_size=5, current_page=0, workspace_id=s.id("workspace")), "page")
case("api_keys.retrieve", lambda s: s.admin.api_keys.retrieve(id=s.id("api key")))
case("api_keys.update", lambda s: s.admin.api_keys.update(
    id=s.id("api key"), name=s.unique("Renamed key"), rate_limits=REQUESTS_PER_MINUTE,
    scopes=["logs.list", "logs.view"]))
case("api_keys.delete", lambda s: s.admin.api_keys.delete(id=s.id("api key")))

# Virtual keys, configs, integrations, providers
case("virtual_keys.create", lambda s: s.workspace.virtual_keys.create(
    name=s.unique("Mock"), provider="mock", key="unused"), keep="mock")
case("virtual_keys.create", lambda s: s.workspace.virtual_keys.create(
    name=s.unique("Limited"), provider="openai", key="sk-x", note="n", usage_limits=MONTHLY,
    rate_limits=REQUESTS_PER_MINUTE), "limits", "virtual key")
case("virtual_keys.create", lambda s: s.workspace.virtual_keys.create(
    name=s.unique("Azure"), provider="azure-openai", key="k", apiVersion="2024-06-01", resourceName="res",
    deploymentName="dep"), "Azure, one deployment")
case("virtual_keys.create", lambda s: s.workspace.virtual_keys.create(
    name=s.unique("Azure"), provider="azure-openai", key="k", resourceName="res", deploymentConfig=[
        {"apiVersion": "2024-06-01", "alias": "gpt4o", "is_default": True, "deploymentName": "dep"},
        {"apiVersion": "2024-06-01", "alias": "mini", "deploymentName": "dep-mini"}]), "Azure, deploymentConfig")
case("virtual_keys.create", lambda s: s.workspace.virtual_keys.create(
    name=s.unique("Bedrock"), provider="bedrock", key="bedrock", awsAccessKeyId="AKIA", awsSecretAccessKey="s",
    awsRegion="us-east-1"), "Bedrock")
case("virtual_keys.create", lambda s: s.workspace.virtual_keys.create(
    name=s.unique("Vertex"), provider="vertex-ai", key="vertex", vertexProjectId="p", vertexRegion="us-central1"),
    "Vertex AI", "unused virtual key")
case("virtual_keys.create", lambda s: s.admin.virtual_keys.create(
    name=s.unique("Key"), provider="openai", key="sk-x", workspace_id=s.id("workspace")), "workspace_id")
case("virtual_keys.list", lambda s: s.workspace.virtual_keys.list())
case("virtual_keys.list", lambda s: s.admin.virtual_keys.list(workspace_id=s.id("workspace")), "workspace_id")
case("virtual_keys.retrieve", lambda s: s.workspace.virtual_keys.retrieve(slug=s.slug("virtual key")))
case("virtual_keys.update", lambda s: s.workspace.virtual_keys.update(
    slug=s.slug("virtual key"), name=s.unique("Renamed"), note="hello", rate_limits=REQUESTS_PER_MINUTE))
case("virtual_keys.delete", lambda s: s.workspace.virtual_keys.delete(slug=s.slug("virtual key")))
case("configs.create", lambda s: s.workspace.configs.create(
    name=s.unique("Config"), config={"retry": {"attempts": 3}, "cache": {"mode": "simple"}}), keep="config")
case("configs.create", lambda s: s.admin.configs.create(
    name=s.unique("Config"), config={"retry": {"attempts": 3}}, workspace_id=s.id("workspace")),
    "workspace_id", "admin config")
case("configs.create", lambda s: s.workspace.configs.create(
    name=s.unique("Config"), is_default=0, config={"retry": {"attempts": 3}}), "is_default")
case("configs.list", lambda s: s.workspace.configs.list())
case("configs.list", lambda s: s.admin.configs.list(workspace_id=s.id("workspace")), "workspace_id")
case("configs.retrieve", lambda s: s.workspace.configs.retrieve(slug=s.slug("config")))
case("configs.update", lambda s: s.workspace.configs.update(
    slug=s.slug("config"), name=s.unique("Config"), config={"retry": {"attempts": 3}, "cache": {"mode": "semantic"}}))
case("configs.update", lambda s: s.workspace.configs.update(
    slug=s.slug("config"), name=s.unique("Config"), config={"retry": {"attempts": 3}}, status="active"), "status")
case("configs.delete", lambda s: s.workspace.configs.delete(slug=s.slug("config")))
case("configs.delete", lambda s: s.admin.configs.delete(id=s.id("admin config")), "id")
case("integrations.create", lambda s: s.admin.integrations.create(
    name=s.unique("OpenAI"), ai_provider_id="openai", key="sk-x", slug=s.word("openai"), description="All teams"),
    keep="integration")
case("integrations.create", lambda s: s.admin.integrations.create(
    name=s.unique("Azure"), ai_provider_id="azure-openai", key="k", configurations={
        "azure_auth_mode": "default", "azure_resource_name": "res", "azure_deployment_config": [
            {"azure_deployment_name": "dep", "azure_api_version": "2024-06-01", "azure_model_slug": "gpt-4o",
             "is_default": True}]}), "Azure configurations")
case("integrations.list", lambda s: s.admin.integrations.list())
case("integrations.list", lambda s: s.admin.integrations.list(current_page=0, page_size=10, type="all"), "type")
case("integrations.retrieve", lambda s: s.admin.integrations.retrieve(slug=s.slug("integration")))
case("integrations.update", lambda s: s.admin.integrations.update(
    slug=s.slug("integration"), name=s.unique("OpenAI"), description="Every team", key="sk-y"))
case("integrations.models.update", lambda s: s.admin.integrations.models.update(
    slug=s.slug("integration"), allow_all_models=True, models=[{"slug": "gpt-4o", "enabled": True}]))
case("integrations.models.update", lambda s: s.admin.integrations.models.update(
    slug=s.slug("integration"), models=[{
        "slug": "ft-support", "enabled": True, "is_custom": True, "is_finetune": True, "base_model_slug": "gpt-4o",
        "pricing_config": {"type": "static", "pay_as_you_go": {
            "request_token": {"price": 0.001}, "response_token": {"price": 0.002}}}}]), "custom model")
case("integrations.models.list", lambda s: s.admin.integrations.models.list(slug=s.slug("integration")))
case("integrations.models.delete", lambda s: s.admin.integrations.models.delete(
    slug=s.slug("integration"), slugs="ft-support"))
case("integrations.workspaces.update", lambda s: s.admin.integrations.workspaces.update(
    slug=s.slug("integration"), global_workspace_access={"enabled": True}, workspaces=[]))
# Before any limit is set: the package declares lists of limits as objects and cannot read one.
case("integrations.workspaces.list", lambda s: s.admin.integrations.workspaces.list(slug=s.slug("integration")))
case("integrations.workspaces.update", lambda s: s.admin.integrations.workspaces.update(
    slug=s.slug("integration"), override_existing_workspaces_access=True, workspaces=[{
        "id": s.id("workspace"), "enabled": True, "rate_limits": REQUESTS_PER_MINUTE,
        "usage_limits": [{"type": "cost", **MONTHLY}]}]), "limits per workspace")
case("providers.create", lambda s: s.admin.providers.create(
    name=s.unique("Provider"), integration_id=s.slug("integration"), workspace_id=s.id("workspace"),
    slug=s.word("provider"), note="n"), keep="provider")
case("providers.list", lambda s: s.admin.providers.list(workspace_id=s.id("workspace")))
case("providers.create", lambda s: s.admin.providers.create(
    name=s.unique("Limited"), integration_id=s.slug("integration"), workspace_id=s.id("workspace"),
    usage_limits=MONTHLY, rate_limits=REQUESTS_PER_MINUTE, expires_at="2034-01-01T00:00:00Z"), "limits")
case("providers.retrieve", lambda s: s.admin.providers.retrieve(
    slug=s.slug("provider"), workspace_id=s.id("workspace")))
case("providers.update", lambda s: s.admin.providers.update(
    slug=s.slug("provider"), name=s.unique("Provider"), note="n", workspace_id=s.id("workspace")))
case("providers.update", lambda s: s.admin.providers.update(
    slug=s.slug("provider"), workspace_id=s.id("workspace"), reset_usage=True), "reset_usage")
case("providers.delete", lambda s: s.admin.providers.delete(slug=s.slug("provider"), workspace_id=s.id("workspace")))
case("integrations.delete", lambda s: s.admin.integrations.delete(slug=s.slug("integration")))

# Collections, labels, prompts, partials
case("collections.create", lambda s: s.workspace.collections.create(name=s.unique("Collection")), keep="collection")
case("collections.create", lambda s: s.admin.collections.create(
    name=s.unique("Collection"), workspace_id=s.id("workspace")), "workspace_id")
case("collections.create", lambda s: s.workspace.collections.create(
    name=s.unique("Child"), parent_collection_id=s.id("collection")), "parent_collection_id", "child")
case("collections.list", lambda s: s.workspace.collections.list(current_page=0, page_size=10, search="Coll"))
case("collections.retrieve", lambda s: s.workspace.collections.retrieve(s.id("collection")))
case("collections.retrieve", lambda s: s.workspace.collections.retrieve(collection_id=s.id("collection")), "keyword")
case("collections.update", lambda s: s.workspace.collections.update(s.id("collection"), name=s.unique("Collection")))
case("labels.create", lambda s: s.workspace.labels.create(
    name=s.word("label"), description="d", color_code="#FF5733"), keep="label")
case("labels.create", lambda s: s.admin.labels.create(name=s.word("label-w"), workspace_id=s.id("workspace")),
     "workspace_id")
case("labels.create", lambda s: s.admin.labels.create(name=s.word("label-o"), organization_id=s.organisation_id()), "organization_id")
case("labels.list", lambda s: s.workspace.labels.list(current_page=0, page_size=10))
case("labels.list", lambda s: s.admin.labels.list(organization_id=s.organisation_id()), "organization_id")
case("labels.retrieve", lambda s: s.workspace.labels.retrieve(s.id("label")))
case("labels.update", lambda s: s.workspace.labels.update(
    s.id("label"), name=s.word("renamed"), description="x", color_code="#000000"))
case("prompts.create", lambda s: s.workspace.prompts.create(**s.greeting()), keep="prompt")
case("prompts.create", lambda s: s.workspace.prompts.create(
    **s.greeting(), tools=[{"type": "function", "function": {"name": "greet", "parameters": {}}}],
    tool_choice={"type": "function", "function": {"name": "greet"}}, template_metadata={"team": "a"}), "tools")
case("prompts.create", lambda s: s.workspace.prompts.create(
    name=s.unique("Text"), collection_id=s.id("collection"), string="Say hello to {{name}}", parameters={},
    virtual_key=s.slug("mock"), model="mock-1"), "text")
case("prompts.list", lambda s: s.workspace.prompts.list(
    collection_id=s.id("collection"), current_page=0, page_size=10, search="Greeting"))
case("prompts.list", lambda s: s.admin.prompts.list(workspace_id=s.id("workspace")), "workspace_id")
case("prompts.retrieve", lambda s: s.workspace.prompts.retrieve(s.slug("prompt")))
case("prompts.update", lambda s: s.workspace.prompts.update(
    s.slug("prompt"), **{**s.greeting(), "version_description": "Second version"}))
case("prompts.versions.list", lambda s: s.workspace.prompts.versions.list(s.slug("prompt")))
case("prompts.versions.retrieve", lambda s: s.workspace.prompts.versions.retrieve(
    s.slug("prompt"), s.version_id("prompt")))
case("prompts.versions.update", lambda s: s.workspace.prompts.versions.update(
    s.slug("prompt"), s.version_id("prompt"), label_id=s.id("label")))
case("prompts.publish", lambda s: s.workspace.prompts.publish(s.slug("prompt"), version=2))
case("prompts.render", lambda s: s.workspace.prompts.render(prompt_id=s.slug("prompt"), variables=VARIABLES))
case("prompts.render", lambda s: s.workspace.prompts.render(
    prompt_id=s.slug("prompt"), variables=VARIABLES, temperature=0.1, max_tokens=5, top_k=1, top_p=0.5), "parameters")
case("prompts.completions.create", lambda s: s.workspace.prompts.completions.create(
    prompt_id=s.slug("prompt"), variables=VARIABLES, max_tokens=5))
case("prompts.completions.create", lambda s: s.workspace.prompts.completions.create(
    prompt_id=s.slug("prompt"), variables=VARIABLES, stream=True), "stream")
case("generations.create", lambda s: s.workspace.generations.create(
    prompt_id=s.slug("prompt"), variables=VARIABLES))
case("prompts.partials.create", lambda s: s.workspace.prompts.partials.create(
    name=s.unique("Partial"), string="partial {{x}}", version_description="v"), keep="partial")
case("prompts.partials.create", lambda s: s.admin.prompts.partials.create(
    name=s.unique("Partial"), string="partial {{x}}", workspace_id=s.id("workspace")), "workspace_id")
case("prompts.partials.list", lambda s: s.workspace.prompts.partials.list())
case("prompts.partials.list", lambda s: s.workspace.prompts.partials.list(collection_id=s.id("collection")),
     "collection_id")
case("prompts.partials.retrieve", lambda s: s.workspace.prompts.partials.retrieve(s.slug("partial")))
case("prompts.partials.update", lambda s: s.workspace.prompts.partials.update(
    s.slug("partial"), name=s.unique("Partial"), string="partial 2 {{x}}", description="d", status="active"))
case("prompts.partials.versions.list", lambda s: s.workspace.prompts.partials.versions.list(s.slug("partial")))
case("prompts.partials.publish", lambda s: s.workspace.prompts.partials.publish(s.slug("partial"), version=1))
case("prompts.partials.delete", lambda s: s.workspace.prompts.partials.delete(s.slug("partial")))
case("prompts.delete", lambda s: s.workspace.prompts.delete(s.slug("prompt")))
case("labels.delete", lambda s: s.workspace.labels.delete(s.id("label")))
case("collections.delete", lambda s: s.workspace.collections.delete(s.id("child")))

# Feedback, logs, exports, analytics, plain methods
case("post", lambda s: s.mock.post("/chat/completions", model="mock-1", messages=[{"role": "user", "content": "x"}]))
case("get", lambda s: s.workspace.get(path="/models"))
case("put", lambda s: s.workspace.put(
    path=f"/virtual-keys/{s.slug('mock')}", body={"note": "By the put method"}))
case("delete", lambda s: s.workspace.delete(path=f"/virtual-keys/{s.slug('unused virtual key')}"))
case("batches.output", lambda s: s.mock.batches.output(s.id("batch")))
case("feedback.create", lambda s: s.workspace.feedback.create(
    trace_id=TRACE, value=1, weight=0.5, metadata={"a": "b"}), keep="feedback")
case("feedback.bulk_create", lambda s: s.workspace.feedback.bulk_create(
    feedbacks=[{"trace_id": TRACE, "value": 1}, {"trace_id": TRACE, "value": 0, "weight": 0.5}]))
case("feedback.update", lambda s: s.workspace.feedback.update(feedback_id=s.feedback_id(), value=5))
case("logs.create", lambda s: s.workspace.logs.create(
    request={"url": "https://provider.example/model/generate", "method": "POST",
             "headers": {"Content-Type": "application/json"}, "body": {"prompt": "What is AI?"}},
    response={"status": 200, "headers": {"Content-Type": "application/json"}, "body": {"response": "A field"},
              "response_time": 123},
    metadata={"user_id": "123", "user_name": "Ada"}))
case("logs.exports.create", lambda s: s.workspace.logs.exports.create(
    filters=EXPORT_PERIOD, description="All logs", workspace_id=s.id("default workspace"),
    requested_data=["id", "trace_id", "created_at", "request", "response", "ai_org", "ai_model", "cost"]), keep="export")
case("logs.exports.create", lambda s: s.admin.logs.exports.create(
    filters={**EXPORT_PERIOD, "ai_org_model": ["openai__gpt-4o"], "status_code": "200"},
    workspace_id=s.id("default workspace"), requested_data=["id"]), "admin key", "second export")
case("logs.exports.retrieve", lambda s: s.workspace.logs.exports.retrieve(export_id=s.id("export")))
case("logs.exports.list", lambda s: s.workspace.logs.exports.list(workspace_id=s.id("default workspace")))
case("logs.exports.update", lambda s: s.workspace.logs.exports.update(
    export_id=s.id("export"), workspace_id=s.id("default workspace"),
    filters={"time_of_generation_max": "2034-07-25"}))
case("logs.exports.cancel", lambda s: s.admin.logs.exports.cancel(export_id=s.id("second export")))
case("logs.exports.start", lambda s: s.workspace.logs.exports.start(export_id=s.id("export")))
case("logs.exports.download", lambda s: s.finished_export())
for graph in ("requests", "cost", "latency", "tokens", "users", "users_requests", "errors", "errors_rate",
              "errors_stacks", "errors_status_codes", "requests_rescued", "cache_hit_rate", "cache_latency",
              "feedbacks", "feedbacks_ai_models", "feedbacks_scores", "feedbacks_weighted"):
    case(f"analytics.graphs.{graph}", lambda s, graph=graph: getattr(s.workspace.analytics.graphs, graph)(**PERIOD))
case("analytics.graphs.requests", lambda s: s.workspace.analytics.graphs.requests(
    **PERIOD, total_units_min=0, total_units_max=1000000, cost_min=0, cost_max=100, prompt_token_min=0,
    prompt_token_max=1000000, completion_token_min=0, completion_token_max=1000000, status_code="200,500",
    weighted_feedback_min=-10, weighted_feedback_max=10, order_by="requests", order_by_type="desc",
    virtual_keys="a,b", configs="c", api_key_ids="00000000-0000-0000-0000-000000000000",
    ai_org_model="openai__gpt-4o", metadata='{"_user":"ada"}', cache_status="hit,miss"), "every filter")
case("analytics.groups.users", lambda s: s.workspace.analytics.groups.users(**PERIOD, page_size=10, current_page=0))
case("analytics.groups.ai_models", lambda s: s.workspace.analytics.groups.ai_models(**PERIOD))
case("analytics.groups.workspaces", lambda s: s.admin.analytics.groups.workspaces(**PERIOD))
case("analytics.groups.metadata", lambda s: s.workspace.analytics.groups.metadata(metadata_key="_user", **PERIOD))
for group in ("ai_service", "model", "status_code", "api_key", "config", "workspace", "provider", "prompt"):
    case("analytics.groups.group_by", lambda s, group=group: s.admin.analytics.groups.group_by(
        group_by=group, **PERIOD, columns=COLUMNS, include_total=True), group)
case("analytics.summary.cache", lambda s: s.workspace.analytics.summary.cache(**PERIOD))

# Guardrails
case("guardrails.create", lambda s: s.admin.guardrails.create(
    name="Guardrail", checks=[CHECK], actions=ACTIONS, workspace_id=s.id("workspace")), keep="guardrail")
case("guardrails.list", lambda s: s.admin.guardrails.list(workspace_id=s.id("workspace")))
case("guardrails.retrieve", lambda s: s.admin.guardrails.retrieve(guardrail_id=s.id("guardrail")))
case("guardrails.update", lambda s: s.admin.guardrails.update(guardrail_id=s.slug("guardrail"), name="Renamed"))
case("guardrails.delete", lambda s: s.admin.guardrails.delete(guardrail_id=s.id("guardrail")))

# MCP
case("mcp_integrations.create", lambda s: s.admin.mcp_integrations.create(
    name="MCP", url="https://mcp.example/mcp", auth_type="none", transport="http"))
case("mcp_integrations.list", lambda s: s.admin.mcp_integrations.list(type="all", page_size=10))
case("mcp_integrations.retrieve", lambda s: s.admin.mcp_integrations.retrieve(mcp_integration_id=SOME))
case("mcp_integrations.update", lambda s: s.admin.mcp_integrations.update(mcp_integration_id=SOME, name="Renamed"))
case("mcp_integrations.delete", lambda s: s.admin.mcp_integrations.delete(mcp_integration_id=SOME))
case("mcp_integrations.sync", lambda s: s.admin.mcp_integrations.sync(
    mcp_integration_id=SOME, server_info={"name": "MCP"}))
case("mcp_integrations.test", lambda s: s.admin.mcp_integrations.test(mcp_integration_id=SOME))
case("mcp_integrations.workspaces.list", lambda s: s.admin.mcp_integrations.workspaces.list(mcp_integration_id=SOME))
case("mcp_integrations.workspaces.update", lambda s: s.admin.mcp_integrations.workspaces.update(
    mcp_integration_id=SOME, workspaces=[{"id": s.id("workspace"), "enabled": True}]))
case("mcp_integrations.capabilities.list", lambda s: s.admin.mcp_integrations.capabilities.list(
    mcp_integration_id=SOME))
case("mcp_integrations.capabilities.update", lambda s: s.admin.mcp_integrations.capabilities.update(
    mcp_integration_id=SOME, capabilities=[{"name": "search", "type": "tool", "enabled": True}]))
case("mcp_integrations.metadata.retrieve", lambda s: s.admin.mcp_integrations.metadata.retrieve(
    mcp_integration_id=SOME))
case("mcp_servers.create", lambda s: s.admin.mcp_servers.create(name="Server", mcp_integration_id=SOME))
case("mcp_servers.list", lambda s: s.admin.mcp_servers.list(workspace_id=s.id("workspace")))
case("mcp_servers.retrieve", lambda s: s.admin.mcp_servers.retrieve(mcp_server_id=SOME))
case("mcp_servers.update", lambda s: s.admin.mcp_servers.update(mcp_server_id=SOME, name="Renamed"))
case("mcp_servers.delete", lambda s: s.admin.mcp_servers.delete(mcp_server_id=SOME))
case("mcp_servers.test", lambda s: s.admin.mcp_servers.test(mcp_server_id=SOME))
case("mcp_servers.get_tokens", lambda s: s.admin.mcp_servers.get_tokens(mcp_server_id=SOME))
case("mcp_servers.update_tokens", lambda s: s.admin.mcp_servers.update_tokens(mcp_server_id=SOME, access_token="t"))
case("mcp_servers.delete_tokens", lambda s: s.admin.mcp_servers.delete_tokens(mcp_server_id=SOME))
case("mcp_servers.get_client_info", lambda s: s.admin.mcp_servers.get_client_info(mcp_server_id=SOME))
case("mcp_servers.capabilities.list", lambda s: s.admin.mcp_servers.capabilities.list(mcp_server_id=SOME))
case("mcp_servers.capabilities.update", lambda s: s.admin.mcp_servers.capabilities.update(
    mcp_server_id=SOME, capabilities=[{"name": "search", "type": "tool", "enabled": True}]))
case("mcp_servers.capabilities.sync", lambda s: s.admin.mcp_servers.capabilities.sync(
    mcp_server_id=SOME, capabilities=[{"name": "search", "type": "tool"}]))
case("mcp_servers.user_access.check", lambda s: s.admin.mcp_servers.user_access.check(mcp_server_id=SOME))
case("mcp_servers.user_access.list", lambda s: s.admin.mcp_servers.user_access.list(mcp_server_id=SOME))
case("mcp_servers.user_access.update", lambda s: s.admin.mcp_servers.user_access.update(
    mcp_server_id=SOME, user_access=[{"user_id": SOME, "enabled": True}]))
case("mcp_servers.metadata.retrieve", lambda s: s.admin.mcp_servers.metadata.retrieve(mcp_server_id=SOME))
case("mcp_servers.metadata.sync", lambda s: s.admin.mcp_servers.metadata.sync(mcp_server_id=SOME, title="Server"))

# Removals
case("admin.users.invites.delete", lambda s: s.admin.admin.users.invites.delete(invite_id=s.id("invite")))
case("admin.users.delete", lambda s: s.admin.admin.users.delete(user_id=s.id("person")))
case("admin.workspaces.delete", lambda s: s.admin.admin.workspaces.delete(workspace_id=s.id("team")))
case("admin.workspaces.create", lambda s: s.admin.admin.workspaces.create(name=s.unique("Empty")), "to delete", "empty")
case("admin.workspaces.delete", lambda s: s.admin.admin.workspaces.delete(
    workspace_id=s.id("empty"), name=s.unique("Empty")), "name")
