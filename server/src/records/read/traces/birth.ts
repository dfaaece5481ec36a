/** Whether a request made its own trace id: nobody sent one, so it is the first of its trace, and nearly always alone. */

const TIMED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** The id is made while the request arrives; who reuses it has seen an answer before. */
const MOST_APART_MS = 5

export function isBirth(traceId: string, startedAtMs: number): boolean {
  if (!TIMED_ID.test(traceId)) return false
  const madeAtMs = Number.parseInt(traceId.slice(0, 8) + traceId.slice(9, 13), 16)
  return Math.abs(madeAtMs - startedAtMs) <= MOST_APART_MS
}
