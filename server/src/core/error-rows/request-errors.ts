/** What the caller sent, or asked for too often: 400, 404, 405, 408, 413, 415, 429. */

import { type ErrorRow, INVALID } from './error-row.ts'

export const REQUEST_ERRORS = {
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
    message: 'The request body is not what this endpoint takes.',
    hint: 'Compare the body with the endpoint’s reference.',
  },
  duplicate_member: {
    status: 400,
    type: INVALID,
    message: 'The request body names the same member twice.',
    hint: 'Send each of model, stream, stream_options, max_tokens and n once.',
  },
  invalid_parameter: {
    status: 400,
    type: INVALID,
    message: 'A query parameter has a value of the wrong type.',
    hint: 'Correct the parameter named in `param`.',
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
    hint: 'Correct the place named in `param`; contract/config.schema.json describes every key.',
  },
  not_supported: {
    status: 400,
    type: INVALID,
    message: 'This config uses a feature the gateway does not have.',
    hint: 'Remove the key; a rule that cannot be kept is refused, never ignored.',
  },
  no_condition_matched: {
    status: 400,
    type: INVALID,
    message: 'No condition of the config matched and it names no default.',
    hint: 'Add strategy.default, or send what one of the conditions asks for.',
  },
  condition_too_costly: {
    status: 400,
    type: INVALID,
    message: 'The $regex conditions of the config take too much work for this request.',
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
  // 404, 405, 408, 413, 415
  not_found: {
    status: 404,
    type: INVALID,
    message: 'There is nothing at this address.',
    hint: 'The API lives under /v1; /v1/proxy/<path> reaches any provider endpoint.',
    retry: false,
  },
  workspace_unknown: {
    status: 404,
    type: INVALID,
    message: 'No such workspace exists.',
    hint: 'Leave x-gateway-workspace-id out, or send the id of one of your workspaces.',
    retry: false,
  },
  method_not_allowed: {
    status: 405,
    type: INVALID,
    message: 'This address does not take that method.',
    hint: 'To reach a provider endpoint of the same name use /v1/proxy/<path>.',
    retry: false,
  },
  request_timeout: {
    status: 408,
    type: 'timeout_error',
    message: 'The provider did not answer in time.',
    hint: 'Raise request_timeout, or add a fallback target.',
    retry: false,
  },
  body_too_large: {
    status: 413,
    type: INVALID,
    message: 'The request body is too large.',
    hint: 'Send less, or use an upload endpoint, which streams.',
    retry: false,
  },
  unsupported_encoding: {
    status: 415,
    type: INVALID,
    message: 'A compressed request body cannot be read on this endpoint.',
    hint: 'Send the body without Content-Encoding.',
    retry: false,
  },
  unsupported_media_type: {
    status: 415,
    type: INVALID,
    message: 'This endpoint does not take that content type.',
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
    message: 'This key has too many requests under way.',
    hint: 'Wait for some to end, or raise GATEWAY_KEY_CONCURRENCY.',
  },
} as const satisfies Record<string, ErrorRow>
