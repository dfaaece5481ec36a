/** Puts a credential into the one header a provider reads, and takes every other credential off the request. */

import { GatewayError } from '../core/errors.ts'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import type { Credential, Outgoing } from './adapter.ts'

// What a header can carry; a line feed from a config's JSON must end here, not in the HTTP client.
const HEADER_TEXT = /^[\x21-\x7e]+$/

export function removeCredentials(outgoing: Outgoing): void {
  for (const name of CREDENTIAL_HEADERS) delete outgoing.headers[name]
}

export function placeBearer(outgoing: Outgoing, credential: Credential): void {
  place(outgoing, 'authorization', `Bearer ${readSecret(credential)}`)
}

export function placeApiKey(outgoing: Outgoing, header: string, credential: Credential): void {
  place(outgoing, header, readSecret(credential))
}

/** For adapters that cannot work without a credential. */
export function requireCredential(credential: Credential | null): Credential {
  if (credential === null) throw new GatewayError('credential_missing')
  return credential
}

function place(outgoing: Outgoing, header: string, value: string): void {
  removeCredentials(outgoing)
  outgoing.headers[header] = value
  outgoing.credentialHeaders = [header]
}

function readSecret(credential: Credential): string {
  const value = credential.secret.reveal()
  if (HEADER_TEXT.test(value)) return value
  throw new GatewayError('credential_missing', {
    message: 'The provider credential is empty or has characters that an HTTP header cannot carry.',
    hint: 'Send the key as printable ASCII text without spaces or line breaks.',
  })
}
