/** Signed URLs that download an export without an API key for 15 minutes. */

import { timingSafeEqual } from 'node:crypto'
import { GatewayError } from '../../core/errors.ts'
import type { Vault } from '../../core/stores/stores.ts'

const LASTS_MS = 15 * 60_000

export function signedUrl(baseUrl: string, jobId: string, vault: Vault, nowMs: number): string {
  const expires = String(Math.ceil((nowMs + LASTS_MS) / 1_000))
  const query = new URLSearchParams({ expires, signature: signatureOf(jobId, expires, vault) })
  return `${baseUrl}/v1/logs/exports/${jobId}/file?${query}`
}

/** Returns the same error for a wrong, expired or altered link, and does not reveal whether the job exists. */
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
    message: 'The link is invalid or has expired.',
    hint: 'GET /v1/logs/exports/{id}/download returns a new link.',
  })
}

function signatureOf(jobId: string, expires: string, vault: Vault): string {
  return vault.hash(`log-export/file/${jobId}/${expires}`)
}
