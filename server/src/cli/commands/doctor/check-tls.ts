/** Checks the TLS certificate in the settings. */

import { CertificateError, EXPIRY_WARNING_MS, loadCertificate } from '../../../app/tls/load-certificate.ts'
import type { GatehouseSettings } from '../../../settings.ts'
import { type Finding, fine, problem, warning } from './finding.ts'

const RENEW = 'Replace the files; a running gateway loads them by itself.'

export async function checkTls({ tls }: Pick<GatehouseSettings, 'tls'>, nowMs: number): Promise<readonly Finding[]> {
  if (tls === null) return []
  try {
    const { expiresAtMs } = await loadCertificate(tls)
    const day = new Date(expiresAtMs).toISOString().slice(0, 10)
    if (expiresAtMs <= nowMs)
      return [problem('certificate', `The TLS certificate expired on ${day}.`, tls.certificateFile, RENEW)]
    if (expiresAtMs - nowMs < EXPIRY_WARNING_MS)
      return [warning('certificate', `${tls.certificateFile} expires on ${day}`, RENEW)]
    return [fine('certificate', `${tls.certificateFile} is valid until ${day}`)]
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    return [problem('certificate', 'The TLS files cannot be used.', error.message, 'See /docs/tls.')]
  }
}
