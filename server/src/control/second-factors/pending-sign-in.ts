/**
 * The state between the first step of a sign-in (a password or a single sign-on) and the second factor. It is bound to
 * a cookie of its own, which is not a session cookie: only POST /v1/sessions/second-factor and POST
 * /v1/sessions/passkey-options read it.
 */

import { z } from 'zod'
import type { HeaderMap } from '../../core/headers.ts'
import type { SignInWay } from '../../core/stores/sessions.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { newToken } from '../access/session.ts'
import type { OperationCall } from '../endpoint.ts'
import { factorsOf, hasFactor } from './factor-policy.ts'
import { CHALLENGE_MS } from './passkeys.ts'

export const MAX_ATTEMPTS = 5

const SECURE_NAME = '__Host-gatehouse-pending'
const PLAIN_NAME = 'gatehouse_pending'
/** A token. For a sign-in without a password, the expiry time follows: the challenge is derived from both. */
const VALUE = /^([A-Za-z0-9_-]{43})(?:\.(\d{13}))?$/

const factorMethodSchema = z.enum(['passkey', 'totp', 'recovery_code'])

export const pendingSchema = z
  .object({
    object: z.literal('pending_sign_in'),
    methods: z.array(factorMethodSchema),
    expires_at: z.string(),
  })
  .meta({ description: 'The first step succeeded. POST /v1/sessions/second-factor finishes the sign-in.' })

type PendingCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'origin' | 'setHeader'>

/**
 * Starts a pending sign-in. Returns null if none is needed: the user has no second factor, or the organisation accepts
 * a single sign-on without one. Call it inside the transaction.
 */
export async function pendingSignIn(
  user: User,
  call: PendingCall,
  stores: Stores,
  vault: Vault,
  signIn: SignInWay = { method: 'password' },
): Promise<z.infer<typeof pendingSchema> | null> {
  if (signIn.method === 'sso') {
    const { settings } = await stores.organisations.read(user.organisationId)
    if (settings.secondFactor.acceptsSso) return null
  }
  const methods = await methodsOf(user.id, stores)
  if (methods.length === 0) return null
  const token = newToken()
  const expiresAtMs = call.nowMs + CHALLENGE_MS
  const challenge = { id: pendingId(token, vault), userId: user.id, secret: null, attempts: 0, expiresAtMs }
  await stores.secondFactors.putChallenge({ ...challenge, signIn }, call.nowMs)
  setPendingCookie(token, call)
  return { object: 'pending_sign_in', methods, expires_at: new Date(expiresAtMs).toISOString() }
}

/** Empty if the user has no second factor. */
export async function methodsOf(userId: string, stores: Stores): Promise<z.infer<typeof factorMethodSchema>[]> {
  const counts = await factorsOf(userId, stores)
  if (!hasFactor(counts)) return []
  const all = [
    ['passkey', counts.passkeys > 0],
    ['totp', counts.hasTotp],
    ['recovery_code', counts.recoveryCodes > 0],
  ] as const
  return all.filter(([, isThere]) => isThere).map(([name]) => name)
}

type PendingCookie = { readonly token: string; readonly expiresAtMs: number | null }

export function readPendingCookie(headers: HeaderMap, baseUrl: string): PendingCookie | null {
  const name = nameFor(baseUrl)
  for (const pair of (headers['cookie'] ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    const [, token, time] = key === name ? (VALUE.exec(value) ?? []) : []
    if (token !== undefined) return { token, expiresAtMs: time === undefined ? null : Number(time) }
  }
  return null
}

export function setPendingCookie(value: string, { origin, setHeader }: Omit<PendingCall, 'nowMs'>): void {
  const secure = origin.baseUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = `${nameFor(origin.baseUrl)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${CHALLENGE_MS / 1_000}`
  setHeader('set-cookie', cookie + secure)
}

/** The prefix prevents using tokens of sessions and links here, and vice versa. */
export function pendingId(token: string, vault: Pick<Vault, 'hash'>): string {
  return vault.hash(`pending/${token}`)
}

/**
 * The challenge of a sign-in without a password. It is derived from the cookie and stored only when it is used, so that
 * unauthenticated requests write nothing.
 */
export function passwordlessChallenge(token: string, expiresAtMs: number, vault: Pick<Vault, 'hash'>): string {
  return Buffer.from(vault.hash(`passkey-challenge/${token}/${expiresAtMs}`)).toString('base64url')
}

function nameFor(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? SECURE_NAME : PLAIN_NAME
}
