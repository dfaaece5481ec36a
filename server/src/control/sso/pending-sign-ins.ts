/** Sign-ins that wait for the browser to return from the identity provider. Each works once, in the same browser. */

import * as oidc from 'openid-client'
import { GatewayError } from '../../core/errors.ts'
import type { SsoConnection, SsoState } from '../../core/stores/sso.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { newToken, ssoBrowserCookie, ssoBrowserToken, tokenHashInput } from '../access/session.ts'
import type { OperationCall } from '../endpoint.ts'
import { redirectUrl } from './connection-wire.ts'
import type { IssuerClients, PendingSignIn } from './issuer-client.ts'

const LASTS_MS = 10 * 60_000
const MAX_PENDING = 50_000
/** The prefix tells the page at the redirect URL where to send the response. */
const PREFIX = { sign_in: 's.', test: 't.' } as const

type Kind = keyof typeof PREFIX
type BrowserCall = Pick<OperationCall<unknown, unknown>, 'origin' | 'nowMs' | 'setHeader'> & { readonly stores: Stores }

export type PendingPorts = { readonly vault: Vault; readonly clients: IssuerClients }

/** Resolves with the URL to send the browser to. */
export async function beginSignIn(
  call: BrowserCall,
  { vault, clients }: PendingPorts,
  connection: SsoConnection,
  kind: Kind,
  loginHint: string | null,
): Promise<string> {
  const { baseUrl, headers } = call.origin
  const state = `${PREFIX[kind]}${newToken()}`
  const pending: PendingSignIn = {
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
    redirectUri: redirectUrl(baseUrl),
  }
  const url = await clients.authorizationUrl(connection, pending, state, loginHint)
  // An existing token is kept, so that sign-ins in two tabs both work.
  const browser = ssoBrowserToken(headers, baseUrl) ?? newToken()
  const hash = vault.hash(tokenHashInput('sso-state', state))
  if ((await call.stores.ssoStates.count()) >= MAX_PENDING)
    throw new GatewayError('sign_in_throttled', {
      message: 'Too many sign-ins are in progress.',
      retryAfterMs: 60_000,
    })
  const row: SsoState = {
    hash,
    connectionId: connection.id,
    kind,
    browserHash: vault.hash(tokenHashInput('sso-browser', browser)),
    sealed: vault.seal(JSON.stringify(pending), contextOf(hash)),
    expiresAtMs: call.nowMs + LASTS_MS,
  }
  await call.stores.ssoStates.insert(row, call.nowMs)
  call.setHeader('set-cookie', ssoBrowserCookie(browser, baseUrl, LASTS_MS))
  return url
}

/** Always deletes the pending sign-in of this state. Throws if it does not belong to this browser. */
export async function takeSignIn(
  call: BrowserCall,
  { vault }: PendingPorts,
  state: string,
  kind: Kind,
): Promise<{ readonly connection: SsoConnection; readonly pending: PendingSignIn }> {
  const { baseUrl, headers } = call.origin
  const browser = ssoBrowserToken(headers, baseUrl)
  const row = await call.stores.ssoStates.take(vault.hash(tokenHashInput('sso-state', state)))
  const isValid =
    row !== undefined &&
    row.kind === kind &&
    call.nowMs < row.expiresAtMs &&
    browser !== null &&
    row.browserHash === vault.hash(tokenHashInput('sso-browser', browser))
  const connection = isValid ? await call.stores.ssoConnections.findById(row.connectionId) : undefined
  if (!isValid || !connection)
    throw new GatewayError('sso_failed', {
      param: 'state',
      message: 'This sign-in has expired, was already used, or was started in another browser.',
      hint: 'Start the sign-in again.',
    })
  const pending = JSON.parse(vault.open(row.sealed ?? '', contextOf(row.hash))) as PendingSignIn
  return { connection, pending }
}

function contextOf(hash: string): string {
  return `sso_states/sealed/${hash}`
}
