/** Every error that the gateway returns itself. Source of docs/errors.md and contract/errors.json. */

export type ErrorRow = {
  readonly status: number
  readonly type: string
  /** Used if the code that throws gives no message of its own. */
  readonly message: string
  /** How to fix it. */
  readonly hint: string
  /** False sends `x-should-retry: false`, so that SDKs do not retry. Absent: SDKs decide by status. */
  readonly retry?: false
}

const INVALID = 'invalid_request_error'
const UPSTREAM = 'upstream_error'
const PERMISSION = 'permission_error'

export const ERRORS = {
  // Errors in the request, and per-key concurrency and memory limits.
  invalid_header: {
    status: 400,
    type: INVALID,
    message: 'A gateway header has a value of the wrong type.',
    hint: 'Correct the header named in `param`.',
  },
  header_conflict: {
    status: 400,
    type: INVALID,
    message: 'The same gateway option was sent twice with different values.',
    hint: 'Send the option once, under one prefix.',
  },
  invalid_json: {
    status: 400,
    type: INVALID,
    message: 'The request body is not valid JSON.',
    hint: 'Send a JSON object, encoded as UTF-8, with Content-Type: application/json.',
  },
  invalid_body: {
    status: 400,
    type: INVALID,
    message: 'The request body is not valid for this endpoint.',
    hint: 'Compare the body with the endpoint’s reference.',
  },
  duplicate_member: {
    status: 400,
    type: INVALID,
    message: 'The request body contains the same member more than once.',
    hint: 'Send each of model, stream, stream_options, max_tokens and n once.',
  },
  invalid_parameter: {
    status: 400,
    type: INVALID,
    message: 'A query parameter has a value of the wrong type.',
    hint: 'Correct the parameter named in `param`.',
  },
  websocket_unsupported: {
    status: 426,
    type: INVALID,
    message: 'The provider has no WebSocket at this path.',
    hint: 'Use plain HTTP, or a provider that supports WebSockets here: see /docs/realtime.',
    retry: false,
  },
  provider_missing: {
    status: 400,
    type: INVALID,
    message:
      'No provider selected: the request has none of x-gateway-provider, x-gateway-virtual-key, x-gateway-config.',
    hint: 'Add x-gateway-provider with Authorization: Bearer <provider key>, or an x-gateway-config with targets.',
  },
  provider_unknown: {
    status: 400,
    type: INVALID,
    message: 'This provider is not known.',
    hint: 'GET /v1/supported-providers lists every slug.',
  },
  provider_settings_invalid: {
    status: 400,
    type: INVALID,
    message: 'The provider needs settings that are missing or malformed.',
    hint: 'Send the setting named in `param` as a config key or header.',
  },
  secret_reference_invalid: {
    status: 400,
    type: INVALID,
    message: 'The secret reference is not valid, or names an unknown source.',
    hint: 'Send secret://<source>/<path>#<field>; see /docs/secret-references.',
    retry: false,
  },
  credential_missing: {
    status: 400,
    type: INVALID,
    message: 'The provider needs a credential and the request has none.',
    hint: 'Send Authorization: Bearer <provider key>, or api_key in the config.',
  },
  virtual_key_unknown: {
    status: 400,
    type: INVALID,
    message: 'No virtual key with this identifier exists in this workspace.',
    hint: 'Check the identifier, or name a provider and api_key instead.',
  },
  config_unknown: {
    status: 400,
    type: INVALID,
    message: 'No saved config with this identifier exists in this workspace.',
    hint: 'Check the identifier, or send the config itself as JSON.',
  },
  config_invalid: {
    status: 400,
    type: INVALID,
    message: 'The config is not valid.',
    hint: 'Fix the config at the path in `param`. GET /schemas/config.json describes every key.',
  },
  hooks_failed: {
    status: 446,
    type: 'hooks_failed',
    message: 'A guardrail denied the request.',
    hint: 'The checks that failed are in `hook_results`. Change the text, or the guardrail of the config or workspace.',
    retry: false,
  },
  guardrail_unknown: {
    status: 400,
    type: INVALID,
    message: 'No saved guardrail with this identifier exists in this workspace or its organisation.',
    hint: 'Check the identifier, or write the checks into the config. The gateway does not serve a request without them.',
  },
  guardrail_uncovered: {
    status: 400,
    type: INVALID,
    message: 'A guardrail that can deny requests applies here, and the gateway cannot check this kind of request.',
    hint: 'Use an endpoint that guardrails cover (see /docs/guardrails), or a config and workspace without this guardrail.',
    retry: false,
  },
  not_supported: {
    status: 400,
    type: INVALID,
    message: 'This config or header uses a feature the gateway does not have.',
    hint: 'Remove the key or header. The gateway rejects rules that it cannot enforce instead of ignoring them.',
  },
  no_condition_matched: {
    status: 400,
    type: INVALID,
    message: 'No condition of the config matched and it names no default.',
    hint: 'Add strategy.default, or send a request that matches a condition.',
  },
  condition_too_costly: {
    status: 400,
    type: INVALID,
    message: 'The $regex conditions of the config exceed the limit on work per request.',
    hint: 'Send shorter values, or use fewer or shorter patterns in the config.',
  },
  endpoint_unsupported: {
    status: 400,
    type: INVALID,
    message: 'The provider has no such endpoint.',
    hint: 'Use one of the endpoints named in the message, or /v1/proxy/<provider path>.',
  },
  custom_host_invalid: {
    status: 400,
    type: INVALID,
    message: 'The custom host is not a usable base URL.',
    hint: 'Send http(s)://host[:port][/path], without user, query or fragment.',
  },
  address_forbidden: {
    status: 400,
    type: INVALID,
    message: 'The gateway may not connect to this address.',
    hint: 'An operator can allow a private host with GATEWAY_TRUSTED_HOSTS; metadata and link-local addresses are never allowed.',
  },
  not_found: {
    status: 404,
    type: INVALID,
    message: 'No endpoint exists at this path.',
    hint: 'The API is under /v1; /v1/proxy/<path> reaches any provider endpoint.',
    retry: false,
  },
  workspace_unknown: {
    status: 404,
    type: INVALID,
    message: 'No such workspace exists.',
    hint: 'Omit x-gateway-workspace-id, or send the id of one of your workspaces.',
    retry: false,
  },
  method_not_allowed: {
    status: 405,
    type: INVALID,
    message: 'This path does not support that method.',
    hint: 'To reach a provider endpoint of the same name use /v1/proxy/<path>.',
    retry: false,
  },
  request_timeout: {
    status: 408,
    type: 'timeout_error',
    message: 'The provider did not respond in time.',
    hint: 'Raise request_timeout, or add a fallback target.',
    retry: false,
  },
  receive_timeout: {
    status: 408,
    type: 'timeout_error',
    message: 'The request body did not arrive in time.',
    hint: 'Send the body faster, or raise GATEWAY_RECEIVE_TIMEOUT_MS or GATEWAY_RECEIVE_GRACE_MS.',
  },
  body_too_large: {
    status: 413,
    type: INVALID,
    message: 'The request body is too large.',
    hint: 'Send a smaller body. The limit for JSON is the setting GATEWAY_MAX_BODY_BYTES; uploads are streamed.',
    retry: false,
  },
  unsupported_encoding: {
    status: 415,
    type: INVALID,
    message: 'The request body has a content coding that the gateway does not support.',
    hint: 'Send the body uncompressed, or with one Content-Encoding: gzip, deflate, br or zstd.',
    retry: false,
  },
  unsupported_media_type: {
    status: 415,
    type: INVALID,
    message: 'This endpoint does not support that content type.',
    hint: 'Send the content type named in the message.',
    retry: false,
  },
  too_many_headers: {
    status: 431,
    type: INVALID,
    message: 'The request has too many headers.',
    hint: 'Send at most 100 headers.',
    retry: false,
  },
  too_many_concurrent: {
    status: 429,
    type: 'rate_limit_error',
    message: 'This key has too many concurrent requests.',
    hint: 'Wait for running requests to finish, or raise GATEWAY_KEY_CONCURRENCY.',
  },
  body_memory_limit: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The requests of this key or workspace use all the memory they are allowed.',
    hint: 'Wait for running requests to finish, send smaller bodies, or raise GATEWAY_KEY_BODY_PERCENT or GATEWAY_WORKSPACE_BODY_PERCENT.',
  },

  // Authentication and permissions: 401 and 403.
  api_key_missing: {
    status: 401,
    type: 'authentication_error',
    message: 'The request has no gateway API key.',
    hint: 'Send the header x-gateway-api-key, or Authorization: Bearer <gateway key>.',
    retry: false,
  },
  api_key_invalid: {
    status: 401,
    type: 'authentication_error',
    message: 'The gateway API key is not known.',
    hint: 'Use a key that starts with gww_ or gwa_. A provider key goes into Authorization, next to x-gateway-api-key.',
    retry: false,
  },
  api_key_expired: {
    status: 401,
    type: 'authentication_error',
    message: 'The gateway API key has expired.',
    hint: 'Create a new key.',
    retry: false,
  },
  token_invalid: {
    status: 401,
    type: 'authentication_error',
    message: 'The token is not valid.',
    hint: 'Compare the token with the workload issuer: see /docs/workload-identity.',
    retry: false,
  },
  token_expired: {
    status: 401,
    type: 'authentication_error',
    message: 'The token has expired.',
    hint: 'Request a new token from its issuer.',
    retry: false,
  },
  token_keys_unavailable: {
    status: 503,
    type: UPSTREAM,
    message: 'The keys of the token’s issuer are unavailable.',
    hint: 'Retry the request later. If it persists, check jwks_url and issuer of the workload issuer, and that the gateway may connect to them.',
  },
  scope_missing: {
    status: 403,
    type: PERMISSION,
    message: 'This key does not have the required scope.',
    hint: 'Use a key with the scope named in the message.',
    retry: false,
  },
  secret_not_allowed: {
    status: 403,
    type: PERMISSION,
    message: 'The workspace may not use this path of the secret source.',
    hint: 'Use a path that the operator allows for this workspace, or ask an owner or admin to save the reference.',
    retry: false,
  },
  inference_forbidden: {
    status: 403,
    type: PERMISSION,
    message: 'This key may not send requests to providers.',
    hint: 'Use a key with "allow_inference": true.',
    retry: false,
  },
  virtual_key_expired: {
    status: 403,
    type: PERMISSION,
    message: 'The virtual key has expired.',
    hint: 'Set expires_at of the virtual key to null or to a later time, or use another one.',
    retry: false,
  },
  virtual_key_disabled: {
    status: 403,
    type: PERMISSION,
    message: 'The virtual key is disabled.',
    hint: 'Set the status of the virtual key to "active", or use another virtual key.',
    retry: false,
  },
  integration_not_allowed: {
    status: 403,
    type: PERMISSION,
    message: 'This workspace has no access to the integration of the virtual key.',
    hint: 'Enable the workspace with PUT /v1/integrations/{slug}/workspaces (Admin key, owner or admin), or use another virtual key.',
    retry: false,
  },
  model_not_allowed: {
    status: 412,
    type: PERMISSION,
    message: 'The model is not enabled on the integration of the virtual key.',
    hint: 'Use an enabled model, or enable it with PUT /v1/integrations/{slug}/models.',
    retry: false,
  },

  // Errors of the admin API.
  workspace_required: {
    status: 400,
    type: INVALID,
    message: 'You belong to several workspaces and the request names none.',
    hint: 'Send workspace_id.',
  },
  scope_unknown: {
    status: 400,
    type: INVALID,
    message: 'The scope does not exist.',
    hint: 'GET /v1/scopes lists every scope.',
  },
  scope_wrong_kind: {
    status: 400,
    type: INVALID,
    message: 'A key of this type cannot have that scope.',
    hint: 'GET /v1/scopes shows which key types can have each scope.',
  },
  scope_not_grantable: {
    status: 403,
    type: PERMISSION,
    message: 'A key cannot grant scopes that it does not have.',
    hint: 'Request fewer scopes, or use a key that has them.',
    retry: false,
  },
  access_revoked: {
    status: 401,
    type: 'authentication_error',
    message: 'The key or user account was disabled or deleted while the request was running.',
    hint: 'Ask an admin of your organisation for access.',
    retry: false,
  },
  session_invalid: {
    status: 401,
    type: 'authentication_error',
    message: 'You are not signed in, or the session has expired.',
    hint: 'Sign in again.',
    retry: false,
  },
  sign_in_failed: {
    status: 401,
    type: 'authentication_error',
    message: 'The e-mail address or the password is wrong.',
    hint: 'Check both. An owner or admin can create a password reset link.',
    retry: false,
  },
  second_factor_failed: {
    status: 401,
    type: 'authentication_error',
    message: 'The second factor is wrong or was used before, or the sign-in has expired.',
    hint: 'Try a new code. After five minutes or five attempts, start again with your password.',
    retry: false,
  },
  second_factor_required: {
    status: 403,
    type: PERMISSION,
    message: 'Your organisation requires a second factor, and your account has none.',
    hint: 'Add a passkey or an authenticator app on the account page of the dashboard.',
    retry: false,
  },
  step_up_required: {
    status: 403,
    type: PERMISSION,
    message: 'Confirm your identity: the last confirmation in this session is more than ten minutes old.',
    hint: 'Send one of the methods in details to POST /v1/sessions/current/confirm, then repeat the request.',
    retry: false,
  },
  sso_required: {
    status: 403,
    type: PERMISSION,
    message: 'This organisation requires single sign-on.',
    hint: 'Enter your e-mail address on the sign-in page and continue to your identity provider.',
    retry: false,
  },
  sso_failed: {
    status: 400,
    type: INVALID,
    message: 'Single sign-on failed.',
    hint: 'Start the sign-in again. If it fails again, ask an administrator to test the connection.',
    retry: false,
  },
  sign_in_throttled: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many failed sign-ins.',
    hint: 'Wait for the time in Retry-After.',
  },
  origin_forbidden: {
    status: 403,
    type: PERMISSION,
    message: 'The request comes from another site.',
    hint: 'Send it from the dashboard itself, or use an API key.',
    retry: false,
  },
  link_invalid: {
    status: 400,
    type: INVALID,
    message: 'This link was already used, has expired, or was revoked.',
    hint: 'Request a new link.',
  },
  conflict: {
    status: 409,
    type: INVALID,
    message: 'The name is already taken, or the object was changed in the meantime.',
    hint: 'Read the object again, then repeat the change.',
    retry: false,
  },
  in_use: {
    status: 409,
    type: INVALID,
    message: 'The object is still in use.',
    hint: 'First remove the references listed in details, or send force.',
    retry: false,
  },
  idempotency_conflict: {
    status: 409,
    type: INVALID,
    message: 'This Idempotency-Key was used for another request.',
    hint: 'Use a new key for a new request.',
    retry: false,
  },
  last_owner: {
    status: 409,
    type: INVALID,
    message: 'An organisation must have at least one owner.',
    hint: 'Make another user owner first.',
    retry: false,
  },
  credential_origin_mismatch: {
    status: 403,
    type: PERMISSION,
    message: 'A stored credential can only be sent to its own origin.',
    hint: 'Omit the custom host, or save it on the virtual key with an Admin key.',
    retry: false,
  },
  config_reference_unknown: {
    status: 400,
    type: INVALID,
    message: 'The config refers to an object that does not exist in this workspace.',
    hint: 'Create it first, or correct the name.',
  },
  config_override_forbidden: {
    status: 403,
    type: PERMISSION,
    message: 'This key always uses its own config.',
    hint: 'Omit x-gateway-config.',
    retry: false,
  },

  // Budgets and rate limits.
  budget_exhausted: {
    status: 412,
    type: 'budget_error',
    message: 'The remaining budget does not cover this request.',
    hint: 'Wait until the budget resets, raise it, or reset it with "reset_usage": true.',
    retry: false,
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The rate limit is reached.',
    hint: 'Wait for the time in Retry-After, or raise the limit.',
  },
  price_unknown: {
    status: 400,
    type: INVALID,
    message: 'A budget applies, but the cost of this request is unknown.',
    hint: 'Set a price for the model with POST /v1/prices, or use a key without a budget.',
    retry: false,
  },

  // Prompt templates.
  prompt_unknown: {
    status: 404,
    type: INVALID,
    message: 'No such prompt, version or label exists in this workspace.',
    hint: 'Use one of those named in details: <prompt>, <prompt>@latest, <prompt>@<number> or <prompt>@<label>.',
    retry: false,
  },
  template_invalid: {
    status: 400,
    type: INVALID,
    message: 'The template is not valid.',
    hint: 'Fix the template at the line named in the message; docs/prompts.md describes every tag.',
  },
  template_limit: {
    status: 400,
    type: INVALID,
    message: 'Rendering the template exceeds a limit.',
    hint: 'Use fewer or smaller values, or a simpler template.',
    retry: false,
  },

  // Provider failures and gateway failures: 5xx.
  upstream_unreachable: {
    status: 502,
    type: UPSTREAM,
    message: 'The provider could not be reached.',
    hint: 'Check the host, or add a fallback target; the log entry shows every attempt.',
  },
  upstream_broken: {
    status: 502,
    type: UPSTREAM,
    message: 'The provider closed the connection before its response was complete.',
    hint: 'Retry the request, or add retry and fallback to the config.',
  },
  upstream_tls: {
    status: 502,
    type: UPSTREAM,
    message: 'The gateway could not establish a trusted TLS connection to the provider.',
    hint: 'Check the provider’s certificate and host name.',
  },
  upstream_idle: {
    status: 504,
    type: UPSTREAM,
    message: 'The provider sent no data for too long.',
    hint: 'Retry the request, or raise GATEWAY_IDLE_TIMEOUT_MS.',
  },
  circuit_open: {
    status: 503,
    type: UPSTREAM,
    message: 'The circuits of all eligible targets are open.',
    hint: 'Wait for the time in Retry-After. GET /v1/breakers shows every circuit.',
  },
  overloaded: {
    status: 503,
    type: 'server_error',
    message: 'The gateway has no memory left for more requests.',
    hint: 'Wait for the time in Retry-After, or add memory or nodes.',
  },
  shutting_down: {
    status: 503,
    type: 'server_error',
    message: 'This node is shutting down.',
    hint: 'Retry the request; another node or the restarted one will serve it.',
  },
  secret_unavailable: {
    status: 503,
    type: 'server_error',
    message: 'The secret that a virtual key refers to cannot be read.',
    hint: 'Check the secret store, and the reference with POST /v1/secret-references/test.',
  },
  store_unavailable: {
    status: 503,
    type: 'server_error',
    message: 'The database is unavailable.',
    hint: 'Retry in a moment; GET /readyz shows the cause.',
  },
  internal_error: {
    status: 500,
    type: 'server_error',
    message: 'The gateway failed unexpectedly.',
    hint: 'This is a bug in Gatehouse. Report it with the trace id.',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS

/** Failures after which the provider may have done the work, and may charge for it: the usage is unknown. */
export const MAYBE_BILLED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'request_timeout',
  'upstream_broken',
  'upstream_idle',
  'shutting_down',
  'access_revoked',
  'internal_error',
])
