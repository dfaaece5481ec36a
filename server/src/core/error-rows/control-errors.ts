/** Refusals of the administration interface. */

import { type ErrorRow, INVALID, PERMISSION } from './error-row.ts'

export const CONTROL_ERRORS = {
  workspace_required: {
    status: 400,
    type: INVALID,
    message: 'You belong to several workspaces and the request names none.',
    hint: 'Send workspace_id.',
  },
  scope_unknown: {
    status: 400,
    type: INVALID,
    message: 'There is no such scope.',
    hint: 'GET /v1/scopes lists every scope.',
  },
  scope_wrong_kind: {
    status: 400,
    type: INVALID,
    message: 'A key of this type cannot hold that scope.',
    hint: 'GET /v1/scopes says which keys may hold each scope.',
  },
  scope_not_grantable: {
    status: 403,
    type: PERMISSION,
    message: 'A key can never grant what it does not hold.',
    hint: 'Ask for fewer scopes, or use a key that holds them.',
    retry: false,
  },
  session_invalid: {
    status: 401,
    type: 'authentication_error',
    message: 'You are not signed in, or the session has ended.',
    hint: 'Sign in again.',
    retry: false,
  },
  sign_in_failed: {
    status: 401,
    type: 'authentication_error',
    message: 'E-mail address and password do not fit together.',
    hint: 'Check both; an owner or admin can make a password link.',
    retry: false,
  },
  sign_in_throttled: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many failed sign-ins.',
    hint: 'Wait as long as Retry-After says.',
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
    message: 'This link was used already, has expired, or was withdrawn.',
    hint: 'Ask for a new one.',
  },
  conflict: {
    status: 409,
    type: INVALID,
    message: 'Something with this name exists already, or was changed meanwhile.',
    hint: 'Read it again, then repeat the change.',
    retry: false,
  },
  in_use: {
    status: 409,
    type: INVALID,
    message: 'It is still in use.',
    hint: 'Remove what the details name first, or send force.',
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
    message: 'An organisation always has an owner.',
    hint: 'Make somebody else owner first.',
    retry: false,
  },
  credential_origin_mismatch: {
    status: 403,
    type: PERMISSION,
    message: 'A stored credential goes only to its own origin.',
    hint: 'Leave the custom host out, or let an Admin key save it on the virtual key.',
    retry: false,
  },
  config_reference_unknown: {
    status: 400,
    type: INVALID,
    message: 'The config names something that does not exist in this workspace.',
    hint: 'Create it first, or correct the name.',
  },
  config_override_forbidden: {
    status: 403,
    type: PERMISSION,
    message: 'This key always uses its own config.',
    hint: 'Leave x-gateway-config out.',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>
