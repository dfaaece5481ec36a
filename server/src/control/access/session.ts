/** Sessions of signed-in users: cookie, lifetime, current permissions. */

import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import type { Session, SignInWay } from '../../core/stores/sessions.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { OperationCall } from '../endpoint.ts'
import { mustEnrol } from '../second-factors/factor-policy.ts'
import { currentUserPrincipal, type Principal, unenrolledPrincipal } from './principal.ts'

/** `__Host-` binds the cookie to this host and to https; over plain http browsers would drop it. */
const SECURE_NAME = '__Host-gatehouse'
const PLAIN_NAME = 'gatehouse_session'
const SSO_SUFFIX = '-sso'
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Reads only the cookie of the request's scheme: a cookie set over http must not be accepted on https. */
export function sessionToken(headers: HeaderMap, baseUrl: string): string | null {
  return tokenIn(headers, nameFor(baseUrl))
}

/** The token that binds a single sign-on to the browser that started it. */
export function ssoBrowserToken(headers: HeaderMap, baseUrl: string): string | null {
  return tokenIn(headers, `${nameFor(baseUrl)}${SSO_SUFFIX}`)
}

export function ssoBrowserCookie(token: string, baseUrl: string, maxAgeMs: number): string {
  return cookie(token, baseUrl, Math.floor(maxAgeMs / 1_000), SSO_SUFFIX)
}

function tokenIn(headers: HeaderMap, name: string): string | null {
  for (const pair of (headers['cookie'] ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && TOKEN.test(value)) return value
  }
  return null
}

export function sessionCookie(token: string, baseUrl: string, maxAgeMs: number): string {
  return cookie(token, baseUrl, Math.floor(maxAgeMs / 1_000))
}

export function endedCookie(baseUrl: string): string {
  return cookie('', baseUrl, 0)
}

function cookie(value: string, baseUrl: string, maxAgeSeconds: number, suffix = ''): string {
  const base = `${nameFor(baseUrl)}${suffix}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`
  return isSecure(baseUrl) ? `${base}; Secure` : base
}

function nameFor(baseUrl: string): string {
  return isSecure(baseUrl) ? SECURE_NAME : PLAIN_NAME
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}

/** Absolute lifetime. A session also ends after IDLE_MS without a request. */
export const SESSION_MS = 12 * 3_600_000
const IDLE_MS = 3_600_000
/** The last-seen time is written at most once a minute, not on every request. */
const TOUCH_AFTER_MS = 60_000

/** The text that is hashed to store a token. The prefix prevents using one kind of token as another. */
export function tokenHashInput(
  kind: 'session' | 'invite' | 'link' | 'sso-state' | 'sso-browser' | 'device-code' | 'user-code',
  token: string,
): string {
  return `${kind}/${token}`
}

export function isExpired(session: Session, nowMs: number): boolean {
  return nowMs >= session.expiresAtMs || nowMs >= session.lastSeenAtMs + IDLE_MS
}

type SessionUse = {
  /** False does not extend the session: an open log stream is not user activity. */
  readonly isActivity: boolean
}

/**
 * Reads the user's current roles on every request, so that demoting, disabling or removing a user takes effect with the
 * next one. Null if the session has expired, or if the user was disabled or removed.
 */
export async function sessionPrincipal(
  tokenHash: string,
  stores: Stores,
  nowMs: number,
  { isActivity }: SessionUse = { isActivity: true },
): Promise<Principal | null> {
  const session = await stores.sessions.find(tokenHash)
  if (!session || isExpired(session, nowMs)) return null
  const user = await stores.users.findById(session.userId)
  if (!user || user.isDisabled) return null
  if (isActivity && nowMs - session.lastSeenAtMs > TOUCH_AFTER_MS) await stores.sessions.touch(tokenHash, nowMs)
  return currentPrincipal(user, session, stores, nowMs)
}

async function currentPrincipal(user: User, session: Session, stores: Stores, nowMs: number): Promise<Principal> {
  const principal = await currentUserPrincipal(user, stores)
  return (await mustEnrol(user, session, stores, nowMs))
    ? unenrolledPrincipal(principal)
    : { ...principal, mustEnrol: false }
}

/** A random token for cookies and links: 256 bits, URL-safe. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
}

type SignInCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'origin' | 'setHeader'>

/** While single sign-on is enforced, only break-glass owners may sign in with a password or passkey. */
async function requirePasswordAllowed(user: User, stores: Stores): Promise<void> {
  if (user.role === 'owner' && user.isBreakGlass === true) return
  const { settings } = await stores.organisations.read(user.organisationId)
  if (settings.enforceSso) throw new GatewayError('sso_required')
}

/** Call it inside the transaction of the sign-in. Always creates a new token, which prevents session fixation. */
export async function startSession(
  user: User,
  call: SignInCall,
  stores: Stores,
  vault: Vault,
  how: SignInWay,
): Promise<Principal> {
  if (how.method === 'password') await requirePasswordAllowed(user, stores)
  const { nowMs, origin, setHeader } = call
  const token = newToken()
  await stores.sessions.removeExpired(nowMs, nowMs - IDLE_MS)
  const session: Session = {
    tokenHash: vault.hash(tokenHashInput('session', token)),
    userId: user.id,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs: nowMs + SESSION_MS,
    ip: origin.ip,
    userAgent: origin.userAgent,
    ...how,
  }
  await stores.sessions.insert(session)
  setHeader('set-cookie', sessionCookie(token, origin.baseUrl, SESSION_MS))
  return currentPrincipal(user, session, stores, nowMs)
}
