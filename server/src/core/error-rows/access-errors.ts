/** Who is calling and what it may: 401 and 403. */

import { type ErrorRow, PERMISSION } from './error-row.ts'

export const ACCESS_ERRORS = {
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
    hint: 'Gateway keys start with gww_ or gwa_; a provider key belongs in Authorization beside x-gateway-api-key.',
    retry: false,
  },
  api_key_expired: {
    status: 401,
    type: 'authentication_error',
    message: 'The gateway API key has expired.',
    hint: 'Create a new key.',
    retry: false,
  },
  scope_missing: {
    status: 403,
    type: PERMISSION,
    message: 'This key may not do that.',
    hint: 'Use a key that holds the scope named in the message.',
    retry: false,
  },
  inference_forbidden: {
    status: 403,
    type: PERMISSION,
    message: 'This key may not send requests to providers.',
    hint: 'Use a key created without "allow_inference": false.',
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
    message: 'The virtual key is switched off.',
    hint: 'Set status of the virtual key to "active", or use another one.',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>
