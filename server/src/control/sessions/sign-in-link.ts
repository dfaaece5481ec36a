/** One-time sign-in links, created by `gatehouse open` on the gateway's machine. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { newToken, startSession, tokenHashInput } from '../access/session.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { callerOnWire, callerSchema } from './caller-wire.ts'

const LASTS_MS = 10 * 60_000
const MADE_BY = 'gatehouse open'

export type SignInLink = { readonly token: string; readonly expiresAtMs: number }

/** Stored in the session table under another hash prefix, so that the token does not work as a session cookie. */
export async function makeSignInLink(user: User, stores: Stores, vault: Vault, nowMs: number): Promise<SignInLink> {
  const token = newToken()
  const expiresAtMs = nowMs + LASTS_MS
  await stores.sessions.insert({
    tokenHash: vault.hash(tokenHashInput('link', token)),
    userId: user.id,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs,
    ip: 'local',
    userAgent: MADE_BY,
    method: 'link',
  })
  return { token, expiresAtMs }
}

export function signInLinkOperation({ vault }: { readonly vault: Vault }): Operation {
  return endpoint({
    name: 'sessions.by-link',
    method: 'POST',
    path: '/sessions/link',
    summary: 'Sign in with a one-time link',
    permission: 'public',
    audit: 'session.create',
    body: z.strictObject({ token: z.string().min(1).max(128) }),
    reply: callerSchema,
    async handle(call) {
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      return call.change(async (stores) => {
        const user = await spent(call.body.token, stores, vault, call.nowMs)
        const principal = await startSession(user, call, stores, vault, { method: 'link' })
        call.note({ id: user.id, name: user.email, workspaceId: null, actor: principal })
        return callerOnWire(principal, stores)
      })
    },
  })
}

/** Runs inside the transaction, so that the link works only once. */
async function spent(token: string, stores: Stores, vault: Vault, nowMs: number): Promise<User> {
  const tokenHash = vault.hash(tokenHashInput('link', token))
  const link = await stores.sessions.find(tokenHash)
  const user = link && nowMs < link.expiresAtMs ? await stores.users.findById(link.userId) : undefined
  if (!user || user.isDisabled)
    throw new GatewayError('link_invalid', { hint: 'Run `gatehouse open` on the gateway’s machine to get a new link.' })
  await stores.sessions.remove(tokenHash)
  return user
}
