/** Passkeys in the browser: creates and uses them with the options of the admin API. */

import { ApiError } from '../../api/api-error.ts'

export type PasskeyOptions = Readonly<Record<string, unknown>>

/** WebAuthn needs https or localhost, and a host name: browsers have no passkeys for IP addresses. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return window.isSecureContext && !isAddress && 'PublicKeyCredential' in window
}

export async function createPasskey(options: PasskeyOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  return asJson(navigator.credentials.create({ publicKey }))
}

export async function usePasskey(options: PasskeyOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  return asJson(navigator.credentials.get({ publicKey }))
}

async function asJson(asking: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await asking
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'InvalidStateError')
      throw failed('This device has a passkey for your account already.')
  }
  // Browsers report the same result if the user cancels, the request expires, or the device has no passkey.
  throw failed('The browser did not use a passkey: it was cancelled, took too long, or there is none.')
}

function failed(message: string): ApiError {
  return new ApiError({ status: 400, code: 'passkey_not_used', message, hint: 'Try again, or use another method.' })
}
