/** Links to a finished file that work without a key, for a quarter of an hour. */

import { timingSafeEqual } from 'node:crypto'
import { GatewayError } from '../../core/errors.ts'
import type { Vault } from '../../core/stores/stores.ts'

const LASTS_MS = 15 * 60_000

export function signedUrl(baseUrl: string, jobId: string, vault: Vault, nowMs: number): string {
  const expires = String(Math.ceil((nowMs + LASTS_MS) / 1_000))
  const query = new URLSearchParams({ expires, signature: signatureOf(jobId, expires, vault) })
  return `${baseUrl}/v1/logs/exports/${jobId}/file?${query}`
}

/** A link of another job, a changed one and an old one are refused alike, whether there is such a job or not. */
export function requireSignature(
  jobId: string,
  given: { readonly expires?: string | undefined; readonly signature?: string | undefined },
  vault: Vault,
  nowMs: number,
): void {
  const { expires = '', signature = '' } = given
  const [expected, sent] = [Buffer.from(signatureOf(jobId, expires, vault)), Buffer.from(signature)]
  const isGenuine = expected.length === sent.length && timingSafeEqual(expected, sent)
  if (isGenuine && Number(expires) * 1_000 > nowMs) return
  throw new GatewayError('not_found', {
    message: 'This link has expired or is not whole.',
    hint: 'GET /v1/logs/exports/{id}/download gives a new one.',
  })
}

function signatureOf(jobId: string, expires: string, vault: Vault): string {
  return vault.hash(`log-export/file/${jobId}/${expires}`)
}
