/** Decides the result of a poll with a device code (RFC 8628, section 3.5). The caller passes the time. */

export const DEVICE_CODE_MS = 10 * 60_000
export const POLL_INTERVAL_MS = 5_000
const SLOW_DOWN_MS = 5_000
const MAX_INTERVAL_MS = 60_000
/** Tolerance for network jitter: polls can arrive closer together than they were sent. */
const JITTER_MS = 1_000

type PolledCode = {
  readonly status: 'pending' | 'approved' | 'denied'
  readonly expiresAtMs: number
  readonly intervalMs: number
  readonly polledAtMs: number | null
}

type PollOutcome = 'expired_token' | 'access_denied' | 'slow_down' | 'authorization_pending' | 'approved'

/** `intervalMs`: the minimum interval between polls from now on. */
export function pollOutcome(
  code: PolledCode,
  nowMs: number,
): { readonly outcome: PollOutcome; readonly intervalMs: number } {
  const { status, expiresAtMs, intervalMs, polledAtMs } = code
  if (nowMs >= expiresAtMs) return { outcome: 'expired_token', intervalMs }
  if (status === 'denied') return { outcome: 'access_denied', intervalMs }
  // If the clock was set back, the poll is accepted.
  const isTooFast = polledAtMs !== null && nowMs >= polledAtMs && nowMs < polledAtMs + intervalMs - JITTER_MS
  if (isTooFast) return { outcome: 'slow_down', intervalMs: Math.min(intervalMs + SLOW_DOWN_MS, MAX_INTERVAL_MS) }
  return { outcome: status === 'approved' ? 'approved' : 'authorization_pending', intervalMs }
}
