"""GENERATED from contract/options.json: every option of a request, its header and its type."""

from typing import Any, Dict, Mapping, Optional, Sequence, TypeVar, Union

from ._not_given import NOT_GIVEN, NotGiven, given

OPTION_HEADERS: Dict[str, str] = {
    "api_key": "x-gateway-api-key",
    "provider": "x-gateway-provider",
    "virtual_key": "x-gateway-virtual-key",
    "config": "x-gateway-config",
    "custom_host": "x-gateway-custom-host",
    "trace_id": "x-gateway-trace-id",
    "metadata": "x-gateway-metadata",
    "cache_force_refresh": "x-gateway-cache-force-refresh",
    "cache_namespace": "x-gateway-cache-namespace",
    "request_timeout": "x-gateway-request-timeout",
    "forward_headers": "x-gateway-forward-headers",
    "debug": "x-gateway-debug",
    "workspace_id": "x-gateway-workspace-id",
    "strict_open_ai_compliance": "x-gateway-strict-open-ai-compliance",
    "default_input_guardrails": "x-gateway-default-input-guardrails",
    "default_output_guardrails": "x-gateway-default-output-guardrails",
    "anthropic_version": "x-gateway-anthropic-version",
    "anthropic_beta": "x-gateway-anthropic-beta",
    "azure_foundry_url": "x-gateway-cloud-a-foundry-url",
    "cloud_a_foundry_url": "x-gateway-cloud-a-foundry-url",
    "azure_deployment_name": "x-gateway-cloud-a-deployment-name",
    "cloud_a_deployment_name": "x-gateway-cloud-a-deployment-name",
    "azure_extra_parameters": "x-gateway-cloud-a-extra-parameters",
    "cloud_a_extra_parameters": "x-gateway-cloud-a-extra-parameters",
    "azure_api_version": "x-gateway-cloud-a-api-version",
    "cloud_a_api_version": "x-gateway-cloud-a-api-version",
    "azure_ad_token": "x-gateway-cloud-a-ad-token",
    "cloud_a_ad_token": "x-gateway-cloud-a-ad-token",
    "azure_auth_mode": "x-gateway-cloud-a-auth-mode",
    "cloud_a_auth_mode": "x-gateway-cloud-a-auth-mode",
    "azure_entra_tenant_id": "x-gateway-cloud-a-entra-tenant-id",
    "cloud_a_entra_tenant_id": "x-gateway-cloud-a-entra-tenant-id",
    "azure_entra_client_id": "x-gateway-cloud-a-entra-client-id",
    "cloud_a_entra_client_id": "x-gateway-cloud-a-entra-client-id",
    "azure_entra_client_secret": "x-gateway-cloud-a-entra-client-secret",
    "cloud_a_entra_client_secret": "x-gateway-cloud-a-entra-client-secret",
    "azure_entra_scope": "x-gateway-cloud-a-entra-scope",
    "cloud_a_entra_scope": "x-gateway-cloud-a-entra-scope",
    "azure_managed_client_id": "x-gateway-cloud-a-managed-client-id",
    "cloud_a_managed_client_id": "x-gateway-cloud-a-managed-client-id",
    "azure_workload_client_id": "x-gateway-cloud-a-workload-client-id",
    "cloud_a_workload_client_id": "x-gateway-cloud-a-workload-client-id",
    "azure_resource_name": "x-gateway-cloud-a-resource-name",
    "cloud_a_resource_name": "x-gateway-cloud-a-resource-name",
    "azure_deployment_id": "x-gateway-cloud-a-deployment-id",
    "cloud_a_deployment_id": "x-gateway-cloud-a-deployment-id",
    "azure_model_name": "x-gateway-cloud-a-model-name",
    "cloud_a_model_name": "x-gateway-cloud-a-model-name",
    "azure_deployments": "x-gateway-cloud-a-deployments",
    "cloud_a_deployments": "x-gateway-cloud-a-deployments",
    "aws_region": "x-gateway-cloud-c-region",
    "cloud_c_region": "x-gateway-cloud-c-region",
    "aws_access_key_id": "x-gateway-cloud-c-access-key-id",
    "cloud_c_access_key_id": "x-gateway-cloud-c-access-key-id",
    "aws_secret_access_key": "x-gateway-cloud-c-secret-access-key",
    "cloud_c_secret_access_key": "x-gateway-cloud-c-secret-access-key",
    "aws_session_token": "x-gateway-cloud-c-session-token",
    "cloud_c_session_token": "x-gateway-cloud-c-session-token",
    "aws_auth_type": "x-gateway-cloud-c-auth-type",
    "cloud_c_auth_type": "x-gateway-cloud-c-auth-type",
    "aws_role_arn": "x-gateway-cloud-c-role-arn",
    "cloud_c_role_arn": "x-gateway-cloud-c-role-arn",
    "aws_external_id": "x-gateway-cloud-c-external-id",
    "cloud_c_external_id": "x-gateway-cloud-c-external-id",
    "aws_sts_endpoint": "x-gateway-cloud-c-sts-endpoint",
    "cloud_c_sts_endpoint": "x-gateway-cloud-c-sts-endpoint",
    "snowflake_account": "x-gateway-snowflake-account",
    "modal_key": "x-gateway-modal-key",
    "modal_secret": "x-gateway-modal-secret",
    "openai_organization": "x-gateway-openai-organization",
    "openai_project": "x-gateway-openai-project",
    "openai_beta": "x-gateway-openai-beta",
    "oracle_region": "x-gateway-oracle-region",
    "oracle_compartment_id": "x-gateway-oracle-compartment-id",
    "predibase_tenant_id": "x-gateway-predibase-tenant-id",
    "amzn_sagemaker_custom_attributes": "x-gateway-amzn-sagemaker-custom-attributes",
    "amzn_sagemaker_target_model": "x-gateway-amzn-sagemaker-target-model",
    "amzn_sagemaker_target_variant": "x-gateway-amzn-sagemaker-target-variant",
    "amzn_sagemaker_target_container_hostname": "x-gateway-amzn-sagemaker-target-container-hostname",
    "amzn_sagemaker_inference_id": "x-gateway-amzn-sagemaker-inference-id",
    "amzn_sagemaker_enable_explanations": "x-gateway-amzn-sagemaker-enable-explanations",
    "amzn_sagemaker_inference_component": "x-gateway-amzn-sagemaker-inference-component",
    "amzn_sagemaker_session_id": "x-gateway-amzn-sagemaker-session-id",
    "vertex_project_id": "x-gateway-cloud-b-project-id",
    "cloud_b_project_id": "x-gateway-cloud-b-project-id",
    "vertex_region": "x-gateway-cloud-b-region",
    "cloud_b_region": "x-gateway-cloud-b-region",
    "vertex_llm_request_type": "x-gateway-cloud-b-llm-request-type",
    "cloud_b_llm_request_type": "x-gateway-cloud-b-llm-request-type",
    "vertex_service_account_json": "x-gateway-cloud-b-service-account-json",
    "cloud_b_service_account_json": "x-gateway-cloud-b-service-account-json",
    "workers_ai_account_id": "x-gateway-workers-ai-account-id",
}

Self = TypeVar("Self", bound="OptionArguments")


class OptionArguments:
    """The arguments that every client takes, when it is made and in with_options()."""

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        http_client: Any = None,
        api_key: Union[str, None, NotGiven] = NOT_GIVEN,
        provider: Union[str, None, NotGiven] = NOT_GIVEN,
        virtual_key: Union[str, None, NotGiven] = NOT_GIVEN,
        config: Union[Union[str, Mapping[str, Any]], None, NotGiven] = NOT_GIVEN,
        custom_host: Union[str, None, NotGiven] = NOT_GIVEN,
        trace_id: Union[str, None, NotGiven] = NOT_GIVEN,
        metadata: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN,
        cache_force_refresh: Union[bool, None, NotGiven] = NOT_GIVEN,
        cache_namespace: Union[str, None, NotGiven] = NOT_GIVEN,
        request_timeout: Union[int, None, NotGiven] = NOT_GIVEN,
        forward_headers: Union[Union[Sequence[str], str], None, NotGiven] = NOT_GIVEN,
        debug: Union[bool, None, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, None, NotGiven] = NOT_GIVEN,
        strict_open_ai_compliance: Union[bool, None, NotGiven] = NOT_GIVEN,
        default_input_guardrails: Union[Union[str, Sequence[Union[str, Mapping[str, Any]]]], None, NotGiven] = NOT_GIVEN,
        default_output_guardrails: Union[Union[str, Sequence[Union[str, Mapping[str, Any]]]], None, NotGiven] = NOT_GIVEN,
        anthropic_version: Union[str, None, NotGiven] = NOT_GIVEN,
        anthropic_beta: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_foundry_url: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_foundry_url: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_deployment_name: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_name: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_extra_parameters: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_extra_parameters: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_api_version: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_api_version: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_ad_token: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_ad_token: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_auth_mode: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_auth_mode: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_entra_tenant_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_entra_tenant_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_entra_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_entra_client_secret: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_secret: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_entra_scope: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_entra_scope: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_managed_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_managed_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_workload_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_workload_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_resource_name: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_resource_name: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_deployment_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_model_name: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_model_name: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_deployments: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_deployments: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_region: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_region: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_access_key_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_access_key_id: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_secret_access_key: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_secret_access_key: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_session_token: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_session_token: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_auth_type: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_auth_type: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_role_arn: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_role_arn: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_external_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_external_id: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_sts_endpoint: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_sts_endpoint: Union[str, None, NotGiven] = NOT_GIVEN,
        snowflake_account: Union[str, None, NotGiven] = NOT_GIVEN,
        modal_key: Union[str, None, NotGiven] = NOT_GIVEN,
        modal_secret: Union[str, None, NotGiven] = NOT_GIVEN,
        openai_organization: Union[str, None, NotGiven] = NOT_GIVEN,
        openai_project: Union[str, None, NotGiven] = NOT_GIVEN,
        openai_beta: Union[str, None, NotGiven] = NOT_GIVEN,
        oracle_region: Union[str, None, NotGiven] = NOT_GIVEN,
        oracle_compartment_id: Union[str, None, NotGiven] = NOT_GIVEN,
        predibase_tenant_id: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_custom_attributes: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_model: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_variant: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_container_hostname: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_id: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_enable_explanations: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_component: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_session_id: Union[str, None, NotGiven] = NOT_GIVEN,
        vertex_project_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_b_project_id: Union[str, None, NotGiven] = NOT_GIVEN,
        vertex_region: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_b_region: Union[str, None, NotGiven] = NOT_GIVEN,
        vertex_llm_request_type: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_b_llm_request_type: Union[str, None, NotGiven] = NOT_GIVEN,
        vertex_service_account_json: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_b_service_account_json: Union[str, None, NotGiven] = NOT_GIVEN,
        workers_ai_account_id: Union[str, None, NotGiven] = NOT_GIVEN,
        authorization: Union[str, None, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, Optional[str]]] = None,
        **custom_headers: Any,
    ) -> None:
        """All arguments are optional.

        base_url: the gateway's address with /v1; GATEWAY_BASE_URL, or http://127.0.0.1:8787/v1, when absent.
        http_client: an httpx.Client (httpx.AsyncClient for the async one) of your own.
        api_key: The gateway key that authenticates the caller.
        provider: Provider slug; the credential comes from Authorization.
        virtual_key: Identifier of a stored provider credential.
        config: A config object, or the identifier of a saved one.
        custom_host: Base URL to send to instead of the provider’s own, with its version segment.
        trace_id: Identifier of one or more related requests; generated for each request if absent.
        metadata: Labels of the request, for filtering logs and analytics.
        cache_force_refresh: Skips the cache lookup and stores the new response in the cache.
        cache_namespace: Partitions the cache by this string instead of the metadata.
        request_timeout: Milliseconds after which an attempt is aborted.
        forward_headers: Names of headers passed to the provider unchanged, including sensitive ones.
        debug: false excludes the bodies of this request from the logs.
        workspace_id: With an Admin key: the workspace that is charged for the request.
        strict_open_ai_compliance: In translated responses, false adds content_blocks with thinking and true removes all thinking.
        default_input_guardrails: Guardrails that check this request in addition to those of the config: ids, or a JSON list.
        default_output_guardrails: Guardrails that check the response in addition to those of the config: ids, or a JSON list.
        anthropic_version: API version, sent as anthropic-version; 2023-06-01 when nobody names one.
        anthropic_beta: Beta features to switch on, sent as anthropic-beta.
        azure_foundry_url: URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1.
        cloud_a_foundry_url: the same as azure_foundry_url.
        azure_deployment_name: Deployment of a managed endpoint, sent as azureml-model-deployment.
        cloud_a_deployment_name: the same as azure_deployment_name.
        azure_extra_parameters: What Azure does with parameters that the model does not know; drop when absent.
        cloud_a_extra_parameters: the same as azure_extra_parameters.
        azure_api_version: API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1.
        cloud_a_api_version: the same as azure_api_version.
        azure_ad_token: Entra ID access token, sent as a bearer token instead of the api-key.
        cloud_a_ad_token: the same as azure_ad_token.
        azure_auth_mode: ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity.
        cloud_a_auth_mode: the same as azure_auth_mode.
        azure_entra_tenant_id: Entra ID tenant of the application, with auth mode entra.
        cloud_a_entra_tenant_id: the same as azure_entra_tenant_id.
        azure_entra_client_id: Client id of the application, with auth mode entra.
        cloud_a_entra_client_id: the same as azure_entra_client_id.
        azure_entra_client_secret: Client secret of the application, with auth mode entra.
        cloud_a_entra_client_secret: the same as azure_entra_client_secret.
        azure_entra_scope: Scope of the access token; https://cognitiveservices.azure.com/.default when absent.
        cloud_a_entra_scope: the same as azure_entra_scope.
        azure_managed_client_id: Client id of a user-assigned managed identity, with auth mode managed.
        cloud_a_managed_client_id: the same as azure_managed_client_id.
        azure_workload_client_id: Client id of the workload identity; AZURE_CLIENT_ID when absent.
        cloud_a_workload_client_id: the same as azure_workload_client_id.
        azure_resource_name: Resource name: the first label of its host.
        cloud_a_resource_name: the same as azure_resource_name.
        azure_deployment_id: Deployment; the model name of the request when absent.
        cloud_a_deployment_id: the same as azure_deployment_id.
        azure_model_name: The model behind the deployment, for records, prices and budgets; the deployment id when absent.
        cloud_a_model_name: the same as azure_model_name.
        azure_deployments: Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default.
        cloud_a_deployments: the same as azure_deployments.
        aws_region: Region; us-east-1 when absent.
        cloud_c_region: the same as aws_region.
        aws_access_key_id: Access key id, for signed requests.
        cloud_c_access_key_id: the same as aws_access_key_id.
        aws_secret_access_key: Secret access key, for signed requests.
        cloud_c_secret_access_key: the same as aws_secret_access_key.
        aws_session_token: Session token of temporary keys, for signed requests.
        cloud_c_session_token: the same as aws_session_token.
        aws_auth_type: How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain.
        cloud_c_auth_type: the same as aws_auth_type.
        aws_role_arn: Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests.
        cloud_c_role_arn: the same as aws_role_arn.
        aws_external_id: External id that the role asks for.
        cloud_c_external_id: the same as aws_external_id.
        aws_sts_endpoint: Token service to assume the role at; the region’s own when absent.
        cloud_c_sts_endpoint: the same as aws_sts_endpoint.
        snowflake_account: Account identifier, such as myorg-myaccount.
        modal_key: Id of a proxy auth token, sent as Modal-Key.
        modal_secret: Secret of a proxy auth token, sent as Modal-Secret.
        openai_organization: Organization that is billed, sent as OpenAI-Organization.
        openai_project: Project that is billed, sent as OpenAI-Project.
        openai_beta: Beta features to switch on, sent as OpenAI-Beta.
        oracle_region: Region, such as us-chicago-1.
        oracle_compartment_id: Compartment that is billed, sent as opc-compartment-id.
        predibase_tenant_id: Tenant; the member `user` of the request when absent.
        amzn_sagemaker_custom_attributes: Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes.
        amzn_sagemaker_target_model: Model of a multi-model endpoint.
        amzn_sagemaker_target_variant: Production variant of the endpoint.
        amzn_sagemaker_target_container_hostname: Container of a multi-container endpoint.
        amzn_sagemaker_inference_id: Id of the request in captured data.
        amzn_sagemaker_enable_explanations: Expression that decides whether Clarify explains the result.
        amzn_sagemaker_inference_component: Inference component of the endpoint.
        amzn_sagemaker_session_id: Id of a stateful session, or NEW_SESSION.
        vertex_project_id: Project id; paths that do not begin with /projects/ are put under it.
        cloud_b_project_id: the same as vertex_project_id.
        vertex_region: Region such as europe-west4, or global.
        cloud_b_region: the same as vertex_region.
        vertex_llm_request_type: Traffic class, sent as X-Vertex-AI-LLM-Request-Type.
        cloud_b_llm_request_type: the same as vertex_llm_request_type.
        vertex_service_account_json: Service account key file as JSON; access tokens are made from it.
        cloud_b_service_account_json: the same as vertex_service_account_json.
        workers_ai_account_id: Id of the Cloudflare account.
        authorization: the provider's credential; Bearer is added when no scheme is given.
        timeout: seconds without a byte until this client gives up; 600 unless told.
        max_retries: how often a request that got no answer at all is sent again; 1 unless told.
        headers: headers under their own names.
        X_My_Custom_Header: sent as X-My-Custom-Header.
        """
        self._set_up(base_url, http_client, timeout, max_retries, headers, given({"api_key": api_key, "provider": provider, "virtual_key": virtual_key, "config": config, "custom_host": custom_host, "trace_id": trace_id, "metadata": metadata, "cache_force_refresh": cache_force_refresh, "cache_namespace": cache_namespace, "request_timeout": request_timeout, "forward_headers": forward_headers, "debug": debug, "workspace_id": workspace_id, "strict_open_ai_compliance": strict_open_ai_compliance, "default_input_guardrails": default_input_guardrails, "default_output_guardrails": default_output_guardrails, "anthropic_version": anthropic_version, "anthropic_beta": anthropic_beta, "azure_foundry_url": azure_foundry_url, "cloud_a_foundry_url": cloud_a_foundry_url, "azure_deployment_name": azure_deployment_name, "cloud_a_deployment_name": cloud_a_deployment_name, "azure_extra_parameters": azure_extra_parameters, "cloud_a_extra_parameters": cloud_a_extra_parameters, "azure_api_version": azure_api_version, "cloud_a_api_version": cloud_a_api_version, "azure_ad_token": azure_ad_token, "cloud_a_ad_token": cloud_a_ad_token, "azure_auth_mode": azure_auth_mode, "cloud_a_auth_mode": cloud_a_auth_mode, "azure_entra_tenant_id": azure_entra_tenant_id, "cloud_a_entra_tenant_id": cloud_a_entra_tenant_id, "azure_entra_client_id": azure_entra_client_id, "cloud_a_entra_client_id": cloud_a_entra_client_id, "azure_entra_client_secret": azure_entra_client_secret, "cloud_a_entra_client_secret": cloud_a_entra_client_secret, "azure_entra_scope": azure_entra_scope, "cloud_a_entra_scope": cloud_a_entra_scope, "azure_managed_client_id": azure_managed_client_id, "cloud_a_managed_client_id": cloud_a_managed_client_id, "azure_workload_client_id": azure_workload_client_id, "cloud_a_workload_client_id": cloud_a_workload_client_id, "azure_resource_name": azure_resource_name, "cloud_a_resource_name": cloud_a_resource_name, "azure_deployment_id": azure_deployment_id, "cloud_a_deployment_id": cloud_a_deployment_id, "azure_model_name": azure_model_name, "cloud_a_model_name": cloud_a_model_name, "azure_deployments": azure_deployments, "cloud_a_deployments": cloud_a_deployments, "aws_region": aws_region, "cloud_c_region": cloud_c_region, "aws_access_key_id": aws_access_key_id, "cloud_c_access_key_id": cloud_c_access_key_id, "aws_secret_access_key": aws_secret_access_key, "cloud_c_secret_access_key": cloud_c_secret_access_key, "aws_session_token": aws_session_token, "cloud_c_session_token": cloud_c_session_token, "aws_auth_type": aws_auth_type, "cloud_c_auth_type": cloud_c_auth_type, "aws_role_arn": aws_role_arn, "cloud_c_role_arn": cloud_c_role_arn, "aws_external_id": aws_external_id, "cloud_c_external_id": cloud_c_external_id, "aws_sts_endpoint": aws_sts_endpoint, "cloud_c_sts_endpoint": cloud_c_sts_endpoint, "snowflake_account": snowflake_account, "modal_key": modal_key, "modal_secret": modal_secret, "openai_organization": openai_organization, "openai_project": openai_project, "openai_beta": openai_beta, "oracle_region": oracle_region, "oracle_compartment_id": oracle_compartment_id, "predibase_tenant_id": predibase_tenant_id, "amzn_sagemaker_custom_attributes": amzn_sagemaker_custom_attributes, "amzn_sagemaker_target_model": amzn_sagemaker_target_model, "amzn_sagemaker_target_variant": amzn_sagemaker_target_variant, "amzn_sagemaker_target_container_hostname": amzn_sagemaker_target_container_hostname, "amzn_sagemaker_inference_id": amzn_sagemaker_inference_id, "amzn_sagemaker_enable_explanations": amzn_sagemaker_enable_explanations, "amzn_sagemaker_inference_component": amzn_sagemaker_inference_component, "amzn_sagemaker_session_id": amzn_sagemaker_session_id, "vertex_project_id": vertex_project_id, "cloud_b_project_id": cloud_b_project_id, "vertex_region": vertex_region, "cloud_b_region": cloud_b_region, "vertex_llm_request_type": vertex_llm_request_type, "cloud_b_llm_request_type": cloud_b_llm_request_type, "vertex_service_account_json": vertex_service_account_json, "cloud_b_service_account_json": cloud_b_service_account_json, "workers_ai_account_id": workers_ai_account_id, "authorization": authorization}, custom_headers))

    def with_options(
        self: Self,
        *,
        api_key: Union[str, None, NotGiven] = NOT_GIVEN,
        provider: Union[str, None, NotGiven] = NOT_GIVEN,
        virtual_key: Union[str, None, NotGiven] = NOT_GIVEN,
        config: Union[Union[str, Mapping[str, Any]], None, NotGiven] = NOT_GIVEN,
        custom_host: Union[str, None, NotGiven] = NOT_GIVEN,
        trace_id: Union[str, None, NotGiven] = NOT_GIVEN,
        metadata: Union[Mapping[str, Any], None, NotGiven] = NOT_GIVEN,
        cache_force_refresh: Union[bool, None, NotGiven] = NOT_GIVEN,
        cache_namespace: Union[str, None, NotGiven] = NOT_GIVEN,
        request_timeout: Union[int, None, NotGiven] = NOT_GIVEN,
        forward_headers: Union[Union[Sequence[str], str], None, NotGiven] = NOT_GIVEN,
        debug: Union[bool, None, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, None, NotGiven] = NOT_GIVEN,
        strict_open_ai_compliance: Union[bool, None, NotGiven] = NOT_GIVEN,
        default_input_guardrails: Union[Union[str, Sequence[Union[str, Mapping[str, Any]]]], None, NotGiven] = NOT_GIVEN,
        default_output_guardrails: Union[Union[str, Sequence[Union[str, Mapping[str, Any]]]], None, NotGiven] = NOT_GIVEN,
        anthropic_version: Union[str, None, NotGiven] = NOT_GIVEN,
        anthropic_beta: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_foundry_url: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_foundry_url: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_deployment_name: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_name: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_extra_parameters: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_extra_parameters: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_api_version: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_api_version: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_ad_token: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_ad_token: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_auth_mode: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_auth_mode: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_entra_tenant_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_entra_tenant_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_entra_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_entra_client_secret: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_entra_client_secret: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_entra_scope: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_entra_scope: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_managed_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_managed_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_workload_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_workload_client_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_resource_name: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_resource_name: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_deployment_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_deployment_id: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_model_name: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_model_name: Union[str, None, NotGiven] = NOT_GIVEN,
        azure_deployments: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_a_deployments: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_region: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_region: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_access_key_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_access_key_id: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_secret_access_key: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_secret_access_key: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_session_token: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_session_token: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_auth_type: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_auth_type: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_role_arn: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_role_arn: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_external_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_external_id: Union[str, None, NotGiven] = NOT_GIVEN,
        aws_sts_endpoint: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_c_sts_endpoint: Union[str, None, NotGiven] = NOT_GIVEN,
        snowflake_account: Union[str, None, NotGiven] = NOT_GIVEN,
        modal_key: Union[str, None, NotGiven] = NOT_GIVEN,
        modal_secret: Union[str, None, NotGiven] = NOT_GIVEN,
        openai_organization: Union[str, None, NotGiven] = NOT_GIVEN,
        openai_project: Union[str, None, NotGiven] = NOT_GIVEN,
        openai_beta: Union[str, None, NotGiven] = NOT_GIVEN,
        oracle_region: Union[str, None, NotGiven] = NOT_GIVEN,
        oracle_compartment_id: Union[str, None, NotGiven] = NOT_GIVEN,
        predibase_tenant_id: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_custom_attributes: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_model: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_variant: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_target_container_hostname: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_id: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_enable_explanations: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_inference_component: Union[str, None, NotGiven] = NOT_GIVEN,
        amzn_sagemaker_session_id: Union[str, None, NotGiven] = NOT_GIVEN,
        vertex_project_id: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_b_project_id: Union[str, None, NotGiven] = NOT_GIVEN,
        vertex_region: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_b_region: Union[str, None, NotGiven] = NOT_GIVEN,
        vertex_llm_request_type: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_b_llm_request_type: Union[str, None, NotGiven] = NOT_GIVEN,
        vertex_service_account_json: Union[str, None, NotGiven] = NOT_GIVEN,
        cloud_b_service_account_json: Union[str, None, NotGiven] = NOT_GIVEN,
        workers_ai_account_id: Union[str, None, NotGiven] = NOT_GIVEN,
        authorization: Union[str, None, NotGiven] = NOT_GIVEN,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, Optional[str]]] = None,
        **custom_headers: Any,
    ) -> Self:
        """A client with these options on top; this one stays as it is. None takes an option away.

        api_key: The gateway key that authenticates the caller.
        provider: Provider slug; the credential comes from Authorization.
        virtual_key: Identifier of a stored provider credential.
        config: A config object, or the identifier of a saved one.
        custom_host: Base URL to send to instead of the provider’s own, with its version segment.
        trace_id: Identifier of one or more related requests; generated for each request if absent.
        metadata: Labels of the request, for filtering logs and analytics.
        cache_force_refresh: Skips the cache lookup and stores the new response in the cache.
        cache_namespace: Partitions the cache by this string instead of the metadata.
        request_timeout: Milliseconds after which an attempt is aborted.
        forward_headers: Names of headers passed to the provider unchanged, including sensitive ones.
        debug: false excludes the bodies of this request from the logs.
        workspace_id: With an Admin key: the workspace that is charged for the request.
        strict_open_ai_compliance: In translated responses, false adds content_blocks with thinking and true removes all thinking.
        default_input_guardrails: Guardrails that check this request in addition to those of the config: ids, or a JSON list.
        default_output_guardrails: Guardrails that check the response in addition to those of the config: ids, or a JSON list.
        anthropic_version: API version, sent as anthropic-version; 2023-06-01 when nobody names one.
        anthropic_beta: Beta features to switch on, sent as anthropic-beta.
        azure_foundry_url: URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1.
        cloud_a_foundry_url: the same as azure_foundry_url.
        azure_deployment_name: Deployment of a managed endpoint, sent as azureml-model-deployment.
        cloud_a_deployment_name: the same as azure_deployment_name.
        azure_extra_parameters: What Azure does with parameters that the model does not know; drop when absent.
        cloud_a_extra_parameters: the same as azure_extra_parameters.
        azure_api_version: API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1.
        cloud_a_api_version: the same as azure_api_version.
        azure_ad_token: Entra ID access token, sent as a bearer token instead of the api-key.
        cloud_a_ad_token: the same as azure_ad_token.
        azure_auth_mode: ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity.
        cloud_a_auth_mode: the same as azure_auth_mode.
        azure_entra_tenant_id: Entra ID tenant of the application, with auth mode entra.
        cloud_a_entra_tenant_id: the same as azure_entra_tenant_id.
        azure_entra_client_id: Client id of the application, with auth mode entra.
        cloud_a_entra_client_id: the same as azure_entra_client_id.
        azure_entra_client_secret: Client secret of the application, with auth mode entra.
        cloud_a_entra_client_secret: the same as azure_entra_client_secret.
        azure_entra_scope: Scope of the access token; https://cognitiveservices.azure.com/.default when absent.
        cloud_a_entra_scope: the same as azure_entra_scope.
        azure_managed_client_id: Client id of a user-assigned managed identity, with auth mode managed.
        cloud_a_managed_client_id: the same as azure_managed_client_id.
        azure_workload_client_id: Client id of the workload identity; AZURE_CLIENT_ID when absent.
        cloud_a_workload_client_id: the same as azure_workload_client_id.
        azure_resource_name: Resource name: the first label of its host.
        cloud_a_resource_name: the same as azure_resource_name.
        azure_deployment_id: Deployment; the model name of the request when absent.
        cloud_a_deployment_id: the same as azure_deployment_id.
        azure_model_name: The model behind the deployment, for records, prices and budgets; the deployment id when absent.
        cloud_a_model_name: the same as azure_model_name.
        azure_deployments: Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default.
        cloud_a_deployments: the same as azure_deployments.
        aws_region: Region; us-east-1 when absent.
        cloud_c_region: the same as aws_region.
        aws_access_key_id: Access key id, for signed requests.
        cloud_c_access_key_id: the same as aws_access_key_id.
        aws_secret_access_key: Secret access key, for signed requests.
        cloud_c_secret_access_key: the same as aws_secret_access_key.
        aws_session_token: Session token of temporary keys, for signed requests.
        cloud_c_session_token: the same as aws_session_token.
        aws_auth_type: How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain.
        cloud_c_auth_type: the same as aws_auth_type.
        aws_role_arn: Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests.
        cloud_c_role_arn: the same as aws_role_arn.
        aws_external_id: External id that the role asks for.
        cloud_c_external_id: the same as aws_external_id.
        aws_sts_endpoint: Token service to assume the role at; the region’s own when absent.
        cloud_c_sts_endpoint: the same as aws_sts_endpoint.
        snowflake_account: Account identifier, such as myorg-myaccount.
        modal_key: Id of a proxy auth token, sent as Modal-Key.
        modal_secret: Secret of a proxy auth token, sent as Modal-Secret.
        openai_organization: Organization that is billed, sent as OpenAI-Organization.
        openai_project: Project that is billed, sent as OpenAI-Project.
        openai_beta: Beta features to switch on, sent as OpenAI-Beta.
        oracle_region: Region, such as us-chicago-1.
        oracle_compartment_id: Compartment that is billed, sent as opc-compartment-id.
        predibase_tenant_id: Tenant; the member `user` of the request when absent.
        amzn_sagemaker_custom_attributes: Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes.
        amzn_sagemaker_target_model: Model of a multi-model endpoint.
        amzn_sagemaker_target_variant: Production variant of the endpoint.
        amzn_sagemaker_target_container_hostname: Container of a multi-container endpoint.
        amzn_sagemaker_inference_id: Id of the request in captured data.
        amzn_sagemaker_enable_explanations: Expression that decides whether Clarify explains the result.
        amzn_sagemaker_inference_component: Inference component of the endpoint.
        amzn_sagemaker_session_id: Id of a stateful session, or NEW_SESSION.
        vertex_project_id: Project id; paths that do not begin with /projects/ are put under it.
        cloud_b_project_id: the same as vertex_project_id.
        vertex_region: Region such as europe-west4, or global.
        cloud_b_region: the same as vertex_region.
        vertex_llm_request_type: Traffic class, sent as X-Vertex-AI-LLM-Request-Type.
        cloud_b_llm_request_type: the same as vertex_llm_request_type.
        vertex_service_account_json: Service account key file as JSON; access tokens are made from it.
        cloud_b_service_account_json: the same as vertex_service_account_json.
        workers_ai_account_id: Id of the Cloudflare account.
        authorization: the provider's credential; Bearer is added when no scheme is given.
        timeout: seconds without a byte until this client gives up; 600 unless told.
        max_retries: how often a request that got no answer at all is sent again; 1 unless told.
        headers: headers under their own names.
        X_My_Custom_Header: sent as X-My-Custom-Header.
        """
        return self._derive(timeout, max_retries, headers, given({"api_key": api_key, "provider": provider, "virtual_key": virtual_key, "config": config, "custom_host": custom_host, "trace_id": trace_id, "metadata": metadata, "cache_force_refresh": cache_force_refresh, "cache_namespace": cache_namespace, "request_timeout": request_timeout, "forward_headers": forward_headers, "debug": debug, "workspace_id": workspace_id, "strict_open_ai_compliance": strict_open_ai_compliance, "default_input_guardrails": default_input_guardrails, "default_output_guardrails": default_output_guardrails, "anthropic_version": anthropic_version, "anthropic_beta": anthropic_beta, "azure_foundry_url": azure_foundry_url, "cloud_a_foundry_url": cloud_a_foundry_url, "azure_deployment_name": azure_deployment_name, "cloud_a_deployment_name": cloud_a_deployment_name, "azure_extra_parameters": azure_extra_parameters, "cloud_a_extra_parameters": cloud_a_extra_parameters, "azure_api_version": azure_api_version, "cloud_a_api_version": cloud_a_api_version, "azure_ad_token": azure_ad_token, "cloud_a_ad_token": cloud_a_ad_token, "azure_auth_mode": azure_auth_mode, "cloud_a_auth_mode": cloud_a_auth_mode, "azure_entra_tenant_id": azure_entra_tenant_id, "cloud_a_entra_tenant_id": cloud_a_entra_tenant_id, "azure_entra_client_id": azure_entra_client_id, "cloud_a_entra_client_id": cloud_a_entra_client_id, "azure_entra_client_secret": azure_entra_client_secret, "cloud_a_entra_client_secret": cloud_a_entra_client_secret, "azure_entra_scope": azure_entra_scope, "cloud_a_entra_scope": cloud_a_entra_scope, "azure_managed_client_id": azure_managed_client_id, "cloud_a_managed_client_id": cloud_a_managed_client_id, "azure_workload_client_id": azure_workload_client_id, "cloud_a_workload_client_id": cloud_a_workload_client_id, "azure_resource_name": azure_resource_name, "cloud_a_resource_name": cloud_a_resource_name, "azure_deployment_id": azure_deployment_id, "cloud_a_deployment_id": cloud_a_deployment_id, "azure_model_name": azure_model_name, "cloud_a_model_name": cloud_a_model_name, "azure_deployments": azure_deployments, "cloud_a_deployments": cloud_a_deployments, "aws_region": aws_region, "cloud_c_region": cloud_c_region, "aws_access_key_id": aws_access_key_id, "cloud_c_access_key_id": cloud_c_access_key_id, "aws_secret_access_key": aws_secret_access_key, "cloud_c_secret_access_key": cloud_c_secret_access_key, "aws_session_token": aws_session_token, "cloud_c_session_token": cloud_c_session_token, "aws_auth_type": aws_auth_type, "cloud_c_auth_type": cloud_c_auth_type, "aws_role_arn": aws_role_arn, "cloud_c_role_arn": cloud_c_role_arn, "aws_external_id": aws_external_id, "cloud_c_external_id": cloud_c_external_id, "aws_sts_endpoint": aws_sts_endpoint, "cloud_c_sts_endpoint": cloud_c_sts_endpoint, "snowflake_account": snowflake_account, "modal_key": modal_key, "modal_secret": modal_secret, "openai_organization": openai_organization, "openai_project": openai_project, "openai_beta": openai_beta, "oracle_region": oracle_region, "oracle_compartment_id": oracle_compartment_id, "predibase_tenant_id": predibase_tenant_id, "amzn_sagemaker_custom_attributes": amzn_sagemaker_custom_attributes, "amzn_sagemaker_target_model": amzn_sagemaker_target_model, "amzn_sagemaker_target_variant": amzn_sagemaker_target_variant, "amzn_sagemaker_target_container_hostname": amzn_sagemaker_target_container_hostname, "amzn_sagemaker_inference_id": amzn_sagemaker_inference_id, "amzn_sagemaker_enable_explanations": amzn_sagemaker_enable_explanations, "amzn_sagemaker_inference_component": amzn_sagemaker_inference_component, "amzn_sagemaker_session_id": amzn_sagemaker_session_id, "vertex_project_id": vertex_project_id, "cloud_b_project_id": cloud_b_project_id, "vertex_region": vertex_region, "cloud_b_region": cloud_b_region, "vertex_llm_request_type": vertex_llm_request_type, "cloud_b_llm_request_type": cloud_b_llm_request_type, "vertex_service_account_json": vertex_service_account_json, "cloud_b_service_account_json": cloud_b_service_account_json, "workers_ai_account_id": workers_ai_account_id, "authorization": authorization}, custom_headers))

    def _set_up(
        self,
        base_url: Optional[str],
        http_client: Any,
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, Optional[str]]],
        options: Dict[str, Any],
    ) -> None:
        raise NotImplementedError

    def _derive(
        self: Self,
        timeout: Optional[float],
        max_retries: Optional[int],
        headers: Optional[Mapping[str, Optional[str]]],
        options: Dict[str, Any],
    ) -> Self:
        raise NotImplementedError
