/** Providers and ourselves: 5xx. */

import { type ErrorRow, UPSTREAM } from './error-row.ts'

export const UPSTREAM_ERRORS = {
  upstream_unreachable: {
    status: 502,
    type: UPSTREAM,
    message: 'The provider could not be reached.',
    hint: 'Check the host, or add a fallback target; the record’s decisions show every attempt.',
  },
  upstream_broken: {
    status: 502,
    type: UPSTREAM,
    message: 'The provider broke off its answer.',
    hint: 'Repeat the call, or add retry and fallback to the config.',
  },
  upstream_tls: {
    status: 502,
    type: UPSTREAM,
    message: 'No trusted TLS connection to the provider could be made.',
    hint: 'Check the provider’s certificate and host name.',
  },
  upstream_idle: {
    status: 504,
    type: UPSTREAM,
    message: 'The provider fell silent for too long.',
    hint: 'Repeat the call, or raise GATEWAY_IDLE_TIMEOUT_MS.',
  },
  circuit_open: {
    status: 503,
    type: UPSTREAM,
    message: 'Every target that could answer is cooling down.',
    hint: 'Repeat the call after Retry-After; GET /v1/breakers shows every circuit.',
  },
  overloaded: {
    status: 503,
    type: 'server_error',
    message: 'The gateway holds as much as it can.',
    hint: 'Repeat the call after Retry-After, or add memory or nodes.',
  },
  shutting_down: {
    status: 503,
    type: 'server_error',
    message: 'This node is shutting down.',
    hint: 'Repeat the call; another node or the restarted one will take it.',
  },
  store_unavailable: {
    status: 503,
    type: 'server_error',
    message: 'The store that knows this cannot be read now.',
    hint: 'Repeat the call in a moment; GET /readyz says what is wrong.',
  },
  internal_error: {
    status: 500,
    type: 'server_error',
    message: 'The gateway failed.',
    hint: 'Report the trace id: this is a defect of Gatehouse.',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>
