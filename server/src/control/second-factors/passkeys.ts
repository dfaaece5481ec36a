/** WebAuthn: creates options for the browser and verifies its responses. Loads @simplewebauthn/server on first use. */

import { isIP } from 'node:net'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { once } from '../../core/runtime/once.ts'
import type { Passkey } from '../../core/stores/second-factors.ts'
import type { User } from '../../core/stores/users.ts'
import type { CallOrigin } from '../endpoint.ts'

const library = once(async () => {
  // A dependency of the library needs reflect-metadata first. The bundled executable does not load it in that order.
  await import('reflect-metadata')
  return import('@simplewebauthn/server')
})

export const CHALLENGE_MS = 5 * 60_000

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/)
    .max(max)

const credentialShape = {
  id: base64url(1_400).min(1),
  rawId: base64url(1_400).min(1),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The result of `PublicKeyCredential.toJSON()` after navigator.credentials.create(). */
export const registrationSchema = z
  .object({
    ...credentialShape,
    response: z.object({
      clientDataJSON: base64url(4_096),
      attestationObject: base64url(65_536),
      transports: z.array(z.string().max(32)).max(16).default([]),
    }),
  })
  .meta({ description: 'The JSON of the credential that navigator.credentials.create() returned.' })

/** The result of `PublicKeyCredential.toJSON()` after navigator.credentials.get(). */
export const assertionSchema = z
  .object({
    ...credentialShape,
    response: z.object({
      clientDataJSON: base64url(4_096),
      authenticatorData: base64url(4_096),
      signature: base64url(6_144),
      userHandle: base64url(128).nullish(),
    }),
  })
  .meta({ description: 'The JSON of the credential that navigator.credentials.get() returned.' })

type Registration = z.infer<typeof registrationSchema>
export type Assertion = z.infer<typeof assertionSchema>

export const optionsSchema = z
  .object({ challenge: z.string() })
  .loose()
  .meta({ description: 'Options for navigator.credentials, as JSON (WebAuthn Level 3).' })

/** The host name that passkeys belong to, and the origins that the browser may report. */
function relyingParty({ baseUrl }: Pick<CallOrigin, 'baseUrl'>) {
  const { hostname, host, origin } = new URL(baseUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new GatewayError('invalid_body', {
      param: 'host',
      message: `Passkeys need a host name, and ${hostname} is an IP address.`,
      hint: 'Open the dashboard with a host name: https://gateway.example.com, or http://localhost for a test.',
    })
  // A proxy that terminates TLS may not forward the scheme.
  return { rpId: hostname, origins: [...new Set([origin, `https://${host}`])] }
}

export async function creationOptions(user: User, existing: readonly Passkey[], origin: CallOrigin) {
  const { rpId } = relyingParty(origin)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Gatehouse',
    rpID: rpId,
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    userID: new TextEncoder().encode(user.id),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: existing.map(described),
  })
  return { ...options }
}

/** `challenge`: base64url; random if omitted. If `passkeys` is empty, the browser offers those it has for this host. */
export async function requestOptions(passkeys: readonly Passkey[], origin: CallOrigin, challenge?: string) {
  const { rpId } = relyingParty(origin)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout: CHALLENGE_MS,
    // A sign-in without a password needs an authenticator that verifies its user.
    userVerification: passkeys.length === 0 ? 'required' : 'preferred',
    ...(passkeys.length > 0 && { allowCredentials: passkeys.map(described) }),
    ...(challenge !== undefined && { challenge: new Uint8Array(Buffer.from(challenge, 'base64url')) }),
  })
  return { ...options }
}

export async function verifyRegistration(
  given: Registration,
  challenge: string,
  origin: CallOrigin,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'rpId'>> {
  const { rpId, origins } = relyingParty(origin)
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: given as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || registrationInfo === undefined)
    throw new GatewayError('second_factor_failed', {
      param: 'credential',
      message: 'The passkey could not be verified for this host, or its request has expired.',
      hint: 'Start again: request new options and create the passkey with them.',
    })
  const { id, publicKey, counter } = registrationInfo.credential
  const transports = given.response.transports.filter((one) => TRANSPORTS.some((known) => known === one))
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports, rpId }
}

type Expected = { readonly challenge: string; readonly mustVerifyUser: boolean; readonly origin: CallOrigin }

/** The new counter of the passkey; null if the assertion is not valid. */
export async function verifyAssertion(given: Assertion, passkey: Passkey, expected: Expected): Promise<number | null> {
  const { rpId, origins } = relyingParty(expected.origin)
  if (passkey.rpId !== rpId) return null
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: given as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: expected.challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: [...passkey.transports] as never,
    },
    requireUserVerification: expected.mustVerifyUser,
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  return verified && authenticationInfo ? authenticationInfo.newCounter : null
}

function described({ id, transports }: Passkey) {
  return { id, transports: [...transports] as never }
}
