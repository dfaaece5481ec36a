/** Sends one request of a sink and maps the status of the response to a delivery outcome. */

import type { EgressRequest } from '../../egress/outbound.ts'
import type { Egress } from '../../egress/send.ts'
import { readRetryAfterMs } from '../../policies/backoff.ts'
import type { DeliveryOutcome } from '../destination.ts'

const MAX_SHOWN_CHARACTERS = 200
const MAX_READ_BYTES = 4 * 1024

/**
 * Statuses of an overloaded destination, or of a wrong address or credential. An operator can repair these, so the logs
 * are kept. Any other 4xx means that the destination does not accept these logs.
 */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 407, 408, 409, 410, 421, 423, 425, 429])

/**
 * Refuses plain HTTP over the internet, because the URL or a header may be secret. Refuses private addresses unless the
 * settings allow them.
 */
export async function sendBatch(
  egress: Pick<Egress, 'send'>,
  request: EgressRequest,
  signal: AbortSignal,
  /** Reads how many logs of an accepted request the destination rejected. */
  readAccepted?: (body: string) => { readonly logs: number; readonly message: string } | null,
): Promise<DeliveryOutcome> {
  const response = await egress.send(request, signal, { hasStoredCredential: true, trustedOrigin: null })
  const { status, headers } = response
  if (response.ok) {
    const dropped = readAccepted ? readAccepted(await startOf(response.body)) : null
    if (!readAccepted) await response.body?.cancel()
    return dropped === null ? { kind: 'delivered' } : { kind: 'delivered', dropped }
  }
  const message = `HTTP status ${status}${await reasonIn(response)}`
  if (status === 413) return { kind: 'too-large', message }
  if (status >= 400 && status < 500 && !RETRIED_STATUSES.has(status)) return { kind: 'rejected', message }
  return { kind: 'failed', message, retryAfterMs: readRetryAfterMs(headers, Date.now()) }
}

/** The start of the response body, which usually says what is wrong. */
async function reasonIn({ status, body }: Response): Promise<string> {
  if (status >= 300 && status < 400) {
    await body?.cancel()
    return '. Redirects are not followed.'
  }
  const text = (await startOf(body)).replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return text === '' ? '' : `: ${text.slice(0, MAX_SHOWN_CHARACTERS)}`
}

/** At most about `MAX_READ_BYTES`; the rest is not read. */
async function startOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const reader = body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  try {
    while (sizeBytes < MAX_READ_BYTES) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      sizeBytes += value.length
    }
  } catch {
    // The status is enough.
  }
  await reader.cancel().catch(() => {})
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Headers that the gateway sets itself or that control the connection. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
])

/** Headers that an administrator has configured, such as `authorization`, without `OWN_HEADERS`. */
export function givenHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(entries.filter(([name]) => !OWN_HEADERS.has(name)))
}
