/** How long to wait before a retry: our own backoff, or the provider's Retry-After. */

/** Wait before retry n (1 is the first): uniform(0.5..1) x 2^(n-1) x base. `random` is in [0, 1). */
export function retryWaitMs(retryIndex: number, random: number, baseMs = 1000): number {
  return (0.5 + random / 2) * 2 ** (retryIndex - 1) * baseMs
}

type HeaderReader = { get(name: string): string | null | undefined }

/** Headers in milliseconds. Both take precedence over the coarser `retry-after`. */
const MILLISECOND_HEADERS = ['retry-after-ms', 'x-ms-retry-after-ms']

/** The wait the provider requests; 0 if that time has passed, null if there is no valid header. */
export function readRetryAfterMs(headers: HeaderReader, nowMs: number): number | null {
  for (const name of MILLISECOND_HEADERS) {
    const waitMs = readNumber(headers.get(name))
    if (waitMs !== null) return bounded(waitMs)
  }
  const value = headers.get('retry-after')
  const seconds = readNumber(value)
  if (seconds !== null) return bounded(seconds * 1000)
  const atMs = readHttpDate(value)
  return atMs === null ? null : bounded(atMs - nowMs)
}

function readNumber(value: string | null | undefined): number | null {
  const text = value?.trim()
  return text !== undefined && /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null
}

/** Many digits parse as Infinity; callers add the result to a timestamp, so it must be finite. */
function bounded(waitMs: number): number {
  return Math.min(Math.max(0, waitMs), Number.MAX_SAFE_INTEGER)
}

const IMF_OR_RFC850 = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** Accepts only the three date formats of RFC 9110 section 5.6.7, because Date.parse accepts almost any text. */
function readHttpDate(value: string | null | undefined): number | null {
  const text = value?.trim() ?? ''
  // The asctime format has no time zone but means GMT; Date.parse would read it as local time.
  const dated = IMF_OR_RFC850.test(text) ? text : ASCTIME.test(text) ? `${text} GMT` : null
  if (dated === null) return null
  const atMs = Date.parse(dated)
  return Number.isNaN(atMs) ? null : atMs
}
