/** GENERATED from contract/openapi.json: the admin API, one typed function per operation. */
export function adminResources(send) {
    return {
        accessReview: {
            /** Export who has access to what. Requires the scope `access_review.read`. */
            export: (query, options) => send.raw({ method: 'GET', path: '/admin/access-review/export', query, options }),
            /** List who has access to what. One row for each role of a user, API key and workload issuer. Organisation roles come first, then roles in workspaces, API keys and workload issuers. A page can have fewer rows than `page_size` although more follow. Requires the scope `access_review.read`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/access-review', query, options }),
        },
        alerts: {
            channels: {
                /** Create an alert channel. Requires the scope `alerts.create`. */
                create: (body, options) => send.json({ method: 'POST', path: '/alerts/channels', body, isRepeatable: true, options }),
                /** Delete an alert channel. Requires the scope `alerts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                delete: (id, query, options) => send.json({ method: 'DELETE', path: '/alerts/channels/{id}', values: [id], query, options }),
                /** List alert channels. Requires the scope `alerts.list`. */
                list: (query, options) => send.json({ method: 'GET', path: '/alerts/channels', query, options }),
                /** Read an alert channel. Requires the scope `alerts.read`. */
                read: (id, query, options) => send.json({ method: 'GET', path: '/alerts/channels/{id}', values: [id], query, options }),
                /** Send a test notification. Makes one attempt and returns its result. Requires the scope `alerts.update`. */
                test: (id, query, options) => send.json({ method: 'POST', path: '/alerts/channels/{id}/test', values: [id], query, isRepeatable: true, options }),
                /** Update an alert channel. Omitted fields stay unchanged. The type cannot be changed. Requires the scope `alerts.update`. */
                update: (id, body, query, options) => send.json({ method: 'PUT', path: '/alerts/channels/{id}', values: [id], body, query, options }),
            },
            events: {
                /** List alert events. The history of alert rules and budget alerts with their deliveries, newest first. Requires the scope `alerts.list`. */
                list: (query, options) => send.json({ method: 'GET', path: '/alerts/events', query, options }),
            },
            /** List budget alerts. Requires the scope `policies.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/alerts', query, options }),
            rules: {
                /** Create an alert rule. Requires the scope `alerts.create`. */
                create: (body, options) => send.json({ method: 'POST', path: '/alerts/rules', body, isRepeatable: true, options }),
                /** Delete an alert rule. Its events stay in the history. Requires the scope `alerts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                delete: (id, query, options) => send.json({ method: 'DELETE', path: '/alerts/rules/{id}', values: [id], query, options }),
                /** List alert rules. Requires the scope `alerts.list`. */
                list: (query, options) => send.json({ method: 'GET', path: '/alerts/rules', query, options }),
                /** Read an alert rule. Requires the scope `alerts.read`. */
                read: (id, query, options) => send.json({ method: 'GET', path: '/alerts/rules/{id}', values: [id], query, options }),
                /** Send a test notification to the channels of a rule. Makes one attempt per channel and returns the results. Also sends if the rule is silenced or disabled. The state and the history of the rule stay unchanged. Requires the scope `alerts.update`. */
                test: (id, query, options) => send.json({ method: 'POST', path: '/alerts/rules/{id}/test', values: [id], query, isRepeatable: true, options }),
                /** Update an alert rule. Omitted fields stay unchanged. Set silenced_until to silence the rule, and null to end the silence. Requires the scope `alerts.update`. */
                update: (id, body, query, options) => send.json({ method: 'PUT', path: '/alerts/rules/{id}', values: [id], body, query, options }),
            },
        },
        analytics: {
            /** Get cache hits over time. Requires the scope `analytics.view`. */
            cacheHitRate: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/cache/hit-rate', query, options }),
            /** Get the latency of cache hits over time. Requires the scope `analytics.view`. */
            cacheLatency: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/cache/latency', query, options }),
            /** Get cost over time. Requires the scope `analytics.view`. */
            cost: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/cost', query, options }),
            /** Get errors over time. Requires the scope `analytics.view`. */
            errors: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/errors', query, options }),
            /** Get the error rate over time. Requires the scope `analytics.view`. */
            errorsRate: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/errors/rate', query, options }),
            /** Get errors by status over time. Requires the scope `analytics.view`. */
            errorsStacks: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/errors/stacks', query, options }),
            /** Get errors by status. Requires the scope `analytics.view`. */
            errorsStatusCodes: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/errors/status-codes', query, options }),
            /** Get feedback over time. Requires the scope `analytics.view`. */
            feedbacks: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/feedbacks', query, options }),
            /** Get feedback by model. Requires the scope `analytics.view`. */
            feedbacksAiModels: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/feedbacks/ai-models', query, options }),
            /** Get feedback by score. Requires the scope `analytics.view`. */
            feedbacksScores: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/feedbacks/scores', query, options }),
            /** Get weighted feedback over time. Requires the scope `analytics.view`. */
            feedbacksWeighted: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/feedbacks/weighted', query, options }),
            /** Group requests by models. Requires the scope `analytics.view`. */
            groupsAiModels: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/ai-models', query, options }),
            /** Group requests by providers and models. Requires the scope `analytics.view`. */
            groupsAiOrgModels: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/ai-org-models', query, options }),
            /** Group requests by providers. Requires the scope `analytics.view`. */
            groupsAiService: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/ai_service', query, options }),
            /** Group requests by gateway keys. Requires the scope `analytics.view`. */
            groupsApiKey: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/api_key', query, options }),
            /** Group requests by configs. Requires the scope `analytics.view`. */
            groupsConfig: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/config', query, options }),
            /** Group requests by endpoints. Requires the scope `analytics.view`. */
            groupsEndpoint: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/endpoint', query, options }),
            /** Group requests by values of a metadata key. Requires the scope `analytics.view`. */
            groupsMetadata: (key, query, options) => send.json({ method: 'GET', path: '/analytics/groups/metadata/{key}', values: [key], query, options }),
            /** Group requests by models. Requires the scope `analytics.view`. */
            groupsModel: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/model', query, options }),
            /** Group requests by prompts. Requires the scope `analytics.view`. */
            groupsPrompt: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/prompt', query, options }),
            /** Group requests by prompt versions. Requires the scope `analytics.view`. */
            groupsPromptVersion: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/prompt_version', query, options }),
            /** Group requests by providers. Requires the scope `analytics.view`. */
            groupsProvider: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/provider', query, options }),
            /** Group requests by status codes. Requires the scope `analytics.view`. */
            groupsStatusCode: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/status_code', query, options }),
            /** Group requests by users. Requires the scope `analytics.view`. */
            groupsUsers: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/users', query, options }),
            /** Group requests by virtual keys. Requires the scope `analytics.view`. */
            groupsVirtualKey: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/virtual_key', query, options }),
            /** Group requests by workspaces. Requires the scope `analytics.view`. */
            groupsWorkspace: (query, options) => send.json({ method: 'GET', path: '/analytics/groups/workspace', query, options }),
            /** Count the runs of guardrails by verdict. Requires the scope `analytics.view`. */
            guardrails: (query, options) => send.json({ method: 'GET', path: '/analytics/guardrails', query, options }),
            /** Get latency over time. Requires the scope `analytics.view`. */
            latency: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/latency', query, options }),
            /** Get totals, graphs, providers, recent failures, budgets and circuit breakers in one call. Requires the scope `analytics.view`. */
            overview: (query, options) => send.json({ method: 'GET', path: '/analytics/overview', query, options }),
            /** Count the attempts of each provider by outcome. Requires the scope `analytics.view`. */
            providers: (query, options) => send.json({ method: 'GET', path: '/analytics/providers', query, options }),
            /** Get requests over time. Requires the scope `analytics.view`. */
            requests: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/requests', query, options }),
            /** Get requests recovered by retry or fallback over time. Requires the scope `analytics.view`. */
            requestsRescued: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/requests/rescued', query, options }),
            /** Get the largest groups over time. Requires the scope `analytics.view`. */
            series: (query, options) => send.json({ method: 'GET', path: '/analytics/series', query, options }),
            /** Get a summary of requests. Requires the scope `analytics.view`. */
            summary: (query, options) => send.json({ method: 'GET', path: '/analytics/summary', query, options }),
            /** Get a summary of cache hits. Requires the scope `analytics.view`. */
            summaryCache: (query, options) => send.json({ method: 'GET', path: '/analytics/summary/cache', query, options }),
            /** Get tokens over time. Requires the scope `analytics.view`. */
            tokens: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/tokens', query, options }),
            /** Get requests and tokens over time. Requires the scope `analytics.view`. */
            usage: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/usage', query, options }),
            /** Get distinct users over time. Requires the scope `analytics.view`. */
            users: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/users', query, options }),
            /** Get requests per user over time. Requires the scope `analytics.view`. */
            usersRequests: (query, options) => send.json({ method: 'GET', path: '/analytics/graphs/users/requests', query, options }),
        },
        apiKeys: {
            /** Create an Admin API key. Requires the scope `organisation_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            createOrganisationService: (body, options) => send.json({ method: 'POST', path: '/api-keys/organisation/service', body, isRepeatable: true, options }),
            /** Create a personal Admin API key (not supported). Requires the scope `organisation_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            createOrganisationUser: (body, options) => send.json({ method: 'POST', path: '/api-keys/organisation/user', body, isRepeatable: true, options }),
            /** Create a workspace service API key. Requires the scope `workspace_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            createWorkspaceService: (body, options) => send.json({ method: 'POST', path: '/api-keys/workspace/service', body, isRepeatable: true, options }),
            /** Create a personal workspace API key. Requires the scope `workspace_user_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            createWorkspaceUser: (body, options) => send.json({ method: 'POST', path: '/api-keys/workspace/user', body, isRepeatable: true, options }),
            /** Delete an API key. Requires one of the scopes `organisation_service_api_keys.delete`, `workspace_service_api_keys.delete`, `workspace_user_api_keys.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/api-keys/{id}', values: [id], query, options }),
            /** List API keys. Requires one of the scopes `organisation_service_api_keys.list`, `workspace_service_api_keys.list`, `workspace_user_api_keys.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/api-keys', query, options }),
            /** Read an API key. Requires one of the scopes `organisation_service_api_keys.read`, `workspace_service_api_keys.read`, `workspace_user_api_keys.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/api-keys/{id}', values: [id], query, options }),
            /** Rotate an API key. Requires one of the scopes `organisation_service_api_keys.rotate`, `workspace_service_api_keys.rotate`, `workspace_user_api_keys.rotate`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            rotate: (id, body, options) => send.json({ method: 'POST', path: '/api-keys/{id}/rotate', values: [id], body, isRepeatable: true, options }),
            /** Update an API key. Requires one of the scopes `organisation_service_api_keys.update`, `workspace_service_api_keys.update`, `workspace_user_api_keys.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            update: (id, body, options) => send.json({ method: 'PUT', path: '/api-keys/{id}', values: [id], body, options }),
        },
        auditLogs: {
            /** Export audit log entries. Requires the scope `audit_logs.list`. */
            export: (query, options) => send.raw({ method: 'GET', path: '/audit-logs/export', query, options }),
            /** List audit log entries. Requires the scope `audit_logs.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/audit-logs', query, options }),
            /** Verify the hash chain of the audit log. Requires the scope `audit_logs.list`. */
            verify: (options) => send.json({ method: 'GET', path: '/audit-logs/verify', options }),
        },
        bodyKeys: {
            /** List the keys of logged bodies. One entry per workspace that has encrypted bodies, with the progress of its last rotation. Keys themselves are never shown. Requires the scope `body_keys.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/body-keys', query, options }),
            /** Rotate the keys of logged bodies. New bodies use the new keys at once. Stored bodies are re-encrypted in the background; then the earlier keys are deleted. Returns the new keys: none for workspaces without encrypted bodies. Requires the scope `body_keys.rotate`. */
            rotate: (body, options) => send.json({ method: 'POST', path: '/admin/body-keys/rotate', body, isRepeatable: true, options }),
        },
        breakers: {
            /** List circuit breakers. Requires the scope `breakers.list`. */
            list: (options) => send.json({ method: 'GET', path: '/breakers', options }),
            /** Reset a circuit breaker. Requires the scope `breakers.reset`. */
            reset: (id, options) => send.json({ method: 'POST', path: '/breakers/{id}/reset', values: [id], isRepeatable: true, options }),
        },
        cache: {
            /** Purge the response cache of a workspace. Requires the scope `cache.purge`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            purge: (query, options) => send.json({ method: 'DELETE', path: '/cache', query, options }),
            /** Read the size of the semantic cache. Requires the scope `logs.view`. */
            read: (query, options) => send.json({ method: 'GET', path: '/cache', query, options }),
            /** List matches of semantic lookups in shadow mode. Requires the scope `logs.view`. */
            shadow: (query, options) => send.json({ method: 'GET', path: '/cache/shadow', query, options }),
        },
        claim: {
            /** Create the first owner. Without email, password and first_name, it creates the local owner, which can only sign in with links of `gatehouse open` until PUT /v1/users/me/account. Requires no authentication. */
            create: (body, options) => send.json({ method: 'POST', path: '/claim', body, options }),
        },
        collections: {
            /** Create a collection. Requires the scope `prompts.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/collections', body, isRepeatable: true, options }),
            /** Delete an empty collection. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/collections/{id}', values: [id], query, options }),
            /** List collections. Requires the scope `prompts.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/collections', query, options }),
            /** Read a collection. Requires the scope `prompts.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/collections/{id}', values: [id], query, options }),
            /** Rename a collection. Requires the scope `prompts.update`. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/collections/{id}', values: [id], body, query, options }),
        },
        configs: {
            /** Create a config. Requires the scope `configs.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/configs', body, isRepeatable: true, options }),
            /** Delete a config. Requires the scope `configs.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (slug, query, options) => send.json({ method: 'DELETE', path: '/configs/{slug}', values: [slug], query, options }),
            /** Simulate a request through a config. No provider is called. Requires the scope `configs.read`. */
            explain: (body, options) => send.json({ method: 'POST', path: '/configs/explain', body, options }),
            /** Simulate a request through a saved config. No provider is called. Requires the scope `configs.read`. */
            explainSaved: (slug, body, query, options) => send.json({ method: 'POST', path: '/configs/{slug}/explain', values: [slug], body, query, options }),
            /** List configs. Requires the scope `configs.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/configs', query, options }),
            /** Read a config. Requires the scope `configs.read`. */
            read: (slug, query, options) => send.json({ method: 'GET', path: '/configs/{slug}', values: [slug], query, options }),
            /** Roll back a config. Creates a new version with the content of an earlier one. Requires the scope `configs.update`. */
            rollBack: (slug, body, query, options) => send.json({ method: 'POST', path: '/configs/{slug}/rollback', values: [slug], body, query, isRepeatable: true, options }),
            /** Update a config. Requires the scope `configs.update`. */
            update: (slug, body, query, options) => send.json({ method: 'PUT', path: '/configs/{slug}', values: [slug], body, query, options }),
            /** Validate a config without saving it. Requires the scope `configs.read`. */
            validate: (body, options) => send.json({ method: 'POST', path: '/configs/validate', body, options }),
            versions: {
                /** List the versions of a config. Newest first. Requires the scope `configs.read`. */
                list: (slug, query, options) => send.json({ method: 'GET', path: '/configs/{slug}/versions', values: [slug], query, options }),
                /** Read one version of a config. Requires the scope `configs.read`. */
                read: (slug, version, query, options) => send.json({ method: 'GET', path: '/configs/{slug}/versions/{version}', values: [slug, version], query, options }),
            },
        },
        demo: {
            /** Create the demo workspace. Fills a workspace with synthetic traffic of the last 7 days: keys, configs, guardrails, prompts, budgets, alerts, members, exports, logs, traces and feedback. No provider is called. Owners and trusted Admin keys only. Requires the scope `workspaces.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/admin/demo', body, isRepeatable: true, options }),
            /** Remove the demo workspace. Deletes the demo workspace with everything in it, including its logs and its members. Owners and trusted Admin keys only. Requires the scope `workspaces.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (options) => send.json({ method: 'DELETE', path: '/admin/demo', options }),
        },
        deviceLogins: {
            /** Approve a device login. The device then gets a personal API key with the requested scopes, as far as you hold them. Approve only a login that you started yourself. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            approve: (body, options) => send.json({ method: 'POST', path: '/device-logins/approve', body, isRepeatable: true, options }),
            /** Deny a device login. Available to every API key and signed-in user. */
            deny: (body, options) => send.json({ method: 'POST', path: '/device-logins/deny', body, isRepeatable: true, options }),
            /** List your own device logins. Available to every API key and signed-in user. */
            list: (options) => send.json({ method: 'GET', path: '/device-logins', options }),
            /** Read what a device asks for. The code is in the body, because addresses are logged. Available to every API key and signed-in user. */
            lookup: (body, options) => send.json({ method: 'POST', path: '/device-logins/lookup', body, options }),
            /** Revoke one of your own device logins. Its API key stops working immediately. Available to every API key and signed-in user. */
            revoke: (id, options) => send.json({ method: 'DELETE', path: '/device-logins/{id}', values: [id], options }),
        },
        feedback: {
            /** Create feedback. Requires the scope `logs.write`. */
            create: (body, query, options) => send.json({ method: 'POST', path: '/feedback', body, query, isRepeatable: true, options }),
            /** List the feedback of a trace. Requires one of the scopes `logs.view`, `logs.write`. */
            list: (query, options) => send.json({ method: 'GET', path: '/feedback', query, options }),
            /** Update feedback. Requires the scope `logs.write`. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/feedback/{id}', values: [id], body, query, options }),
        },
        groupMappings: {
            /** Create a group mapping. Gives the members of a group a role in the organisation, in a workspace, or both. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            create: (body, options) => send.json({ method: 'POST', path: '/admin/group-mappings', body, isRepeatable: true, options }),
            /** Delete a group mapping. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, options) => send.json({ method: 'DELETE', path: '/admin/group-mappings/{id}', values: [id], options }),
            /** List group mappings. Requires the scope `organisation_settings.read`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/group-mappings', query, options }),
            /** Read a group mapping. Requires the scope `organisation_settings.read`. */
            read: (id, options) => send.json({ method: 'GET', path: '/admin/group-mappings/{id}', values: [id], options }),
            /** Update a group mapping. Omitted fields stay unchanged. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            update: (id, body, options) => send.json({ method: 'PUT', path: '/admin/group-mappings/{id}', values: [id], body, options }),
        },
        guardrails: {
            checks: {
                /** List the checks that guardrails can use. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`. */
                list: (options) => send.json({ method: 'GET', path: '/guardrails/checks', options }),
            },
            /** Create a guardrail. Configs name it in `input_guardrails` and `output_guardrails`. With `organisation_id`, all workspaces can use it. Requires one of the scopes `guardrails.create`, `organisation_guardrails.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/guardrails', body, isRepeatable: true, options }),
            /** Delete a guardrail. Refused while a config names it, or while it is a default of a workspace or of the organisation. Requires one of the scopes `guardrails.delete`, `organisation_guardrails.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (slug, query, options) => send.json({ method: 'DELETE', path: '/guardrails/{slug}', values: [slug], query, options }),
            /** List guardrails. Those of the workspace and of the organisation, without their checks. Requires one of the scopes `guardrails.list`, `organisation_guardrails.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/guardrails', query, options }),
            /** Read a guardrail. `slug` is the slug or the id. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`. */
            read: (slug, query, options) => send.json({ method: 'GET', path: '/guardrails/{slug}', values: [slug], query, options }),
            /** Report what a guardrail did, or would have done in shadow mode. `slug` is the slug or id of a saved guardrail, or `inline.all` for all inline ones. Default range: 7 days. Requires the scope `logs.view`. */
            report: (slug, query, options) => send.json({ method: 'GET', path: '/guardrails/{slug}/report', values: [slug], query, options }),
            /** Test a guardrail. Runs it over a text, a body or a logged request, as if it were neither async nor in shadow mode. Webhooks are called, and models are charged to the workspace. Nothing is stored. Requires the scope `guardrails.invoke`. */
            test: (body, options) => send.json({ method: 'POST', path: '/guardrails/test', body, options }),
            /** Update a guardrail. A change of checks or actions creates a new version, which takes effect on the next request. Requires one of the scopes `guardrails.update`, `organisation_guardrails.update`. */
            update: (slug, body, query, options) => send.json({ method: 'PUT', path: '/guardrails/{slug}', values: [slug], body, query, options }),
            /** Validate a guardrail without saving it. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`. */
            validate: (body, options) => send.json({ method: 'POST', path: '/guardrails/validate', body, options }),
            versions: {
                /** List the versions of a guardrail. Newest first. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`. */
                list: (slug, query, options) => send.json({ method: 'GET', path: '/guardrails/{slug}/versions', values: [slug], query, options }),
            },
        },
        integrations: {
            /** Create an integration. An Admin key, owner or admin creates it for the organisation, and opens it to workspaces. With `workspace_id`, or with a workspace key, only that workspace can use it. Requires one of the scopes `organisation_integrations.create`, `workspace_integrations.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/integrations', body, isRepeatable: true, options }),
            /** Delete an integration. Also deletes the providers that were made from it. Requires one of the scopes `organisation_integrations.delete`, `workspace_integrations.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (slug, query, options) => send.json({ method: 'DELETE', path: '/integrations/{slug}', values: [slug], query, options }),
            /** List integrations. Requires one of the scopes `organisation_integrations.list`, `workspace_integrations.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/integrations', query, options }),
            models: {
                /** Delete models of an integration. Removes the settings of these models. `allow_all_models` then decides whether they can be used. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                delete: (slug, body, query, options) => send.json({ method: 'DELETE', path: '/integrations/{slug}/models', values: [slug], body, query, options }),
                /** List the models of an integration. The models of the price list of its provider, and those with settings of their own. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`. */
                list: (slug, query, options) => send.json({ method: 'GET', path: '/integrations/{slug}/models', values: [slug], query, options }),
                /** Update the models of an integration. Models that are not in the list keep their settings. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. */
                update: (slug, body, query, options) => send.json({ method: 'PUT', path: '/integrations/{slug}/models', values: [slug], body, query, options }),
            },
            /** Read an integration. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`. */
            read: (slug, query, options) => send.json({ method: 'GET', path: '/integrations/{slug}', values: [slug], query, options }),
            /** Update an integration. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. */
            update: (slug, body, query, options) => send.json({ method: 'PUT', path: '/integrations/{slug}', values: [slug], body, query, options }),
            workspaces: {
                /** List the workspaces of an integration. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`. */
                list: (slug, query, options) => send.json({ method: 'GET', path: '/integrations/{slug}/workspaces', values: [slug], query, options }),
                /** Update the workspaces of an integration. Workspaces that are not in the list keep their settings. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. */
                update: (slug, body, query, options) => send.json({ method: 'PUT', path: '/integrations/{slug}/workspaces', values: [slug], body, query, options }),
            },
        },
        invites: {
            /** Accept an invitation. Requires no authentication. */
            accept: (body, options) => send.json({ method: 'POST', path: '/invites/accept', body, options }),
            /** Invite a user. Returns a link. The gateway sends no email. Requires the scope `organisation_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            create: (body, options) => send.json({ method: 'POST', path: '/admin/users/invites', body, isRepeatable: true, options }),
            /** Cancel an invitation. Requires the scope `organisation_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, options) => send.json({ method: 'DELETE', path: '/admin/users/invites/{id}', values: [id], options }),
            /** List invitations. Requires the scope `organisation_users.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/users/invites', query, options }),
            /** Read an invitation. Requires the scope `organisation_users.read`. */
            read: (id, options) => send.json({ method: 'GET', path: '/admin/users/invites/{id}', values: [id], options }),
            /** Create a new link for an invitation. The old link stops working. Requires the scope `organisation_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            resend: (id, options) => send.json({ method: 'POST', path: '/admin/users/invites/{id}/resend', values: [id], isRepeatable: true, options }),
        },
        labels: {
            /** Create a label. Requires the scope `prompts.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/labels', body, isRepeatable: true, options }),
            /** Delete a label. The label is removed from all prompt versions. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/labels/{id}', values: [id], query, options }),
            /** List labels. Requires the scope `prompts.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/labels', query, options }),
            /** Read a label. Requires the scope `prompts.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/labels/{id}', values: [id], query, options }),
            /** Update a label. Requires the scope `prompts.update`. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/labels/{id}', values: [id], body, query, options }),
        },
        logExports: {
            /** Cancel a log export. Requires the scope `logs.export`. */
            cancel: (id, query, options) => send.json({ method: 'POST', path: '/logs/exports/{id}/cancel', values: [id], query, isRepeatable: true, options }),
            /** Download an export. Requires the scope `logs.export`. */
            content: (id, query, options) => send.raw({ method: 'GET', path: '/logs/exports/{id}/content', values: [id], query, options }),
            /** Create a log export. The export is a draft until you start it. Requires the scope `logs.export`. */
            create: (body, options) => send.json({ method: 'POST', path: '/logs/exports', body, isRepeatable: true, options }),
            /** Delete a log export and its file. Requires the scope `logs.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/logs/exports/{id}', values: [id], query, options }),
            /** Create a download link for an export. Requires the scope `logs.export`. */
            download: (id, query, options) => send.json({ method: 'GET', path: '/logs/exports/{id}/download', values: [id], query, options }),
            /** Download an export by its signed link. Requires no authentication. */
            file: (id, query, options) => send.raw({ method: 'GET', path: '/logs/exports/{id}/file', values: [id], query, options }),
            /** List log exports. Requires the scope `logs.export`. */
            list: (query, options) => send.json({ method: 'GET', path: '/logs/exports', query, options }),
            /** Read a log export and its progress. Requires the scope `logs.export`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/logs/exports/{id}', values: [id], query, options }),
            /** List the fields that exports may not contain. Always empty: every caller with the scope logs.export can export every field. Requires the scope `logs.export`. */
            restrictions: (query, options) => send.json({ method: 'GET', path: '/logs/exports/field-restrictions', query, options }),
            /** Start or resume a log export. Requires the scope `logs.export`. */
            start: (id, query, options) => send.json({ method: 'POST', path: '/logs/exports/{id}/start', values: [id], query, isRepeatable: true, options }),
            /** Update a log export. Filters, columns and format cannot be changed while it is running or after it is finished. Requires the scope `logs.export`. */
            update: (id, body, options) => send.json({ method: 'PUT', path: '/logs/exports/{id}', values: [id], body, options }),
        },
        logs: {
            /** Count request logs by their most frequent values. Requires the scope `logs.list`. */
            facets: (query, options) => send.json({ method: 'GET', path: '/logs/facets', query, options }),
            /** Count request logs over time. Requires the scope `logs.list`. */
            histogram: (query, options) => send.json({ method: 'GET', path: '/logs/histogram', query, options }),
            /** Insert request logs. Requires one of the scopes `logs.write`, `completions.write`. */
            insert: (body, query, options) => send.json({ method: 'POST', path: '/logs', body, query, options }),
            /** List request logs. Requires the scope `logs.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/logs', query, options }),
            /** Read a request log. Requires the scope `logs.view`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/logs/{id}', values: [id], query, options }),
            /** Stream request logs. Requires the scope `logs.list`. */
            stream: (query, options) => send.stream({ method: 'GET', path: '/logs/stream', query, options }),
        },
        modelCatalogue: {
            /** List the models that virtual keys reach. Models of the price list of every provider with an active virtual key, models with a custom price, used models and the models of the built-in mock provider. Virtual keys with a custom host have only custom-priced and used models. Requires one of the scopes `virtual_keys.list`, `providers.list`, `completions.write`. */
            list: (query, options) => send.json({ method: 'GET', path: '/model-catalogue', query, options }),
        },
        organisation: {
            defaults: {
                /** Read the organisation’s default guardrails. Requires the scope `organisation_settings.read`. */
                read: (options) => send.json({ method: 'GET', path: '/admin/organisation/defaults', options }),
                /** Set the organisation’s default guardrails. An omitted list stays. They apply to all workspaces, and callers cannot remove them. Requires the scope `organisation_settings.update`. */
                update: (body, query, options) => send.json({ method: 'PUT', path: '/admin/organisation/defaults', body, query, options }),
            },
            /** Read the organisation’s settings. Requires the scope `organisation_settings.read`. */
            read: (options) => send.json({ method: 'GET', path: '/admin/organisation', options }),
            /** Update the organisation’s settings. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            update: (body, query, options) => send.json({ method: 'PUT', path: '/admin/organisation', body, query, options }),
        },
        policies: {
            rateLimits: {
                /** Create a rate limit policy. Requires the scope `policies.create`. */
                create: (body, options) => send.json({ method: 'POST', path: '/policies/rate-limits', body, isRepeatable: true, options }),
                /** Archive a rate limit policy. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                delete: (id, query, options) => send.json({ method: 'DELETE', path: '/policies/rate-limits/{id}', values: [id], query, options }),
                /** List rate limit policies. Requires the scope `policies.list`. */
                list: (query, options) => send.json({ method: 'GET', path: '/policies/rate-limits', query, options }),
                /** Read a rate limit policy. Requires the scope `policies.read`. */
                read: (id, query, options) => send.json({ method: 'GET', path: '/policies/rate-limits/{id}', values: [id], query, options }),
                /** Update a rate limit policy. Requires the scope `policies.update`. */
                update: (id, body, query, options) => send.json({ method: 'PUT', path: '/policies/rate-limits/{id}', values: [id], body, query, options }),
            },
            usageLimits: {
                /** Create a budget policy. Requires the scope `policies.create`. */
                create: (body, options) => send.json({ method: 'POST', path: '/policies/usage-limits', body, isRepeatable: true, options }),
                /** Archive a budget policy. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                delete: (id, query, options) => send.json({ method: 'DELETE', path: '/policies/usage-limits/{id}', values: [id], query, options }),
                entities: {
                    /** List the usage of a budget policy by group value. Requires the scope `policies.read`. */
                    list: (id, query, options) => send.json({ method: 'GET', path: '/policies/usage-limits/{id}/entities', values: [id], query, options }),
                    /** Reset the usage of a group value. Requires the scope `policies.update`. */
                    reset: (id, entityId, query, options) => send.json({ method: 'PUT', path: '/policies/usage-limits/{id}/entities/{entity_id}/reset', values: [id, entityId], query, options }),
                },
                /** List budget policies. Requires the scope `policies.list`. */
                list: (query, options) => send.json({ method: 'GET', path: '/policies/usage-limits', query, options }),
                /** Read a budget policy. Requires the scope `policies.read`. */
                read: (id, query, options) => send.json({ method: 'GET', path: '/policies/usage-limits/{id}', values: [id], query, options }),
                /** Update a budget policy. Requires the scope `policies.update`. */
                update: (id, body, query, options) => send.json({ method: 'PUT', path: '/policies/usage-limits/{id}', values: [id], body, query, options }),
            },
        },
        prices: {
            /** Create a custom price. Requires the scope `policies.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/prices', body, isRepeatable: true, options }),
            /** Delete a custom price. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/prices/{id}', values: [id], query, options }),
            /** Get the effective price of a model. Requires the scope `policies.read`. */
            effective: (query, options) => send.json({ method: 'GET', path: '/prices/effective', query, options }),
            /** List custom prices. Requires the scope `policies.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/prices', query, options }),
            /** Read a custom price. Requires the scope `policies.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/prices/{id}', values: [id], query, options }),
            reprice: {
                /** Compute missing costs. Starts a background job. Existing costs are not changed. Requires the scope `policies.update`. */
                create: (body, options) => send.json({ method: 'POST', path: '/prices/reprice', body, isRepeatable: true, options }),
                /** Read a reprice job. Requires the scope `policies.read`. */
                read: (id, query, options) => send.json({ method: 'GET', path: '/prices/reprice/{id}', values: [id], query, options }),
            },
            /** List used models without a price. Requires the scope `policies.list`. */
            unpriced: (query, options) => send.json({ method: 'GET', path: '/prices/unpriced', query, options }),
            /** Update a custom price. Replaces all fields. Requires the scope `policies.update`. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/prices/{id}', values: [id], body, query, options }),
        },
        privacy: {
            erasures: {
                /** Erase a person. Erases an end user, or deletes an account and erases what remains of it. Runs in the background; the audit log gets the receipt. Requires the scope `privacy.erase`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                create: (body, options) => send.json({ method: 'POST', path: '/privacy/erasures', body, isRepeatable: true, options }),
                /** List erasures. Requires the scope `privacy.erase`. */
                list: (query, options) => send.json({ method: 'GET', path: '/privacy/erasures', query, options }),
                /** Preview an erasure. Counts what an erasure would remove, at least, and changes nothing. Requires the scope `privacy.erase`. */
                preview: (body, options) => send.json({ method: 'POST', path: '/privacy/erasures/preview', body, options }),
                /** Read the receipt of an erasure. Requires the scope `privacy.erase`. */
                read: (id, query, options) => send.json({ method: 'GET', path: '/privacy/erasures/{id}', values: [id], query, options }),
            },
            /** Export the data of a person. Streams JSON lines. For many logs, create an export instead: it continues after an interruption. Each line has a type: log, account, session, api_key, invite or audit_entry. Requires the scope `privacy.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            export: (body, options) => send.raw({ method: 'POST', path: '/privacy/export', body, isRepeatable: true, options }),
            exports: {
                /** Download an export of a person. Requires the scope `privacy.export`. */
                content: (id, query, options) => send.raw({ method: 'GET', path: '/privacy/exports/{id}/content', values: [id], query, options }),
                /** Create an export of a person. Runs in the background and continues after a restart. The file has JSON lines, each with a type: log, account, session, api_key, invite or audit_entry. Requires the scope `privacy.export`. */
                create: (body, options) => send.json({ method: 'POST', path: '/privacy/exports', body, isRepeatable: true, options }),
                /** Delete an export of a person and its file. Requires the scope `privacy.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                delete: (id, query, options) => send.json({ method: 'DELETE', path: '/privacy/exports/{id}', values: [id], query, options }),
                /** List exports of persons. Requires the scope `privacy.export`. */
                list: (query, options) => send.json({ method: 'GET', path: '/privacy/exports', query, options }),
                /** Read an export of a person. Requires the scope `privacy.export`. */
                read: (id, query, options) => send.json({ method: 'GET', path: '/privacy/exports/{id}', values: [id], query, options }),
            },
        },
        promptPartials: {
            /** Create a partial. The first version is published immediately. Requires the scope `prompts.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/prompts/partials', body, isRepeatable: true, options }),
            /** Delete a partial. Fails if prompts or partials include it, unless `force` is true. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/prompts/partials/{id}', values: [id], query, options }),
            /** List partials. Requires the scope `prompts.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/prompts/partials', query, options }),
            /** Publish a version of a partial. Takes effect immediately in every prompt that includes the partial. Requires the scope `prompts.publish`. */
            publish: (id, body, query, options) => send.json({ method: 'PUT', path: '/prompts/partials/{id}/makeDefault', values: [id], body, query, options }),
            /** Read a partial. Returns the published version. Append @latest or @<number> to the id to read another one. Requires the scope `prompts.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/prompts/partials/{id}', values: [id], query, options }),
            /** Update a partial. New text creates a version that is not published yet. Requires the scope `prompts.update`. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/prompts/partials/{id}', values: [id], body, query, options }),
            versions: {
                /** List the versions of a partial. Newest first. Requires the scope `prompts.read`. */
                list: (id, query, options) => send.json({ method: 'GET', path: '/prompts/partials/{id}/versions', values: [id], query, options }),
            },
        },
        prompts: {
            /** Create a prompt. The first version is published immediately. Requires the scope `prompts.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/prompts', body, isRepeatable: true, options }),
            /** Delete a prompt and all its versions. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/prompts/{id}', values: [id], query, options }),
            /** Export a prompt with all its versions. Requires the scope `prompts.read`. */
            export: (id, query, options) => send.json({ method: 'GET', path: '/prompts/{id}/export', values: [id], query, options }),
            /** Import a prompt. Requires the scope `prompts.create`. */
            import: (body, options) => send.json({ method: 'POST', path: '/prompts/import', body, isRepeatable: true, options }),
            /** List prompts. Requires the scope `prompts.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/prompts', query, options }),
            /** Publish a version of a prompt. Requires the scope `prompts.publish`. */
            publish: (id, body, query, options) => send.json({ method: 'PUT', path: '/prompts/{id}/makeDefault', values: [id], body, query, options }),
            /** Read a prompt. Returns the published version. Append @latest, @<number> or @<label> to the id to read another one. Requires the scope `prompts.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/prompts/{id}', values: [id], query, options }),
            /** Render a prompt without calling a model. Requires the scope `prompts.render`. */
            render: (id, body, query, options) => send.json({ method: 'POST', path: '/prompts/{id}/render', values: [id], body, query, options }),
            /** Update a prompt. Changing the template or its parameters creates a version that is not published yet. Requires the scope `prompts.update`. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/prompts/{id}', values: [id], body, query, options }),
            versions: {
                /** Label a version of a prompt. The labels are removed from other versions of the prompt. Requires the scope `prompts.update`. */
                label: (id, version, body, query, options) => send.json({ method: 'PUT', path: '/prompts/{id}/versions/{version}', values: [id, version], body, query, options }),
                /** List the versions of a prompt. Newest first. Requires the scope `prompts.read`. */
                list: (id, query, options) => send.json({ method: 'GET', path: '/prompts/{id}/versions', values: [id], query, options }),
                /** Read one version of a prompt. `version` is its number or id. Requires the scope `prompts.read`. */
                read: (id, version, query, options) => send.json({ method: 'GET', path: '/prompts/{id}/versions/{version}', values: [id, version], query, options }),
            },
        },
        providers: {
            /** Create a provider from an integration. The provider uses the credential of the integration. To store a credential of its own, use POST /v1/virtual-keys. Requires one of the scopes `providers.create`, `virtual_keys.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/providers', body, isRepeatable: true, options }),
            /** Delete a provider. Requires one of the scopes `providers.delete`, `virtual_keys.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (slug, query, options) => send.json({ method: 'DELETE', path: '/providers/{slug}', values: [slug], query, options }),
            /** List providers. Requires one of the scopes `providers.list`, `virtual_keys.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/providers', query, options }),
            /** Read a provider. Requires one of the scopes `providers.read`, `virtual_keys.read`. */
            read: (slug, query, options) => send.json({ method: 'GET', path: '/providers/{slug}', values: [slug], query, options }),
            /** Update a provider. Requires one of the scopes `providers.update`, `virtual_keys.update`. */
            update: (slug, body, query, options) => send.json({ method: 'PUT', path: '/providers/{slug}', values: [slug], body, query, options }),
        },
        roles: {
            /** Create a custom role. You can give a role only permissions that you hold yourself. Requires the scope `roles.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            create: (body, options) => send.json({ method: 'POST', path: '/admin/roles', body, isRepeatable: true, options }),
            /** Delete a custom role. A role that users, invitations, group mappings or single sign-on connections have is deleted only with `replace_with`. Requires the scope `roles.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/admin/roles/{id}', values: [id], query, options }),
            /** List roles. Built-in roles first, then custom roles by name. Requires the scope `roles.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/roles', query, options }),
            /** Read a custom role. Requires the scope `roles.read`. */
            read: (id, options) => send.json({ method: 'GET', path: '/admin/roles/{id}', values: [id], options }),
            /** Update a custom role. Omitted fields stay unchanged. It takes effect at once for everyone who has the role, and ends their running requests if they may no longer send them. You must hold all permissions that the role has before and after. Requires the scope `roles.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            update: (id, body, options) => send.json({ method: 'PUT', path: '/admin/roles/{id}', values: [id], body, options }),
        },
        scimLog: {
            /** List SCIM requests. Newest first. Requests are kept for 7 days, and at most 10,000 of them. Requires one of the scopes `scim.provision`, `audit_logs.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/scim-log', query, options }),
        },
        scopes: {
            /** List scopes. Available to every API key and signed-in user. */
            list: (options) => send.json({ method: 'GET', path: '/scopes', options }),
        },
        secondFactors: {
            /** Add a passkey. Ends your other sessions. Available to every API key and signed-in user. */
            addPasskey: (body, options) => send.json({ method: 'POST', path: '/users/me/passkeys', body, isRepeatable: true, options }),
            /** Add the authenticator app. Ends your other sessions. Available to every API key and signed-in user. */
            addTotp: (body, options) => send.json({ method: 'PUT', path: '/users/me/totp', body, options }),
            /** List your own second factors. Available to every API key and signed-in user. */
            list: (options) => send.json({ method: 'GET', path: '/users/me/second-factors', options }),
            /** Request the options to create a passkey. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            passkeyOptions: (options) => send.json({ method: 'POST', path: '/users/me/passkeys/options', options }),
            /** Remove all second factors of a user. For a user who lost them. Ends all sessions of the user. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            remove: (id, options) => send.json({ method: 'DELETE', path: '/admin/users/{id}/second-factors', values: [id], options }),
            /** Remove a passkey. Ends your other sessions. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            removePasskey: (id, options) => send.json({ method: 'DELETE', path: '/users/me/passkeys/{id}', values: [id], options }),
            /** Remove the authenticator app. Ends your other sessions. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            removeTotp: (options) => send.json({ method: 'DELETE', path: '/users/me/totp', options }),
            /** Rename a passkey. Available to every API key and signed-in user. */
            renamePasskey: (id, body, options) => send.json({ method: 'PUT', path: '/users/me/passkeys/{id}', values: [id], body, options }),
            /** Create new recovery codes. The old ones stop working. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            renewRecoveryCodes: (options) => send.json({ method: 'POST', path: '/users/me/recovery-codes', isRepeatable: true, options }),
            /** Create a secret for an authenticator app. It has no effect until PUT /v1/users/me/totp proves that the app has it, within five minutes. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            startTotp: (options) => send.json({ method: 'POST', path: '/users/me/totp', options }),
            /** List which users have a second factor. Requires the scope `organisation_users.list`. */
            status: (query, options) => send.json({ method: 'GET', path: '/admin/second-factors', query, options }),
        },
        secretReferences: {
            /** Test a secret reference. Reads the secret from its store, not from the cache, and returns whether it exists. The value is never returned. Callers of a workspace can test only paths that the operator allows for the workspace. Requires one of the scopes `virtual_keys.create`, `providers.create`. */
            test: (body, options) => send.json({ method: 'POST', path: '/secret-references/test', body, options }),
        },
        sessions: {
            /** Sign in with a one-time link. Requires no authentication. */
            byLink: (body, options) => send.json({ method: 'POST', path: '/sessions/link', body, options }),
            /** Confirm your identity in this session. Operations that show secrets, change rights or delete need it: with a second factor, or with the password if you have none. It lasts ten minutes. Available to every API key and signed-in user. */
            confirm: (body, options) => send.json({ method: 'POST', path: '/sessions/current/confirm', body, isRepeatable: true, options }),
            /** Request the options to confirm your identity with a passkey. Available to every API key and signed-in user. */
            confirmOptions: (options) => send.json({ method: 'POST', path: '/sessions/current/passkey-options', options }),
            /** Sign in. For a user with a second factor, the response is a pending sign-in: POST /v1/sessions/second-factor finishes it. Requires no authentication. */
            create: (body, options) => send.json({ method: 'POST', path: '/sessions', body, options }),
            /** Read the current caller. Available to every API key and signed-in user. */
            current: (options) => send.json({ method: 'GET', path: '/sessions/current', options }),
            /** Sign out. Available to every API key and signed-in user. */
            delete: (options) => send.json({ method: 'DELETE', path: '/sessions/current', options }),
            /** End one of your own sessions. Available to every API key and signed-in user. */
            end: (id, options) => send.json({ method: 'DELETE', path: '/sessions/{id}', values: [id], options }),
            /** End all your other sessions. Available to every API key and signed-in user. */
            endOthers: (options) => send.json({ method: 'DELETE', path: '/sessions', options }),
            /** List your own sessions. Available to every API key and signed-in user. */
            list: (options) => send.json({ method: 'GET', path: '/sessions', options }),
            /** Request the options for a passkey sign-in. For the sign-in that waits for a second factor, or for one without a password. Requires no authentication. */
            passkeyOptions: (body, options) => send.json({ method: 'POST', path: '/sessions/passkey-options', body, options }),
            /** Set a new password with a reset link. Also signs in. A user with a second factor finishes with POST /v1/sessions/second-factor. Requires no authentication. */
            resetPassword: (body, options) => send.json({ method: 'POST', path: '/sessions/password', body, options }),
            /** Finish a sign-in with a second factor. Needs the cookie of POST /v1/sessions or POST /v1/sso/callback, which is valid for five minutes and 5 attempts. Requires no authentication. */
            secondFactor: (body, options) => send.json({ method: 'POST', path: '/sessions/second-factor', body, options }),
        },
        sinks: {
            /** Create a sink. Logs of requests that end after this are sent to it. Requires the scope `sinks.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/sinks', body, isRepeatable: true, options }),
            /** Delete a sink. Undelivered logs are not sent. Logs that it has received are not deleted. Requires the scope `sinks.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/sinks/{id}', values: [id], query, options }),
            /** List sinks. Requires the scope `sinks.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/sinks', query, options }),
            /** Read the progress of a sink on each node. Counters start at 0 when the sink is created. Nodes that have not reported for a day are left out. Requires the scope `sinks.read`. */
            progress: (id, query, options) => send.json({ method: 'GET', path: '/sinks/{id}/progress', values: [id], query, options }),
            /** Read a sink. Requires the scope `sinks.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/sinks/{id}', values: [id], query, options }),
            /** Send a sample log to a sink. Makes one attempt and returns its result. Also works for a disabled sink. Requires the scope `sinks.update`. */
            test: (id, query, options) => send.json({ method: 'POST', path: '/sinks/{id}/test', values: [id], query, isRepeatable: true, options }),
            /** Update a sink. Omitted fields stay unchanged. The type cannot be changed. If the destination changes to another origin, broker, SASL mechanism or to a connection without TLS, send its secrets again: stored ones are never sent to another destination. Requires the scope `sinks.update`. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/sinks/{id}', values: [id], body, query, options }),
        },
        ssoConnections: {
            /** Create a single sign-on connection. One OpenID Connect issuer. Test it before you enable it. Requires the scope `sso_connections.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            create: (body, options) => send.json({ method: 'POST', path: '/admin/sso-connections', body, isRepeatable: true, options }),
            /** Delete a single sign-on connection. Ends the sessions that were started with it. Its users stay. Requires the scope `sso_connections.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, options) => send.json({ method: 'DELETE', path: '/admin/sso-connections/{id}', values: [id], options }),
            /** List single sign-on connections. Requires the scope `sso_connections.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/sso-connections', query, options }),
            /** Read a single sign-on connection. Requires the scope `sso_connections.read`. */
            read: (id, options) => send.json({ method: 'GET', path: '/admin/sso-connections/{id}', values: [id], options }),
            /** Start a test of a single sign-on connection. The connection need not be enabled. Open the URL in the same browser; nobody is signed in. Requires the scope `sso_connections.update`. */
            test: (id, options) => send.json({ method: 'POST', path: '/admin/sso-connections/{id}/test', values: [id], isRepeatable: true, options }),
            /** Finish a test of a single sign-on connection. Returns the claims, the roles that group mappings give, and whether the user could sign in. Requires the scope `sso_connections.update`. */
            testResult: (body, options) => send.json({ method: 'POST', path: '/admin/sso-connections/test-result', body, isRepeatable: true, options }),
            /** Update a single sign-on connection. Omitted fields stay unchanged. After a change of issuer, client or claims, test it again. Requires the scope `sso_connections.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            update: (id, body, options) => send.json({ method: 'PUT', path: '/admin/sso-connections/{id}', values: [id], body, options }),
        },
        sso: {
            /** Finish a single sign-on. The page at the redirect URL sends what the identity provider added to it. For a user with a second factor, the response is a pending sign-in if the organisation does not accept single sign-on instead of it. Requires no authentication. */
            callback: (body, options) => send.json({ method: 'POST', path: '/sso/callback', body, options }),
            /** Read the public key of a single sign-on connection. A JSON Web Key Set for identity providers that verify `private_key_jwt`. Requires no authentication. */
            keys: (id, options) => send.json({ method: 'GET', path: '/sso/keys/{id}', values: [id], options }),
            /** End sessions by back-channel logout. For identity providers (OpenID Connect Back-Channel Logout 1.0). The body is a form. Requires no authentication. */
            logout: (id, body, options) => send.json({ method: 'POST', path: '/sso/logout/{id}', values: [id], body, options }),
            /** Start a single sign-on. Finds the connection by the domain of the e-mail address. Sets a cookie that binds it to the browser. Requires no authentication. */
            start: (body, options) => send.json({ method: 'POST', path: '/sso/start', body, options }),
            /** Read whether single sign-on is available. Requires no authentication. */
            status: (options) => send.json({ method: 'GET', path: '/sso', options }),
        },
        supportedProviders: {
            /** List supported providers. Available to every API key and signed-in user. */
            list: (options) => send.json({ method: 'GET', path: '/supported-providers', options }),
        },
        traces: {
            /** List traces. Requires the scope `logs.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/traces', query, options }),
        },
        users: {
            /** Set e-mail address and password of the local owner. For the owner that POST /v1/claim created without an account. All other sessions of it end. Available to every API key and signed-in user. */
            account: (body, options) => send.json({ method: 'PUT', path: '/users/me/account', body, options }),
            /** Delete a user. Also deletes the user’s memberships, sessions and personal keys. Requires the scope `organisation_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, options) => send.json({ method: 'DELETE', path: '/admin/users/{id}', values: [id], options }),
            /** Revoke a device login of a user. Its API key stops working immediately. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            deviceLoginRevoke: (id, loginId, options) => send.json({ method: 'DELETE', path: '/admin/users/{id}/device-logins/{login_id}', values: [id, loginId], options }),
            /** List the device logins of a user. Requires the scope `organisation_users.read`. */
            deviceLogins: (id, options) => send.json({ method: 'GET', path: '/admin/users/{id}/device-logins', values: [id], options }),
            /** List users. Requires the scope `organisation_users.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/users', query, options }),
            /** Change your own password. Available to every API key and signed-in user. */
            password: (body, options) => send.json({ method: 'PUT', path: '/users/me/password', body, options }),
            /** Create a password reset link. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            passwordLink: (id, options) => send.json({ method: 'POST', path: '/admin/users/{id}/password-link', values: [id], isRepeatable: true, options }),
            /** Read a user. Requires the scope `organisation_users.read`. */
            read: (id, options) => send.json({ method: 'GET', path: '/admin/users/{id}', values: [id], options }),
            /** End a session of a user. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            sessionEnd: (id, sessionId, options) => send.json({ method: 'DELETE', path: '/admin/users/{id}/sessions/{session_id}', values: [id, sessionId], options }),
            /** List the sessions of a user. Requires the scope `organisation_users.read`. */
            sessions: (id, options) => send.json({ method: 'GET', path: '/admin/users/{id}/sessions', values: [id], options }),
            /** End all sessions of a user. Also ends unfinished sign-ins and device logins. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            sessionsEnd: (id, options) => send.json({ method: 'DELETE', path: '/admin/users/{id}/sessions', values: [id], options }),
            /** Update a user. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            update: (id, body, options) => send.json({ method: 'PUT', path: '/admin/users/{id}', values: [id], body, options }),
        },
        virtualKeys: {
            /** Create a virtual key. Requires one of the scopes `virtual_keys.create`, `providers.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/virtual-keys', body, isRepeatable: true, options }),
            /** Delete a virtual key. Requires one of the scopes `virtual_keys.delete`, `providers.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (slug, query, options) => send.json({ method: 'DELETE', path: '/virtual-keys/{slug}', values: [slug], query, options }),
            keys: {
                /** Add a provider key to a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. */
                create: (slug, body, options) => send.json({ method: 'POST', path: '/virtual-keys/{slug}/keys', values: [slug], body, isRepeatable: true, options }),
                /** Remove a provider key from a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                delete: (slug, keyId, query, options) => send.json({ method: 'DELETE', path: '/virtual-keys/{slug}/keys/{key_id}', values: [slug, keyId], query, options }),
                /** Update a provider key of a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. */
                update: (slug, keyId, body, query, options) => send.json({ method: 'PUT', path: '/virtual-keys/{slug}/keys/{key_id}', values: [slug, keyId], body, query, options }),
            },
            /** List virtual keys. Requires one of the scopes `virtual_keys.list`, `providers.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/virtual-keys', query, options }),
            /** Read a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`. */
            read: (slug, query, options) => send.json({ method: 'GET', path: '/virtual-keys/{slug}', values: [slug], query, options }),
            /** Test a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`. */
            test: (slug, body, options) => send.json({ method: 'POST', path: '/virtual-keys/{slug}/test', values: [slug], body, options }),
            /** Test a credential before saving it. Requires one of the scopes `virtual_keys.create`, `providers.create`. */
            testUnsaved: (body, options) => send.json({ method: 'POST', path: '/virtual-keys/test', body, options }),
            /** Update a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. */
            update: (slug, body, query, options) => send.json({ method: 'PUT', path: '/virtual-keys/{slug}', values: [slug], body, query, options }),
            /** Read the budget usage of a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`. */
            usage: (slug, query, options) => send.json({ method: 'GET', path: '/virtual-keys/{slug}/usage', values: [slug], query, options }),
        },
        virtualModels: {
            /** Create a virtual model. Requests whose `model` is this name are routed by the config. GET /v1/models lists the name. Requires the scope `virtual_models.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/virtual-models', body, isRepeatable: true, options }),
            /** Delete a virtual model. Requires the scope `virtual_models.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/virtual-models/{id}', values: [id], query, options }),
            /** List virtual models. Requires the scope `virtual_models.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/virtual-models', query, options }),
            /** Read a virtual model. `id` is the id or the name, percent-encoded. Requires the scope `virtual_models.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/virtual-models/{id}', values: [id], query, options }),
            /** Update a virtual model. Requires the scope `virtual_models.update`. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/virtual-models/{id}', values: [id], body, query, options }),
        },
        workloadIssuers: {
            /** Create a workload issuer. Callers can then send JWTs from this issuer instead of a gateway key. Requires the scope `workload_issuers.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            create: (body, options) => send.json({ method: 'POST', path: '/admin/workload-issuers', body, isRepeatable: true, options }),
            /** Delete a workload issuer. Its tokens are refused from the next request on. Requires the scope `workload_issuers.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (id, query, options) => send.json({ method: 'DELETE', path: '/admin/workload-issuers/{id}', values: [id], query, options }),
            /** List workload issuers. Requires the scope `workload_issuers.list`. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/workload-issuers', query, options }),
            /** Read a workload issuer. Requires the scope `workload_issuers.read`. */
            read: (id, query, options) => send.json({ method: 'GET', path: '/admin/workload-issuers/{id}', values: [id], query, options }),
            revocations: {
                /** Revoke tokens of a workload issuer. Refuses one token by its jti, or all tokens of a subject, from the next request on every node. Requires the scope `workload_issuers.update`. */
                create: (id, body, query, options) => send.json({ method: 'POST', path: '/admin/workload-issuers/{id}/revocations', values: [id], body, query, isRepeatable: true, options }),
                /** Delete a revocation. Tokens that it refused are accepted again, unless they have expired. Requires the scope `workload_issuers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
                delete: (id, revocationId, query, options) => send.json({ method: 'DELETE', path: '/admin/workload-issuers/{id}/revocations/{revocation_id}', values: [id, revocationId], query, options }),
                /** List the revocations of a workload issuer. Requires the scope `workload_issuers.read`. */
                list: (id, query, options) => send.json({ method: 'GET', path: '/admin/workload-issuers/{id}/revocations', values: [id], query, options }),
            },
            subjects: {
                /** List the subjects of a workload issuer. The 1000 subjects whose tokens were used last, latest first. Requires the scope `workload_issuers.read`. */
                list: (id, query, options) => send.json({ method: 'GET', path: '/admin/workload-issuers/{id}/subjects', values: [id], query, options }),
            },
            /** Update a workload issuer. Omitted fields stay unchanged. The change applies to the next request on every node. Requires the scope `workload_issuers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            update: (id, body, query, options) => send.json({ method: 'PUT', path: '/admin/workload-issuers/{id}', values: [id], body, query, options }),
        },
        workspaceUsers: {
            /** Add users to a workspace. Requires the scope `workspace_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            create: (workspaceId, body, options) => send.json({ method: 'POST', path: '/admin/workspaces/{workspace_id}/users', values: [workspaceId], body, isRepeatable: true, options }),
            /** Remove a member from a workspace. Also deletes the member’s personal keys of the workspace. Requires the scope `workspace_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (workspaceId, userId, options) => send.json({ method: 'DELETE', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], options }),
            /** List the members of a workspace. Requires the scope `workspace_users.list`. */
            list: (workspaceId, query, options) => send.json({ method: 'GET', path: '/admin/workspaces/{workspace_id}/users', values: [workspaceId], query, options }),
            /** Read a member of a workspace. Requires the scope `workspace_users.read`. */
            read: (workspaceId, userId, options) => send.json({ method: 'GET', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], options }),
            /** Change the role of a workspace member. Requires the scope `workspace_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            update: (workspaceId, userId, body, options) => send.json({ method: 'PUT', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], body, options }),
        },
        workspaces: {
            /** Create a workspace. Requires the scope `workspaces.create`. */
            create: (body, options) => send.json({ method: 'POST', path: '/admin/workspaces', body, isRepeatable: true, options }),
            /** Delete a workspace. Requires the scope `workspaces.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
            delete: (workspaceId, body, options) => send.json({ method: 'DELETE', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], body, options }),
            /** List workspaces. Available to every API key and signed-in user. */
            list: (query, options) => send.json({ method: 'GET', path: '/admin/workspaces', query, options }),
            /** Read a workspace. Requires the scope `workspaces.read`. */
            read: (workspaceId, options) => send.json({ method: 'GET', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], options }),
            /** Update a workspace. Requires the scope `workspaces.update`. */
            update: (workspaceId, body, options) => send.json({ method: 'PUT', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], body, options }),
        },
    };
}
