/** The cause of a failed request in a few words: who rejected it and why. */

import type { LogRow } from '../../api/log-row.ts'

/** Texts for the most common gateway error codes. */
const OWN: Readonly<Record<string, string>> = {
  budget_exhausted: 'the budget is used up',
  rate_limited: 'our own rate limit',
  price_unknown: 'the model has no price',
  provider_missing: 'no provider was named',
  circuit_open: 'all circuits are open',
  request_timeout: 'no answer in time',
  upstream_idle: 'the provider fell silent',
  upstream_unreachable: 'the provider could not be reached',
  upstream_broken: 'the provider’s answer broke off',
  upstream_tls: 'the provider’s certificate is not trusted',
  virtual_key_unknown: 'there is no such virtual key',
  virtual_key_disabled: 'the virtual key is switched off',
  virtual_key_expired: 'the virtual key has expired',
  config_unknown: 'there is no such config',
  overloaded: 'the gateway was overloaded',
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'did not take the request',
  401: 'did not take the credential',
  403: 'did not allow it',
  404: 'does not know the model or address',
  408: 'gave no answer in time',
  413: 'finds the request too large',
  429: 'limits the rate',
  529: 'is overloaded',
}

export function failureWords(row: Pick<LogRow, 'status_code' | 'error_code' | 'provider' | 'ending'>): string {
  const { status_code: status, error_code: code, provider, ending } = row
  if (code !== null) return `${status}: ${OWN[code] ?? code.replaceAll('_', ' ')}`
  if (ending === 'broken') return `${status}: ${provider ?? 'the provider'} broke off`
  if (ending === 'abandoned') return `${status}: the caller left`
  const act = BY_STATUS[status] ?? (status >= 500 ? 'failed' : 'refused')
  return `${status}: ${provider ?? 'the provider'} ${act}`
}
