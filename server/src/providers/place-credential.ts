/** Sets the provider's credential header and removes all other credentials from the request. */

import { GatewayError } from '../core/errors.ts'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import { Secret } from '../core/secret.ts'
import type { Credential, Outgoing } from './adapter.ts'

// Characters allowed in a header. Rejects line feeds, which a JSON config can contain. Allows spaces inside a key,
// because some provider may accept them.
const HEADER_TEXT = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

/** A placeholder for a custom host that needs no credential. The request is sent without one. */
export const KEYLESS: Credential = { secret: new Secret('') }

export function removeCredentials(outgoing: Outgoing): void {
  for (const name of CREDENTIAL_HEADERS) delete outgoing.headers[name]
}

export function placeBearer(outgoing: Outgoing, credential: Credential): void {
  if (credential === KEYLESS) removeCredentials(outgoing)
  else place(outgoing, 'authorization', `Bearer ${readSecret(credential)}`)
}

export function placeApiKey(outgoing: Outgoing, header: string, credential: Credential): void {
  if (credential === KEYLESS) removeCredentials(outgoing)
  else place(outgoing, header, readSecret(credential))
}

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
    message: 'The provider credential is empty or has characters that are not allowed in an HTTP header.',
    hint: 'Send the key as printable ASCII text without line breaks.',
  })
}
