/** Maps network errors to GatewayErrors. Messages contain no URL, query or secret. */

import { GatewayError } from '../core/errors.ts'
import { ConnectTimeout } from './http/connect-timeout.ts'
import { InvalidResponse } from './http/invalid-response.ts'

/** OpenSSL's and Node's codes for rejected certificates and failed handshakes. EPROTO: the peer does not speak TLS. */
const TLS_CODE = /CERT|SSL|TLS|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|^EPROTO$/
const CLOSED_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'connection_closed'])
const REFUSED_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
])

/** True if no connection was established, so no byte of the request was sent. */
export function isUnconnected(error: unknown): boolean {
  return error instanceof ConnectTimeout || REFUSED_CODES.has(codeOf(error))
}

/** `subject` is the start of the message: a host, or "The DNS lookup of" a host. */
export function connectTimedOut(subject: string, timeoutMs: number): GatewayError {
  return new GatewayError('upstream_unreachable', {
    message: `${subject} did not respond within the connect timeout of ${timeoutMs} ms.`,
    hint: 'Check the host and the network of the gateway; connect_timeout and GATEWAY_CONNECT_TIMEOUT_MS change the limit.',
  })
}

/** True if the connection was refused or no file descriptor was free. The runtime may report both as ECONNREFUSED. */
export function isRefused(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ECONNREFUSED' || code === 'EMFILE' || code === 'ENFILE'
}

/** This process is out of file descriptors. No request was sent to the provider. */
export function outOfDescriptors(): GatewayError {
  return new GatewayError('overloaded', {
    retryAfterMs: 1_000,
    message: 'The gateway has no free file descriptor for a connection to the provider.',
    hint: 'Retry after the time in Retry-After, or raise the limit of open files (ulimit -n, LimitNOFILE).',
  })
}

/** True if the peer closed the connection, with FIN or RST. */
export function isClosedByPeer(error: unknown): boolean {
  return CLOSED_CODES.has(codeOf(error))
}

/**
 * Maps an error that occurred before the response head. `host` is the requested hostname, never the resolved address.
 */
export function mapSendError(error: unknown, host: string): GatewayError {
  if (error instanceof GatewayError) return error
  const code = codeOf(error)
  if (TLS_CODE.test(code)) {
    return new GatewayError('upstream_tls', {
      message: `The TLS connection to ${host} failed (${code}).`,
    })
  }
  if (CLOSED_CODES.has(code)) {
    return new GatewayError('upstream_broken', {
      message: `${host} closed the connection before responding (${code}).`,
    })
  }
  if (error instanceof InvalidResponse) {
    return new GatewayError('upstream_broken', {
      message: `${host} returned an invalid HTTP response (${code}).`,
    })
  }
  return new GatewayError('upstream_unreachable', { message: `${host} could not be reached (${code}).` })
}

/** The error's code, or its class name if it has none. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown failure'
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown failure'
}

/** True for the default reasons of an AbortSignal. A signal with a custom reason throws that reason instead. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

/** Maps an error that occurred while reading the body. Check `isAbort` first: an abort is not a provider failure. */
export function mapReadError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  return new GatewayError('upstream_broken', { message: `The provider aborted its response (${codeOf(error)}).` })
}
