import { expect, test } from 'bun:test'
import { readTls } from './tls-settings.ts'

function read(environment: Readonly<Record<string, string>>) {
  const refuse = (message: string): never => {
    throw new Error(message)
  }
  return readTls((name) => environment[name] ?? null, refuse).tls
}

const FILES = { GATEWAY_TLS_CERT_FILE: '/tls.crt', GATEWAY_TLS_KEY_FILE: '/tls.key' }

test('without a certificate, the gateway serves plain HTTP', () => {
  expect(read({})).toBeNull()
})

test('a certificate and a key are enough', () => {
  expect(read(FILES)).toEqual({
    certificateFile: '/tls.crt',
    keyFile: '/tls.key',
    keyPassphrase: null,
    minVersion: 'TLSv1.2',
    clientCertificates: 'off',
    clientCaFile: null,
    hstsSeconds: 0,
    redirectPort: null,
  })
})

test('all settings are read', () => {
  const all = {
    ...FILES,
    GATEWAY_TLS_KEY_PASSPHRASE: 'p',
    GATEWAY_TLS_MIN_VERSION: '1.3',
    GATEWAY_TLS_CLIENT_CERTIFICATES: 'required',
    GATEWAY_TLS_CLIENT_CA_FILE: '/ca.pem',
    GATEWAY_TLS_HSTS_SECONDS: '63072000',
    GATEWAY_TLS_REDIRECT_PORT: '80',
  }
  expect(read(all)).toMatchObject({
    keyPassphrase: 'p',
    minVersion: 'TLSv1.3',
    clientCertificates: 'required',
    clientCaFile: '/ca.pem',
    hstsSeconds: 63_072_000,
    redirectPort: 80,
  })
})

test.each([
  [{ GATEWAY_TLS_CERT_FILE: '/x' }, 'GATEWAY_TLS_KEY_FILE is not'],
  [{ GATEWAY_TLS_KEY_FILE: '/x' }, 'GATEWAY_TLS_CERT_FILE is not'],
  [{ GATEWAY_TLS_CLIENT_CERTIFICATES: 'required' }, 'GATEWAY_TLS_CERT_FILE is not'],
  [{ ...FILES, GATEWAY_TLS_MIN_VERSION: '1.1' }, 'must be 1.2 or 1.3'],
  [{ ...FILES, GATEWAY_TLS_CLIENT_CERTIFICATES: 'on' }, 'must be off, optional or required'],
  [{ ...FILES, GATEWAY_TLS_CLIENT_CERTIFICATES: 'optional' }, 'GATEWAY_TLS_CLIENT_CA_FILE is not set'],
  [{ ...FILES, GATEWAY_TLS_CLIENT_CA_FILE: '/x' }, 'GATEWAY_TLS_CLIENT_CERTIFICATES is off'],
  [{ ...FILES, GATEWAY_TLS_HSTS_SECONDS: '-1' }, 'GATEWAY_TLS_HSTS_SECONDS must be'],
  [{ ...FILES, GATEWAY_TLS_REDIRECT_PORT: '0' }, 'GATEWAY_TLS_REDIRECT_PORT must be'],
] as [Record<string, string>, string][])('%j is refused', (environment, message) => {
  expect(() => read(environment)).toThrow(message)
})
