/** What went wrong on the way to a provider, in our own words: no URL, no query, no secret. */

import { GatewayError } from '../core/errors.ts'
import { BrokenAnswer } from './http/broken-answer.ts'
import { ConnectTimeout } from './http/connect-timeout.ts'

/** OpenSSL's and Node's names for a certificate or handshake that is not acceptable; EPROTO is a peer without TLS. */
const TLS_CODE = /CERT|SSL|TLS|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|^EPROTO$/
const CLOSED_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'connection_closed'])
const REFUSED_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
])

/** True when no connection was made, so that nothing of the request has been sent. */
export function isUnconnected(error: unknown): boolean {
  return error instanceof ConnectTimeout || REFUSED_CODES.has(codeOf(error))
}

/** `subject` begins the sentence: a host, or the DNS look-up of one. */
export function connectTimedOut(subject: string, timeoutMs: number): GatewayError {
  return new GatewayError('upstream_unreachable', {
    message: `${subject} did not answer within the connect timeout of ${timeoutMs} ms.`,
    hint: 'Check the host and the network of the gateway; connect_timeout and GATEWAY_CONNECT_TIMEOUT_MS change the limit.',
  })
}

/** True for what the runtime reports when it could not get a descriptor for the socket, and for a real refusal. */
export function isRefused(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ECONNREFUSED' || code === 'EMFILE' || code === 'ENFILE'
}

/** The provider was not asked: this process has no file descriptor left. */
export function outOfDescriptors(): GatewayError {
  return new GatewayError('overloaded', {
    retryAfterMs: 1_000,
    message: 'The gateway has no free file descriptor for a connection to the provider.',
    hint: 'Repeat the call after Retry-After, or raise the limit of open files (ulimit -n, LimitNOFILE).',
  })
}

/** True when the other side closed the connection, politely or not. */
export function isHungUp(error: unknown): boolean {
  return CLOSED_CODES.has(codeOf(error))
}

/** A failure before the response's head; `host` is what the caller asked for, never the address behind it. */
export function mapSendError(error: unknown, host: string): GatewayError {
  if (error instanceof GatewayError) return error
  const code = codeOf(error)
  if (TLS_CODE.test(code)) {
    return new GatewayError('upstream_tls', {
      message: `No trusted TLS connection to ${host} could be made (${code}).`,
    })
  }
  if (CLOSED_CODES.has(code)) {
    return new GatewayError('upstream_broken', { message: `${host} closed the connection before answering (${code}).` })
  }
  if (error instanceof BrokenAnswer) {
    return new GatewayError('upstream_broken', {
      message: `${host} answered with something that is not HTTP (${code}).`,
    })
  }
  return new GatewayError('upstream_unreachable', { message: `${host} could not be reached (${code}).` })
}

/** The name a failure goes by: its code, else its class. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown failure'
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown failure'
}

/** True for what an AbortSignal throws by default; a signal with a reason of its own throws that reason. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

/** A failure while the body is read. Ask `isAbort` first: a caller who left is no failure of the provider. */
export function mapReadError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  return new GatewayError('upstream_broken', { message: `The provider broke off its answer (${codeOf(error)}).` })
}
