/** The cause of a failed request in a few words: who rejected it and why. */

import type { LogRow } from '../../api/log-row.ts'

/** Texts for the most common gateway error codes. */
const OWN: Readonly<Record<string, string>> = {
  budget_exhausted: 'the budget is exhausted',
  rate_limited: 'rate limited by the gateway',
  price_unknown: 'the model has no price',
  provider_missing: 'no provider was named',
  circuit_open: 'all circuits are open',
  request_timeout: 'timed out',
  upstream_idle: 'the provider stopped responding',
  upstream_unreachable: 'the provider could not be reached',
  upstream_broken: 'the provider’s response was cut off',
  upstream_tls: 'the provider’s certificate is not trusted',
  virtual_key_unknown: 'unknown virtual key',
  virtual_key_disabled: 'the virtual key is disabled',
  virtual_key_expired: 'the virtual key has expired',
  integration_not_allowed: 'no access to the integration',
  model_not_allowed: 'the model is not enabled',
  config_unknown: 'unknown config',
  overloaded: 'the gateway was overloaded',
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'rejected the request',
  401: 'rejected the credential',
  403: 'denied access',
  404: 'does not know the model or path',
  408: 'timed out',
  413: 'rejected the request as too large',
  429: 'rate limited the request',
  529: 'is overloaded',
}

export function failureWords(row: Pick<LogRow, 'status_code' | 'error_code' | 'provider' | 'ending'>): string {
  const { status_code: status, error_code: code, provider, ending } = row
  if (code !== null) return `${status}: ${OWN[code] ?? code.replaceAll('_', ' ')}`
  if (ending === 'broken') return `${status}: ${provider ?? 'the provider'} cut off the response`
  if (ending === 'abandoned') return `${status}: the caller disconnected`
  const act = BY_STATUS[status] ?? (status >= 500 ? 'failed' : 'refused')
  return `${status}: ${provider ?? 'the provider'} ${act}`
}
