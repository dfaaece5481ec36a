/** Reads and checks the files of the server certificate. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { TlsOptions } from '../../settings/tls-settings.ts'
import { SettingsError } from '../../settings.ts'

/** Certificates that expire within this time are reported. */
export const EXPIRY_WARNING_MS = 14 * 86_400_000

const MAX_FILE_BYTES = 1024 * 1024
const MIN_RSA_BITS = 2048
/** For TLS 1.2: with forward secrecy and authenticated encryption. The ciphers of TLS 1.3 all have both. */
const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')
const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

export type LoadedCertificate = {
  readonly context: SecureContext
  /** SHA-256 of the server certificate, in hexadecimal digits. */
  readonly fingerprint: string
  readonly validFromMs: number
  readonly expiresAtMs: number
}

/** A file that cannot be used. The message names the setting and the file, never the content. */
export class CertificateError extends SettingsError {}

export function filesOf({ certificateFile, keyFile, clientCaFile }: TlsOptions): readonly string[] {
  return [certificateFile, keyFile, ...(clientCaFile === null ? [] : [clientCaFile])]
}

/** Throws a CertificateError. */
export async function loadCertificate(options: TlsOptions): Promise<LoadedCertificate> {
  const { certificateFile, keyFile, keyPassphrase, clientCaFile, minVersion } = options
  const chain = await readFile('GATEWAY_TLS_CERT_FILE', certificateFile)
  const [certificate] = readCertificates('GATEWAY_TLS_CERT_FILE', certificateFile, chain)
  const key = readKey(keyFile, await readFile('GATEWAY_TLS_KEY_FILE', keyFile), keyPassphrase)
  if (!certificate.checkPrivateKey(key))
    throw new CertificateError(
      `GATEWAY_TLS_KEY_FILE: ${keyFile} is not the key of the first certificate in ${certificateFile}.`,
    )
  const rsaBits = key.asymmetricKeyDetails?.modulusLength
  if (rsaBits !== undefined && rsaBits < MIN_RSA_BITS)
    throw new CertificateError(
      `GATEWAY_TLS_KEY_FILE: the RSA key in ${keyFile} has ${rsaBits} bits. Use ${MIN_RSA_BITS} or more.`,
    )
  const authorities = clientCaFile === null ? null : await readFile('GATEWAY_TLS_CLIENT_CA_FILE', clientCaFile)
  if (clientCaFile !== null) readCertificates('GATEWAY_TLS_CLIENT_CA_FILE', clientCaFile, authorities ?? '')
  return {
    context: contextOf(certificateFile, {
      cert: chain,
      key: key.export({ type: 'pkcs8', format: 'pem' }),
      minVersion,
      ciphers: CIPHERS,
      ...(authorities !== null && { ca: authorities }),
    }),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    validFromMs: Date.parse(certificate.validFrom),
    expiresAtMs: Date.parse(certificate.validTo),
  }
}

function contextOf(file: string, options: Parameters<typeof createSecureContext>[0]): SecureContext {
  try {
    return createSecureContext(options)
  } catch (error) {
    throw new CertificateError(`GATEWAY_TLS_CERT_FILE: ${file} cannot be used: ${messageOf(error)}.`)
  }
}

async function readFile(setting: string, path: string): Promise<string> {
  const file = Bun.file(path)
  try {
    const bytes = await file.slice(0, MAX_FILE_BYTES + 1).bytes()
    if (bytes.length <= MAX_FILE_BYTES) return new TextDecoder().decode(bytes)
  } catch (error) {
    throw new CertificateError(`${setting}: ${path} cannot be read (${codeOf(error)}).`)
  }
  throw new CertificateError(`${setting}: ${path} is larger than 1 MiB.`)
}

function readCertificates(setting: string, path: string, text: string): [X509Certificate, ...X509Certificate[]] {
  try {
    const [first, ...others] = (text.match(PEM_CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem))
    if (first) return [first, ...others]
  } catch {
    throw new CertificateError(`${setting}: ${path} contains a damaged certificate.`)
  }
  throw new CertificateError(`${setting}: ${path} contains no certificate in PEM format.`)
}

function readKey(path: string, text: string, passphrase: string | null): KeyObject {
  try {
    return createPrivateKey({ key: text, format: 'pem', ...(passphrase !== null && { passphrase }) })
  } catch {
    // The error of the library may quote the file.
    const fix = text.includes('ENCRYPTED') ? ' Check GATEWAY_TLS_KEY_PASSPHRASE.' : ''
    throw new CertificateError(
      `GATEWAY_TLS_KEY_FILE: ${path} contains no private key in PEM format that can be read.${fix}`,
    )
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown error'
}
