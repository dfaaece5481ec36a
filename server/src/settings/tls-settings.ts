/** Settings of TLS in the process. Without a certificate file, the gateway serves plain HTTP. */

import { type ReadText, type Refuse, readInteger } from './readers.ts'

export type ClientCertificateMode = 'off' | 'optional' | 'required'

export type TlsOptions = {
  /** PEM: the certificate, then the intermediate certificates. */
  readonly certificateFile: string
  readonly keyFile: string
  readonly keyPassphrase: string | null
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3'
  readonly clientCertificates: ClientCertificateMode
  /** PEM: the authorities that sign client certificates. Null if the mode is `off`. */
  readonly clientCaFile: string | null
  /** `max-age` of Strict-Transport-Security; 0 sends no header. */
  readonly hstsSeconds: number
  /** A port that redirects from http to https; null: none. */
  readonly redirectPort: number | null
}

/** Null: plain HTTP. */
export type TlsSettings = { readonly tls: TlsOptions | null }

const MODES: readonly ClientCertificateMode[] = ['off', 'optional', 'required']
const VERSIONS = { '1.2': 'TLSv1.2', '1.3': 'TLSv1.3' } as const
const MAX_HSTS_SECONDS = 63_072_000

export const TLS_ENVIRONMENT = [
  [
    'GATEWAY_TLS_CERT_FILE',
    'none',
    'PEM file with the certificate and then its intermediate certificates. The port then speaks TLS only.',
  ],
  ['GATEWAY_TLS_KEY_FILE', 'none', 'PEM file with the private key of the certificate.'],
  ['GATEWAY_TLS_KEY_PASSPHRASE', 'none', 'Passphrase of an encrypted private key.'],
  ['GATEWAY_TLS_MIN_VERSION', '1.2', 'Lowest TLS version that clients may use: 1.2 or 1.3.'],
  [
    'GATEWAY_TLS_CLIENT_CERTIFICATES',
    'off',
    'off, optional or required: whether clients may or must present a certificate. API keys name the certificates that authenticate as them.',
  ],
  [
    'GATEWAY_TLS_CLIENT_CA_FILE',
    'none',
    'PEM file with the certificate authorities whose client certificates are accepted.',
  ],
  [
    'GATEWAY_TLS_HSTS_SECONDS',
    '0',
    'max-age of the header Strict-Transport-Security, up to 63072000 (two years). 0 sends no header.',
  ],
  ['GATEWAY_TLS_REDIRECT_PORT', 'none', 'A port for plain HTTP that only redirects to https.'],
] as const

export function readTls(text: ReadText, refuse: Refuse): TlsSettings {
  const certificateFile = text('GATEWAY_TLS_CERT_FILE')
  const keyFile = text('GATEWAY_TLS_KEY_FILE')
  if (certificateFile === null) {
    const set = TLS_ENVIRONMENT.find(([name, fallback]) => (text(name) ?? fallback) !== fallback)
    // The operator expects TLS, so plain HTTP would be wrong.
    return set === undefined ? { tls: null } : refuse(`${set[0]} is set, but GATEWAY_TLS_CERT_FILE is not.`)
  }
  if (keyFile === null) return refuse('GATEWAY_TLS_CERT_FILE is set, but GATEWAY_TLS_KEY_FILE is not.')
  const version = text('GATEWAY_TLS_MIN_VERSION') ?? '1.2'
  if (version !== '1.2' && version !== '1.3') return refuse('GATEWAY_TLS_MIN_VERSION must be 1.2 or 1.3.')
  const mode = text('GATEWAY_TLS_CLIENT_CERTIFICATES') ?? 'off'
  const clientCertificates = MODES.find((known) => known === mode)
  if (clientCertificates === undefined)
    return refuse('GATEWAY_TLS_CLIENT_CERTIFICATES must be off, optional or required.')
  const clientCaFile = text('GATEWAY_TLS_CLIENT_CA_FILE')
  if (clientCertificates !== 'off' && clientCaFile === null)
    return refuse(`GATEWAY_TLS_CLIENT_CERTIFICATES is ${mode}, but GATEWAY_TLS_CLIENT_CA_FILE is not set.`)
  if (clientCertificates === 'off' && clientCaFile !== null)
    return refuse('GATEWAY_TLS_CLIENT_CA_FILE is set, but GATEWAY_TLS_CLIENT_CERTIFICATES is off.')
  const number = (name: string, least: number, most: number) => readInteger(name, text(name), 0, least, most, refuse)
  return {
    tls: {
      certificateFile,
      keyFile,
      keyPassphrase: text('GATEWAY_TLS_KEY_PASSPHRASE'),
      minVersion: VERSIONS[version],
      clientCertificates,
      clientCaFile,
      hstsSeconds: number('GATEWAY_TLS_HSTS_SECONDS', 0, MAX_HSTS_SECONDS),
      redirectPort: number('GATEWAY_TLS_REDIRECT_PORT', 1, 65_535) || null,
    },
  }
}
