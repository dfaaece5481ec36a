/** The OpenID Connect client of a connection: discovery, authorization URL, code exchange and sign-out. */

import { createRemoteJWKSet, errors, type JWTPayload, customFetch as joseFetch, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { GatewayError } from '../../core/errors.ts'
import { atMost } from '../../core/runtime/at-most.ts'
import { type SsoConnection, ssoConnectionContext } from '../../core/stores/sso.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { checkedFetch, type SendToIssuer } from './checked-fetch.ts'

/** Asymmetric algorithms only: with HS256, anyone who knows the public key or the client secret could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const CLOCK_TOLERANCE_S = 60
const METADATA_TTL_MS = 3_600_000
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Identity providers deliver logout tokens immediately. Their `jti` is remembered for longer than this. */
export const LOGOUT_TOKEN_MAX_AGE_S = 600
const MAX_TEXT = 200
/** Limits how often the keys are read again, because anyone can send logout tokens with unknown key ids. */
const LOGOUT_KEYS_COOLDOWN_MS = 5_000

export type IssuerClientPorts = { readonly vault: Pick<Vault, 'open'>; readonly send: SendToIssuer }

/** Values that are checked when the browser returns. */
export type PendingSignIn = {
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

export type Exchanged = { readonly claims: Readonly<Record<string, unknown>>; readonly idToken: string }

type Known = {
  readonly savedAtMs: number
  readonly configuration: oidc.Configuration
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}

export class IssuerClients {
  readonly #known = new LRUCache<string, Known>({ ...atMost(200), ttl: METADATA_TTL_MS })
  readonly #fetch: ReturnType<typeof checkedFetch>

  constructor(private readonly ports: IssuerClientPorts) {
    this.#fetch = checkedFetch(ports.send)
  }

  async authorizationUrl(
    connection: SsoConnection,
    { nonce, codeVerifier, redirectUri }: PendingSignIn,
    state: string,
    loginHint: string | null,
  ): Promise<string> {
    return this.#explained(async () => {
      const { configuration } = await this.#of(connection)
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: connection.settings.scopes.join(' '),
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(loginHint !== null && { login_hint: loginHint }),
      }).href
    })
  }

  /** Verifies the response of the authorization server, and the ID token including its signature. */
  async exchange(
    connection: SsoConnection,
    pending: PendingSignIn,
    state: string,
    response: Readonly<Record<string, string>>,
  ): Promise<Exchanged> {
    return this.#explained(async () => {
      const { configuration, keys } = await this.#of(connection)
      const url = new URL(pending.redirectUri)
      url.search = new URLSearchParams({ ...response, state }).toString()
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      await verifySignature(tokens.id_token ?? '', keys)
      const own: Record<string, unknown> = { ...tokens.claims() }
      const { claims: names } = connection.settings
      const hasGroups = names.groups === null || own[names.groups] !== undefined
      const isComplete = own[names.email] !== undefined && hasGroups
      if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined)
        return { claims: own, idToken: tokens.id_token ?? '' }
      const more = await oidc.fetchUserInfo(configuration, tokens.access_token, String(own['sub']))
      // The claims of the ID token take precedence, because it is signed.
      return { claims: { ...more, ...own }, idToken: tokens.id_token ?? '' }
    })
  }

  /** Null if the identity provider has no end_session_endpoint, or cannot be reached. */
  async logoutUrl(connection: SsoConnection, idToken: string | null, returnTo: string): Promise<string | null> {
    try {
      const { configuration } = await this.#of(connection)
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null
      return oidc.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(idToken !== null && { id_token_hint: idToken }),
      }).href
    } catch {
      return null
    }
  }

  /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
  async verifyLogoutToken(
    connection: SsoConnection,
    token: string,
  ): Promise<{ readonly jti: string; readonly sid: string | null; readonly subject: string | null }> {
    return this.#explained(async () => {
      const { configuration, keys } = await this.#of(connection)
      const { payload } = await jwtVerify(token, keys, {
        issuer: configuration.serverMetadata().issuer,
        audience: connection.clientId,
        typ: 'logout+jwt',
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        maxTokenAge: LOGOUT_TOKEN_MAX_AGE_S,
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
      })
      return readLogout(payload)
    })
  }

  async #of(connection: SsoConnection): Promise<Known> {
    const known = this.#known.get(connection.id)
    if (known?.savedAtMs === connection.updatedAtMs) return known
    const isInsecure = new URL(connection.issuer).protocol === 'http:'
    const execute = isInsecure ? [oidc.allowInsecureRequests] : []
    const { clientId } = connection
    const metadata = { [oidc.clockTolerance]: CLOCK_TOLERANCE_S }
    const auth = await this.#authOf(connection)
    const found = await oidc.discovery(new URL(connection.issuer), clientId, metadata, auth, {
      execute,
      [oidc.customFetch]: this.#fetch,
    })
    const { supportsPKCE: _, ...server } = found.serverMetadata()
    const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
    const accepted = offered.filter((name) => ALGORITHMS.includes(name))
    if (accepted.length === 0)
      throw new GatewayError('sso_failed', {
        message: `The identity provider signs ID tokens with ${offered.join(', ').slice(0, MAX_TEXT)} only.`,
        hint: `Choose one of ${ALGORITHMS.join(', ')} there.`,
      })
    const limited = { ...server, id_token_signing_alg_values_supported: accepted }
    const configuration = new oidc.Configuration(limited, clientId, metadata, auth)
    configuration[oidc.customFetch] = this.#fetch
    if (isInsecure) oidc.allowInsecureRequests(configuration)
    const keys = createRemoteJWKSet(new URL(server.jwks_uri ?? connection.issuer), {
      [joseFetch]: this.#fetch,
      cooldownDuration: LOGOUT_KEYS_COOLDOWN_MS,
    })
    const made = { savedAtMs: connection.updatedAtMs, configuration, keys }
    this.#known.set(connection.id, made)
    return made
  }

  async #authOf(connection: SsoConnection): Promise<oidc.ClientAuth> {
    const secret = this.ports.vault.open(connection.sealed, ssoConnectionContext(connection))
    if (connection.authMethod === 'client_secret') return oidc.ClientSecretPost(secret)
    const { kid } = connection.publicKey ?? {}
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('jwk', JSON.parse(secret), algorithm, false, ['sign'])
    return oidc.PrivateKeyJwt({ key, kid: String(kid) })
  }

  async #explained<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw explain(error)
    }
  }
}

/**
 * Checks the signature, although the token comes from the token endpoint over TLS. If the key is unknown, it reads the
 * keys again immediately, so that sign-ins work after a key rotation. Only the issuer can cause these requests, because
 * a code must be exchanged first.
 */
async function verifySignature(token: string, keys: Known['keys']): Promise<void> {
  const options = { algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE_S }
  try {
    await jwtVerify(token, keys, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    await keys.reload()
    await jwtVerify(token, keys, options)
  }
}

function readLogout(payload: JWTPayload) {
  const { jti, sid, sub, nonce, events } = payload
  const event = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[LOGOUT_EVENT] : null
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    throw refused('the logout token has no back-channel logout event')
  if (nonce !== undefined) throw refused('the logout token has a nonce')
  if (typeof jti !== 'string' || jti === '') throw refused('the logout token has no jti')
  const session = typeof sid === 'string' && sid !== '' ? sid : null
  const subject = typeof sub === 'string' && sub !== '' ? sub : null
  if (session === null && subject === null) throw refused('the logout token has neither sid nor sub')
  return { jti, sid: session, subject }
}

/** The first useful error of the cause chain, without values of tokens. */
function explain(error: unknown): GatewayError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof GatewayError) return cause.code === 'sso_failed' ? cause : refused(cause.message)
    // The authorization server rejected the code or the client.
    const { error: code, error_description: text } = cause as { error?: unknown; error_description?: unknown }
    if (typeof code === 'string') return refused(`${code}${typeof text === 'string' ? `: ${text}` : ''}`)
    if (!(cause.cause instanceof Error)) return refused(cause.message)
  }
  return refused('the response could not be read')
}

function refused(reason: string): GatewayError {
  return new GatewayError('sso_failed', { message: `Single sign-on failed: ${printable(reason)}.` })
}

/** Cleans text of other servers, because it is shown to users and logged. */
export function printable(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\.$/, '')
    .slice(0, MAX_TEXT)
}
