/** GENERATED from contract/: every option of a request, its header and its type. */
/** Routing and behaviour of a request; see the config reference. Send it inline, or save it and name its id. */
export interface Config {
    /** Name by which conditions refer to this target. */
    name?: string | undefined;
    /** How a target is chosen for a request. */
    strategy?: {
        /** How a target is chosen: by weight, in order until one succeeds, by conditions, or always the first. */
        mode: 'loadbalance' | 'fallback' | 'conditional' | 'single';
        /** fallback only: statuses on which to try the next target; all but 2xx when absent. */
        on_status_codes?: Array<number | string> | undefined;
        /** conditional only: evaluated in order; the first match decides. */
        conditions?: Array<{
            /** Compares metadata.<key>, params.<key> and url.pathname with a value or operators ($eq $ne $gt $gte $lt $lte $in $nin $regex), joined by $and, $or. $regex is RE2, searches the first 4096 characters and has limits on its size (see routing). */
            query: Record<string, unknown>;
            /** Name of the target to use when the query matches. */
            then: string;
        }> | undefined;
        /** conditional only: name of the target when no condition matches. */
        default?: string | undefined;
        /** loadbalance only: keeps a caller on one target. */
        sticky?: {
            /** false turns it off; true when absent. */
            enabled?: boolean | undefined;
            /** Fields that identify a caller, in addition to its key: metadata.*, params.*, headers.*, nested by dots. */
            hash_fields?: string[] | undefined;
            /** Seconds after which the choice may change; 3600 when absent. */
            ttl?: number | undefined;
        } | undefined;
        /** Circuit breaker: skips a target that keeps failing. */
        cb_config?: {
            /** Failures since the last success after which the circuit opens; required without a percentage. */
            failure_threshold?: number | undefined;
            /** Share of failed requests, above 0 to 100, at which the circuit opens; counted over cooldown_interval. */
            failure_threshold_percentage?: number | undefined;
            /** Requests in that time below which the percentage does not apply; 5 when absent. */
            minimum_requests?: number | undefined;
            /** Milliseconds until an open circuit lets one probe through. */
            cooldown_interval: number;
            /** Statuses that count as failures; all above 500 when absent. */
            failure_status_codes?: Array<number | string> | undefined;
        } | undefined;
        /** Alias of sticky. */
        sticky_session?: {
            /** false turns it off; true when absent. */
            enabled?: boolean | undefined;
            /** Fields that identify a caller, in addition to its key: metadata.*, params.*, headers.*, nested by dots. */
            hash_fields?: string[] | undefined;
            /** Seconds after which the choice may change; 3600 when absent. */
            ttl?: number | undefined;
        } | undefined;
    } | undefined;
    /** Provider slug, or @ and the identifier of a virtual key. */
    provider?: string | undefined;
    /** The provider’s credential. */
    api_key?: string | undefined;
    /** The provider’s credential as "Bearer <key>". */
    Authorization?: string | undefined;
    /** Identifier of a stored credential. */
    virtual_key?: string | undefined;
    /** On prompt routes: the prompt this target renders. */
    prompt_id?: string | undefined;
    /** true takes the stored credential from the request: x-gateway-virtual-key or x-gateway-provider: @slug. */
    passthrough?: boolean | undefined;
    /** The configs a strategy chooses from; each follows this schema. */
    targets?: Config[] | undefined;
    /** Share in a loadbalance; 1 when absent, 0 is never chosen. */
    weight?: number | undefined;
    /** On a fallback config: its trigger. On a target of a fallback: the trigger for this target alone. */
    on_status_codes?: Array<number | string> | undefined;
    /** Retries a failed attempt on the same target. */
    retry?: {
        /** Retries after the first attempt; values above 5 are reduced to 5. */
        attempts: number;
        /** Statuses that are retried; 429, 500, 502, 503, 504 and 529 when absent. Network errors always are. */
        on_status_codes?: Array<number | string> | undefined;
        /** true waits for the time in the provider’s Retry-After headers, up to 60 seconds. */
        use_retry_after_headers?: boolean | undefined;
    } | undefined;
    /** Serves repeated requests from the cache. A bare mode is the short form. */
    cache?: {
        /** simple matches equal requests, semantic also similar ones. */
        mode: 'simple' | 'semantic';
        /** Seconds until a response expires: 604800 (7 days) when absent, at most 7776000 (90 days). */
        max_age?: number | undefined;
        /** Minimum similarity of a semantic hit, 0.5 to 1; GATEWAY_CACHE_THRESHOLD (0.95) when absent. */
        threshold?: number | undefined;
        /** true reports semantic matches at GET /v1/cache/shadow instead of serving them. */
        shadow?: boolean | undefined;
    } | undefined;
    /** Circuit breaker: skips a target that keeps failing. */
    cb_config?: {
        /** Failures since the last success after which the circuit opens; required without a percentage. */
        failure_threshold?: number | undefined;
        /** Share of failed requests, above 0 to 100, at which the circuit opens; counted over cooldown_interval. */
        failure_threshold_percentage?: number | undefined;
        /** Requests in that time below which the percentage does not apply; 5 when absent. */
        minimum_requests?: number | undefined;
        /** Milliseconds until an open circuit lets one probe through. */
        cooldown_interval: number;
        /** Statuses that count as failures; all above 500 when absent. */
        failure_status_codes?: Array<number | string> | undefined;
    } | undefined;
    /** Milliseconds an attempt may take. */
    request_timeout?: number | undefined;
    /** Milliseconds for DNS, TCP and TLS together, all addresses of the host included; GATEWAY_CONNECT_TIMEOUT_MS when absent. */
    connect_timeout?: number | undefined;
    /** Base URL to send to instead of the provider’s own, with its version segment. */
    custom_host?: string | undefined;
    /** Names of request headers passed to the provider unchanged. */
    forward_headers?: string[] | undefined;
    /** Parameters that replace those of the request. */
    override_params?: Record<string, unknown> | undefined;
    /** Parameters for requests that do not give them. */
    default_params?: Record<string, unknown> | undefined;
    /** Paths removed from the request, after all other changes. */
    drop_params?: string[] | undefined;
    /** In translated responses, false adds content_blocks with thinking and true removes all thinking. */
    strict_open_ai_compliance?: boolean | undefined;
    /** Checks of the request before it is sent: ids of saved guardrails, or guardrails with their checks. */
    input_guardrails?: Array<string | {
        /** Slug or id of a saved guardrail. With checks: the name of this guardrail in results. */
        id?: string | undefined;
        /** Alias of id, for a guardrail with checks. */
        name?: string | undefined;
        /** Has no effect: guardrails and mutators run in the same way. */
        type?: 'guardrail' | 'mutator' | undefined;
        /** Version of the saved guardrail; the newest when absent. */
        guardrail_version_id?: string | undefined;
        /** The checks. In the short form, any other key is the id of a check, and its value the parameters. */
        checks?: Array<{
            /** Id of the check, such as default.regexMatch. "default." may be left out. */
            id: string;
            /** Parameters of the check. */
            parameters?: Record<string, unknown> | undefined;
            /** false skips the check; true when absent. */
            is_enabled?: boolean | undefined;
            /** A label. It has no effect. */
            name?: string | undefined;
        }> | undefined;
        /** true refuses the request with status 446 if a check fails. Otherwise the response gets status 246. */
        deny?: boolean | undefined;
        /** true runs the checks in parallel with the request, without changing it; false when absent. */
        async?: boolean | undefined;
        /** true runs the checks one after the other and stops at the first failure. */
        sequential?: boolean | undefined;
        /** Feedback to write for the request if the guardrail passes. */
        on_success?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** 5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_fail?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_failure?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** true returns a refusal as an ordinary response with status 200 instead of status 446. */
        soft_deny?: boolean | undefined;
        /** true runs and records the checks without changing anything. */
        shadow?: boolean | undefined;
        /** Whether a check that cannot be run counts as failed; the value of deny when absent. */
        fail_on_error?: boolean | undefined;
        /** true does not check the parts that coding agents add to every request. */
        strip_scaffolding?: boolean | undefined;
        /** Which messages of the request are checked; each check decides when absent. */
        messages?: 'all' | 'last' | undefined;
        [name: string]: unknown;
    }> | undefined;
    /** Checks of the response, in the same forms. */
    output_guardrails?: Array<string | {
        /** Slug or id of a saved guardrail. With checks: the name of this guardrail in results. */
        id?: string | undefined;
        /** Alias of id, for a guardrail with checks. */
        name?: string | undefined;
        /** Has no effect: guardrails and mutators run in the same way. */
        type?: 'guardrail' | 'mutator' | undefined;
        /** Version of the saved guardrail; the newest when absent. */
        guardrail_version_id?: string | undefined;
        /** The checks. In the short form, any other key is the id of a check, and its value the parameters. */
        checks?: Array<{
            /** Id of the check, such as default.regexMatch. "default." may be left out. */
            id: string;
            /** Parameters of the check. */
            parameters?: Record<string, unknown> | undefined;
            /** false skips the check; true when absent. */
            is_enabled?: boolean | undefined;
            /** A label. It has no effect. */
            name?: string | undefined;
        }> | undefined;
        /** true refuses the request with status 446 if a check fails. Otherwise the response gets status 246. */
        deny?: boolean | undefined;
        /** true runs the checks in parallel with the request, without changing it; false when absent. */
        async?: boolean | undefined;
        /** true runs the checks one after the other and stops at the first failure. */
        sequential?: boolean | undefined;
        /** Feedback to write for the request if the guardrail passes. */
        on_success?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** 5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_fail?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_failure?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** true returns a refusal as an ordinary response with status 200 instead of status 446. */
        soft_deny?: boolean | undefined;
        /** true runs and records the checks without changing anything. */
        shadow?: boolean | undefined;
        /** Whether a check that cannot be run counts as failed; the value of deny when absent. */
        fail_on_error?: boolean | undefined;
        /** true does not check the parts that coding agents add to every request. */
        strip_scaffolding?: boolean | undefined;
        /** Which messages of the request are checked; each check decides when absent. */
        messages?: 'all' | 'last' | undefined;
        [name: string]: unknown;
    }> | undefined;
    /** Alias of input_guardrails. Guardrails listed here run first. */
    before_request_hooks?: Array<string | {
        /** Slug or id of a saved guardrail. With checks: the name of this guardrail in results. */
        id?: string | undefined;
        /** Alias of id, for a guardrail with checks. */
        name?: string | undefined;
        /** Has no effect: guardrails and mutators run in the same way. */
        type?: 'guardrail' | 'mutator' | undefined;
        /** Version of the saved guardrail; the newest when absent. */
        guardrail_version_id?: string | undefined;
        /** The checks. In the short form, any other key is the id of a check, and its value the parameters. */
        checks?: Array<{
            /** Id of the check, such as default.regexMatch. "default." may be left out. */
            id: string;
            /** Parameters of the check. */
            parameters?: Record<string, unknown> | undefined;
            /** false skips the check; true when absent. */
            is_enabled?: boolean | undefined;
            /** A label. It has no effect. */
            name?: string | undefined;
        }> | undefined;
        /** true refuses the request with status 446 if a check fails. Otherwise the response gets status 246. */
        deny?: boolean | undefined;
        /** true runs the checks in parallel with the request, without changing it; false when absent. */
        async?: boolean | undefined;
        /** true runs the checks one after the other and stops at the first failure. */
        sequential?: boolean | undefined;
        /** Feedback to write for the request if the guardrail passes. */
        on_success?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** 5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_fail?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_failure?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** true returns a refusal as an ordinary response with status 200 instead of status 446. */
        soft_deny?: boolean | undefined;
        /** true runs and records the checks without changing anything. */
        shadow?: boolean | undefined;
        /** Whether a check that cannot be run counts as failed; the value of deny when absent. */
        fail_on_error?: boolean | undefined;
        /** true does not check the parts that coding agents add to every request. */
        strip_scaffolding?: boolean | undefined;
        /** Which messages of the request are checked; each check decides when absent. */
        messages?: 'all' | 'last' | undefined;
        [name: string]: unknown;
    }> | undefined;
    /** Alias of output_guardrails. Guardrails listed here run first. */
    after_request_hooks?: Array<string | {
        /** Slug or id of a saved guardrail. With checks: the name of this guardrail in results. */
        id?: string | undefined;
        /** Alias of id, for a guardrail with checks. */
        name?: string | undefined;
        /** Has no effect: guardrails and mutators run in the same way. */
        type?: 'guardrail' | 'mutator' | undefined;
        /** Version of the saved guardrail; the newest when absent. */
        guardrail_version_id?: string | undefined;
        /** The checks. In the short form, any other key is the id of a check, and its value the parameters. */
        checks?: Array<{
            /** Id of the check, such as default.regexMatch. "default." may be left out. */
            id: string;
            /** Parameters of the check. */
            parameters?: Record<string, unknown> | undefined;
            /** false skips the check; true when absent. */
            is_enabled?: boolean | undefined;
            /** A label. It has no effect. */
            name?: string | undefined;
        }> | undefined;
        /** true refuses the request with status 446 if a check fails. Otherwise the response gets status 246. */
        deny?: boolean | undefined;
        /** true runs the checks in parallel with the request, without changing it; false when absent. */
        async?: boolean | undefined;
        /** true runs the checks one after the other and stops at the first failure. */
        sequential?: boolean | undefined;
        /** Feedback to write for the request if the guardrail passes. */
        on_success?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** 5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_fail?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_failure?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** true returns a refusal as an ordinary response with status 200 instead of status 446. */
        soft_deny?: boolean | undefined;
        /** true runs and records the checks without changing anything. */
        shadow?: boolean | undefined;
        /** Whether a check that cannot be run counts as failed; the value of deny when absent. */
        fail_on_error?: boolean | undefined;
        /** true does not check the parts that coding agents add to every request. */
        strip_scaffolding?: boolean | undefined;
        /** Which messages of the request are checked; each check decides when absent. */
        messages?: 'all' | 'last' | undefined;
        [name: string]: unknown;
    }> | undefined;
    /** Guardrails that change the request, with default.regexReplace or default.addPrefix. They run last. */
    input_mutators?: Array<string | {
        /** Slug or id of a saved guardrail. With checks: the name of this guardrail in results. */
        id?: string | undefined;
        /** Alias of id, for a guardrail with checks. */
        name?: string | undefined;
        /** Has no effect: guardrails and mutators run in the same way. */
        type?: 'guardrail' | 'mutator' | undefined;
        /** Version of the saved guardrail; the newest when absent. */
        guardrail_version_id?: string | undefined;
        /** The checks. In the short form, any other key is the id of a check, and its value the parameters. */
        checks?: Array<{
            /** Id of the check, such as default.regexMatch. "default." may be left out. */
            id: string;
            /** Parameters of the check. */
            parameters?: Record<string, unknown> | undefined;
            /** false skips the check; true when absent. */
            is_enabled?: boolean | undefined;
            /** A label. It has no effect. */
            name?: string | undefined;
        }> | undefined;
        /** true refuses the request with status 446 if a check fails. Otherwise the response gets status 246. */
        deny?: boolean | undefined;
        /** true runs the checks in parallel with the request, without changing it; false when absent. */
        async?: boolean | undefined;
        /** true runs the checks one after the other and stops at the first failure. */
        sequential?: boolean | undefined;
        /** Feedback to write for the request if the guardrail passes. */
        on_success?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** 5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_fail?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_failure?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** true returns a refusal as an ordinary response with status 200 instead of status 446. */
        soft_deny?: boolean | undefined;
        /** true runs and records the checks without changing anything. */
        shadow?: boolean | undefined;
        /** Whether a check that cannot be run counts as failed; the value of deny when absent. */
        fail_on_error?: boolean | undefined;
        /** true does not check the parts that coding agents add to every request. */
        strip_scaffolding?: boolean | undefined;
        /** Which messages of the request are checked; each check decides when absent. */
        messages?: 'all' | 'last' | undefined;
        [name: string]: unknown;
    }> | undefined;
    /** Guardrails that change the response, in the same forms. They run last. */
    output_mutators?: Array<string | {
        /** Slug or id of a saved guardrail. With checks: the name of this guardrail in results. */
        id?: string | undefined;
        /** Alias of id, for a guardrail with checks. */
        name?: string | undefined;
        /** Has no effect: guardrails and mutators run in the same way. */
        type?: 'guardrail' | 'mutator' | undefined;
        /** Version of the saved guardrail; the newest when absent. */
        guardrail_version_id?: string | undefined;
        /** The checks. In the short form, any other key is the id of a check, and its value the parameters. */
        checks?: Array<{
            /** Id of the check, such as default.regexMatch. "default." may be left out. */
            id: string;
            /** Parameters of the check. */
            parameters?: Record<string, unknown> | undefined;
            /** false skips the check; true when absent. */
            is_enabled?: boolean | undefined;
            /** A label. It has no effect. */
            name?: string | undefined;
        }> | undefined;
        /** true refuses the request with status 446 if a check fails. Otherwise the response gets status 246. */
        deny?: boolean | undefined;
        /** true runs the checks in parallel with the request, without changing it; false when absent. */
        async?: boolean | undefined;
        /** true runs the checks one after the other and stops at the first failure. */
        sequential?: boolean | undefined;
        /** Feedback to write for the request if the guardrail passes. */
        on_success?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** 5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_fail?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** Feedback to write for the request if the guardrail fails. */
        on_failure?: {
            /** The feedback, as in POST /v1/feedback. */
            feedback?: {
                /** -5 when absent. */
                value?: number | undefined;
                /** 1 when absent. */
                weight?: number | undefined;
                /** Labels of the feedback. */
                metadata?: Record<string, string> | undefined;
            } | undefined;
        } | undefined;
        /** true returns a refusal as an ordinary response with status 200 instead of status 446. */
        soft_deny?: boolean | undefined;
        /** true runs and records the checks without changing anything. */
        shadow?: boolean | undefined;
        /** Whether a check that cannot be run counts as failed; the value of deny when absent. */
        fail_on_error?: boolean | undefined;
        /** true does not check the parts that coding agents add to every request. */
        strip_scaffolding?: boolean | undefined;
        /** Which messages of the request are checked; each check decides when absent. */
        messages?: 'all' | 'last' | undefined;
        [name: string]: unknown;
    }> | undefined;
    /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
    anthropic_version?: string | undefined;
    /** Beta features to switch on, sent as anthropic-beta. */
    anthropic_beta?: string | undefined;
    /** URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1. */
    azure_foundry_url?: string | undefined;
    /** The same as azure_foundry_url. */
    cloud_a_foundry_url?: string | undefined;
    /** Deployment of a managed endpoint, sent as azureml-model-deployment. */
    azure_deployment_name?: string | undefined;
    /** The same as azure_deployment_name. */
    cloud_a_deployment_name?: string | undefined;
    /** What Azure does with parameters that the model does not know; drop when absent. */
    azure_extra_parameters?: string | undefined;
    /** The same as azure_extra_parameters. */
    cloud_a_extra_parameters?: string | undefined;
    /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
    azure_api_version?: string | undefined;
    /** The same as azure_api_version. */
    cloud_a_api_version?: string | undefined;
    /** Entra ID access token, sent as a bearer token instead of the api-key. */
    azure_ad_token?: string | undefined;
    /** The same as azure_ad_token. */
    cloud_a_ad_token?: string | undefined;
    /** ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity. */
    azure_auth_mode?: string | undefined;
    /** The same as azure_auth_mode. */
    cloud_a_auth_mode?: string | undefined;
    /** Entra ID tenant of the application, with auth mode entra. */
    azure_entra_tenant_id?: string | undefined;
    /** The same as azure_entra_tenant_id. */
    cloud_a_entra_tenant_id?: string | undefined;
    /** Client id of the application, with auth mode entra. */
    azure_entra_client_id?: string | undefined;
    /** The same as azure_entra_client_id. */
    cloud_a_entra_client_id?: string | undefined;
    /** Client secret of the application, with auth mode entra. */
    azure_entra_client_secret?: string | undefined;
    /** The same as azure_entra_client_secret. */
    cloud_a_entra_client_secret?: string | undefined;
    /** Scope of the access token; https://cognitiveservices.azure.com/.default when absent. */
    azure_entra_scope?: string | undefined;
    /** The same as azure_entra_scope. */
    cloud_a_entra_scope?: string | undefined;
    /** Client id of a user-assigned managed identity, with auth mode managed. */
    azure_managed_client_id?: string | undefined;
    /** The same as azure_managed_client_id. */
    cloud_a_managed_client_id?: string | undefined;
    /** Client id of the workload identity; AZURE_CLIENT_ID when absent. */
    azure_workload_client_id?: string | undefined;
    /** The same as azure_workload_client_id. */
    cloud_a_workload_client_id?: string | undefined;
    /** Resource name: the first label of its host. */
    azure_resource_name?: string | undefined;
    /** The same as azure_resource_name. */
    cloud_a_resource_name?: string | undefined;
    /** Deployment; the model name of the request when absent. */
    azure_deployment_id?: string | undefined;
    /** The same as azure_deployment_id. */
    cloud_a_deployment_id?: string | undefined;
    /** The model behind the deployment, for records, prices and budgets; the deployment id when absent. */
    azure_model_name?: string | undefined;
    /** The same as azure_model_name. */
    cloud_a_model_name?: string | undefined;
    /** Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default. */
    azure_deployments?: string | undefined;
    /** The same as azure_deployments. */
    cloud_a_deployments?: string | undefined;
    /** Region; us-east-1 when absent. */
    aws_region?: string | undefined;
    /** The same as aws_region. */
    cloud_c_region?: string | undefined;
    /** Access key id, for signed requests. */
    aws_access_key_id?: string | undefined;
    /** The same as aws_access_key_id. */
    cloud_c_access_key_id?: string | undefined;
    /** Secret access key, for signed requests. */
    aws_secret_access_key?: string | undefined;
    /** The same as aws_secret_access_key. */
    cloud_c_secret_access_key?: string | undefined;
    /** Session token of temporary keys, for signed requests. */
    aws_session_token?: string | undefined;
    /** The same as aws_session_token. */
    cloud_c_session_token?: string | undefined;
    /** How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain. */
    aws_auth_type?: string | undefined;
    /** The same as aws_auth_type. */
    cloud_c_auth_type?: string | undefined;
    /** Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests. */
    aws_role_arn?: string | undefined;
    /** The same as aws_role_arn. */
    cloud_c_role_arn?: string | undefined;
    /** External id that the role asks for. */
    aws_external_id?: string | undefined;
    /** The same as aws_external_id. */
    cloud_c_external_id?: string | undefined;
    /** Token service to assume the role at; the region’s own when absent. */
    aws_sts_endpoint?: string | undefined;
    /** The same as aws_sts_endpoint. */
    cloud_c_sts_endpoint?: string | undefined;
    /** Account identifier, such as myorg-myaccount. */
    snowflake_account?: string | undefined;
    /** Id of a proxy auth token, sent as Modal-Key. */
    modal_key?: string | undefined;
    /** Secret of a proxy auth token, sent as Modal-Secret. */
    modal_secret?: string | undefined;
    /** Organization that is billed, sent as OpenAI-Organization. */
    openai_organization?: string | undefined;
    /** Project that is billed, sent as OpenAI-Project. */
    openai_project?: string | undefined;
    /** Beta features to switch on, sent as OpenAI-Beta. */
    openai_beta?: string | undefined;
    /** Region, such as us-chicago-1. */
    oracle_region?: string | undefined;
    /** Compartment that is billed, sent as opc-compartment-id. */
    oracle_compartment_id?: string | undefined;
    /** Tenant; the member `user` of the request when absent. */
    predibase_tenant_id?: string | undefined;
    /** Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes. */
    amzn_sagemaker_custom_attributes?: string | undefined;
    /** Model of a multi-model endpoint. */
    amzn_sagemaker_target_model?: string | undefined;
    /** Production variant of the endpoint. */
    amzn_sagemaker_target_variant?: string | undefined;
    /** Container of a multi-container endpoint. */
    amzn_sagemaker_target_container_hostname?: string | undefined;
    /** Id of the request in captured data. */
    amzn_sagemaker_inference_id?: string | undefined;
    /** Expression that decides whether Clarify explains the result. */
    amzn_sagemaker_enable_explanations?: string | undefined;
    /** Inference component of the endpoint. */
    amzn_sagemaker_inference_component?: string | undefined;
    /** Id of a stateful session, or NEW_SESSION. */
    amzn_sagemaker_session_id?: string | undefined;
    /** Project id; paths that do not begin with /projects/ are put under it. */
    vertex_project_id?: string | undefined;
    /** The same as vertex_project_id. */
    cloud_b_project_id?: string | undefined;
    /** Region such as europe-west4, or global. */
    vertex_region?: string | undefined;
    /** The same as vertex_region. */
    cloud_b_region?: string | undefined;
    /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
    vertex_llm_request_type?: string | undefined;
    /** The same as vertex_llm_request_type. */
    cloud_b_llm_request_type?: string | undefined;
    /** Service account key file as JSON; access tokens are made from it. */
    vertex_service_account_json?: string | undefined;
    /** The same as vertex_service_account_json. */
    cloud_b_service_account_json?: string | undefined;
    /** Id of the Cloudflare account. */
    workers_ai_account_id?: string | undefined;
    /** Ignored; send metadata with the request (x-gateway-metadata) or set it on the API key. */
    metadata?: unknown;
    /** Ignored; GET /v1/models lists the models of the provider that serves the request. */
    fetch_integrated_models?: unknown;
    /** Circuit breaker: skips a target that keeps failing. */
    circuit_breaker?: {
        /** Failures since the last success after which the circuit opens; required without a percentage. */
        failure_threshold?: number | undefined;
        /** Share of failed requests, above 0 to 100, at which the circuit opens; counted over cooldown_interval. */
        failure_threshold_percentage?: number | undefined;
        /** Requests in that time below which the percentage does not apply; 5 when absent. */
        minimum_requests?: number | undefined;
        /** Milliseconds until an open circuit lets one probe through. */
        cooldown_interval: number;
        /** Statuses that count as failures; all above 500 when absent. */
        failure_status_codes?: Array<number | string> | undefined;
    } | undefined;
    /** Short for override_params.model. */
    model?: string | undefined;
}
export interface KnownOptions {
    /** The gateway key that authenticates the caller. */
    apiKey?: string | null | undefined;
    /** Provider slug; the credential comes from Authorization. */
    provider?: string | null | undefined;
    /** Identifier of a stored provider credential. */
    virtualKey?: string | null | undefined;
    /** A config object, or the identifier of a saved one. */
    config?: string | Config | null | undefined;
    /** Base URL to send to instead of the provider’s own, with its version segment. */
    customHost?: string | null | undefined;
    /** Identifier of one or more related requests; generated for each request if absent. */
    traceId?: string | null | undefined;
    /** Labels of the request, for filtering logs and analytics. */
    metadata?: Readonly<Record<string, unknown>> | null | undefined;
    /** Skips the cache lookup and stores the new response in the cache. */
    cacheForceRefresh?: boolean | null | undefined;
    /** Partitions the cache by this string instead of the metadata. */
    cacheNamespace?: string | null | undefined;
    /** Milliseconds after which an attempt is aborted. */
    requestTimeout?: number | null | undefined;
    /** Names of headers passed to the provider unchanged, including sensitive ones. */
    forwardHeaders?: readonly string[] | string | null | undefined;
    /** false excludes the bodies of this request from the logs. */
    debug?: boolean | null | undefined;
    /** With an Admin key: the workspace that is charged for the request. */
    workspaceId?: string | null | undefined;
    /** In translated responses, false adds content_blocks with thinking and true removes all thinking. */
    strictOpenAiCompliance?: boolean | null | undefined;
    /** Guardrails that check this request in addition to those of the config: ids, or a JSON list. */
    defaultInputGuardrails?: string | readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
    /** Guardrails that check the response in addition to those of the config: ids, or a JSON list. */
    defaultOutputGuardrails?: string | readonly (string | Readonly<Record<string, unknown>>)[] | null | undefined;
    /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
    anthropicVersion?: string | null | undefined;
    /** Beta features to switch on, sent as anthropic-beta. */
    anthropicBeta?: string | null | undefined;
    /** URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1. */
    azureFoundryUrl?: string | null | undefined;
    /** The same as azureFoundryUrl. */
    cloudAFoundryUrl?: string | null | undefined;
    /** Deployment of a managed endpoint, sent as azureml-model-deployment. */
    azureDeploymentName?: string | null | undefined;
    /** The same as azureDeploymentName. */
    cloudADeploymentName?: string | null | undefined;
    /** What Azure does with parameters that the model does not know; drop when absent. */
    azureExtraParameters?: string | null | undefined;
    /** The same as azureExtraParameters. */
    cloudAExtraParameters?: string | null | undefined;
    /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
    azureApiVersion?: string | null | undefined;
    /** The same as azureApiVersion. */
    cloudAApiVersion?: string | null | undefined;
    /** Entra ID access token, sent as a bearer token instead of the api-key. */
    azureAdToken?: string | null | undefined;
    /** The same as azureAdToken. */
    cloudAAdToken?: string | null | undefined;
    /** ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity. */
    azureAuthMode?: string | null | undefined;
    /** The same as azureAuthMode. */
    cloudAAuthMode?: string | null | undefined;
    /** Entra ID tenant of the application, with auth mode entra. */
    azureEntraTenantId?: string | null | undefined;
    /** The same as azureEntraTenantId. */
    cloudAEntraTenantId?: string | null | undefined;
    /** Client id of the application, with auth mode entra. */
    azureEntraClientId?: string | null | undefined;
    /** The same as azureEntraClientId. */
    cloudAEntraClientId?: string | null | undefined;
    /** Client secret of the application, with auth mode entra. */
    azureEntraClientSecret?: string | null | undefined;
    /** The same as azureEntraClientSecret. */
    cloudAEntraClientSecret?: string | null | undefined;
    /** Scope of the access token; https://cognitiveservices.azure.com/.default when absent. */
    azureEntraScope?: string | null | undefined;
    /** The same as azureEntraScope. */
    cloudAEntraScope?: string | null | undefined;
    /** Client id of a user-assigned managed identity, with auth mode managed. */
    azureManagedClientId?: string | null | undefined;
    /** The same as azureManagedClientId. */
    cloudAManagedClientId?: string | null | undefined;
    /** Client id of the workload identity; AZURE_CLIENT_ID when absent. */
    azureWorkloadClientId?: string | null | undefined;
    /** The same as azureWorkloadClientId. */
    cloudAWorkloadClientId?: string | null | undefined;
    /** Resource name: the first label of its host. */
    azureResourceName?: string | null | undefined;
    /** The same as azureResourceName. */
    cloudAResourceName?: string | null | undefined;
    /** Deployment; the model name of the request when absent. */
    azureDeploymentId?: string | null | undefined;
    /** The same as azureDeploymentId. */
    cloudADeploymentId?: string | null | undefined;
    /** The model behind the deployment, for records, prices and budgets; the deployment id when absent. */
    azureModelName?: string | null | undefined;
    /** The same as azureModelName. */
    cloudAModelName?: string | null | undefined;
    /** Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default. */
    azureDeployments?: string | null | undefined;
    /** The same as azureDeployments. */
    cloudADeployments?: string | null | undefined;
    /** Region; us-east-1 when absent. */
    awsRegion?: string | null | undefined;
    /** The same as awsRegion. */
    cloudCRegion?: string | null | undefined;
    /** Access key id, for signed requests. */
    awsAccessKeyId?: string | null | undefined;
    /** The same as awsAccessKeyId. */
    cloudCAccessKeyId?: string | null | undefined;
    /** Secret access key, for signed requests. */
    awsSecretAccessKey?: string | null | undefined;
    /** The same as awsSecretAccessKey. */
    cloudCSecretAccessKey?: string | null | undefined;
    /** Session token of temporary keys, for signed requests. */
    awsSessionToken?: string | null | undefined;
    /** The same as awsSessionToken. */
    cloudCSessionToken?: string | null | undefined;
    /** How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain. */
    awsAuthType?: string | null | undefined;
    /** The same as awsAuthType. */
    cloudCAuthType?: string | null | undefined;
    /** Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests. */
    awsRoleArn?: string | null | undefined;
    /** The same as awsRoleArn. */
    cloudCRoleArn?: string | null | undefined;
    /** External id that the role asks for. */
    awsExternalId?: string | null | undefined;
    /** The same as awsExternalId. */
    cloudCExternalId?: string | null | undefined;
    /** Token service to assume the role at; the region’s own when absent. */
    awsStsEndpoint?: string | null | undefined;
    /** The same as awsStsEndpoint. */
    cloudCStsEndpoint?: string | null | undefined;
    /** Account identifier, such as myorg-myaccount. */
    snowflakeAccount?: string | null | undefined;
    /** Id of a proxy auth token, sent as Modal-Key. */
    modalKey?: string | null | undefined;
    /** Secret of a proxy auth token, sent as Modal-Secret. */
    modalSecret?: string | null | undefined;
    /** Organization that is billed, sent as OpenAI-Organization. */
    openaiOrganization?: string | null | undefined;
    /** Project that is billed, sent as OpenAI-Project. */
    openaiProject?: string | null | undefined;
    /** Beta features to switch on, sent as OpenAI-Beta. */
    openaiBeta?: string | null | undefined;
    /** Region, such as us-chicago-1. */
    oracleRegion?: string | null | undefined;
    /** Compartment that is billed, sent as opc-compartment-id. */
    oracleCompartmentId?: string | null | undefined;
    /** Tenant; the member `user` of the request when absent. */
    predibaseTenantId?: string | null | undefined;
    /** Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes. */
    amznSagemakerCustomAttributes?: string | null | undefined;
    /** Model of a multi-model endpoint. */
    amznSagemakerTargetModel?: string | null | undefined;
    /** Production variant of the endpoint. */
    amznSagemakerTargetVariant?: string | null | undefined;
    /** Container of a multi-container endpoint. */
    amznSagemakerTargetContainerHostname?: string | null | undefined;
    /** Id of the request in captured data. */
    amznSagemakerInferenceId?: string | null | undefined;
    /** Expression that decides whether Clarify explains the result. */
    amznSagemakerEnableExplanations?: string | null | undefined;
    /** Inference component of the endpoint. */
    amznSagemakerInferenceComponent?: string | null | undefined;
    /** Id of a stateful session, or NEW_SESSION. */
    amznSagemakerSessionId?: string | null | undefined;
    /** Project id; paths that do not begin with /projects/ are put under it. */
    vertexProjectId?: string | null | undefined;
    /** The same as vertexProjectId. */
    cloudBProjectId?: string | null | undefined;
    /** Region such as europe-west4, or global. */
    vertexRegion?: string | null | undefined;
    /** The same as vertexRegion. */
    cloudBRegion?: string | null | undefined;
    /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
    vertexLlmRequestType?: string | null | undefined;
    /** The same as vertexLlmRequestType. */
    cloudBLlmRequestType?: string | null | undefined;
    /** Service account key file as JSON; access tokens are made from it. */
    vertexServiceAccountJson?: string | null | undefined;
    /** The same as vertexServiceAccountJson. */
    cloudBServiceAccountJson?: string | null | undefined;
    /** Id of the Cloudflare account. */
    workersAiAccountId?: string | null | undefined;
}
export declare const OPTION_HEADERS: Readonly<Record<keyof KnownOptions, string>>;
