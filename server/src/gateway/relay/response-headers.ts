/** The gateway's own response headers, with copies under the caller's alias prefix. */

import { type HeaderMap, returnable } from '../../core/headers.ts'
import type { WindowView } from '../../core/money/budget-service.ts'
import { addAliasHeaders } from '../../core/options/aliases.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import type { Attempted } from '../request.ts'

export function responseHeaders(
  { id, head, journal, cache, holds, options }: Attempted,
  { target, headers, isEventStream }: ProviderResponse,
  retryCount: number,
  prefixes: readonly string[],
): HeaderMap {
  const out = returnable(headers, prefixes)
  if (isEventStream) out['x-accel-buffering'] = 'no'
  // Our retries are used up: retries of the client's SDK would multiply them.
  if (retryCount < 0) out['x-should-retry'] = 'false'
  addRateHeaders(out, holds.windows, Date.now())
  out['x-gateway-trace-id'] = head.traceId
  out['x-gateway-request-id'] = id
  out['x-gateway-provider'] = target.provider.slug
  out['x-gateway-last-used-option-index'] = target.configPath
  out['x-gateway-retry-attempt-count'] = String(retryCount)
  out['x-gateway-cache-status'] = cache.status
  const warnings = journal.callerWarnings(target.configPath)
  if (warnings.length > 0) out['x-gateway-warning'] = headerText(warnings.join(' '))
  // A provider's page must never run in the dashboard's origin, whatever its path and type.
  out['content-security-policy'] = 'sandbox'
  out['x-content-type-options'] = 'nosniff'
  addAliasHeaders(out, options.aliases)
  return out
}

const MAX_WARNING_LENGTH = 1_000

/** Warnings may repeat names from the caller's body, which need not be valid in a header. */
function headerText(text: string): string {
  return text.slice(0, MAX_WARNING_LENGTH).replace(/[^\x20-\x7e]/g, '?')
}

/** Adds the rate limits in OpenAI's header names. If several limits of a type apply, the headers show the tightest. */
export function addRateHeaders(headers: HeaderMap, windows: readonly WindowView[], nowMs: number): void {
  if (windows.length === 0) return
  for (const type of ['requests', 'tokens'] as const) {
    let tightest: WindowView | null = null
    for (const window of windows) {
      if (window.terms.limit.type === type && (!tightest || isTighter(window, tightest))) tightest = window
    }
    if (!tightest) continue
    headers[`x-ratelimit-limit-${type}`] = String(tightest.terms.limit.value)
    headers[`x-ratelimit-remaining-${type}`] = String(tightest.remainingUnits)
    headers[`x-ratelimit-reset-${type}`] = inWords(Math.max(0, tightest.resetAtMs - nowMs))
  }
}

/** True if `one` has fewer units left or, with the same number left, resets later. */
function isTighter(one: WindowView, other: WindowView): boolean {
  if (one.remainingUnits !== other.remainingUnits) return one.remainingUnits < other.remainingUnits
  return one.resetAtMs > other.resetAtMs
}

/** `350ms`, `12s`, `6m0s`, `1h30m0s`: the format that OpenAI uses. */
function inWords(ms: number): string {
  if (ms < 1_000) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}h` : ''}${seconds >= 60 ? `${minutes}m` : ''}${seconds % 60}s`
}
