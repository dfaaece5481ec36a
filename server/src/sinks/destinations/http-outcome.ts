/** Sends one request of a sink and reads what the status means for the batch. */

import type { EgressRequest } from '../../egress/outbound.ts'
import type { Egress } from '../../egress/send.ts'
import { readRetryAfterMs } from '../../policies/backoff.ts'
import type { DeliveryOutcome } from '../destination.ts'

const MAX_SHOWN_CHARACTERS = 200
const MAX_READ_BYTES = 4 * 1024

/**
 * Statuses of a destination that is overloaded, or whose address or credential is wrong: an operator can repair that, so
 * the logs are kept. With any other 4xx, the destination does not accept these logs.
 */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 407, 408, 409, 410, 421, 423, 425, 429])

/** The credential and a secret URL never leave in clear text, and no private address is reached unless allowed. */
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

/** The start of the response: most destinations say there what is wrong. */
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

/** Names that requests set themselves. */
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

/** Headers that an administrator has given, such as `authorization`. */
export function givenHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(entries.filter(([name]) => !OWN_HEADERS.has(name)))
}
