/** A small OpenID Connect issuer on loopback whose responses tests can forge. Real servers are tested elsewhere. */

import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

export type Claims = Record<string, unknown>
/** Replaces the header, the payload or the whole token. */
export type Forgery = {
  readonly header?: Record<string, unknown>
  readonly claims?: (claims: Claims) => Claims
  readonly token?: (genuine: string, claims: Claims) => string | Promise<string>
  /** The response of the token endpoint. */
  readonly response?: (body: Claims) => Response | Claims
  readonly userinfo?: Claims
}

type Grant = {
  readonly claims: Claims
  readonly nonce: string
  readonly challenge: string
  readonly redirectUri: string
}

const KEY_OPTIONS = { extractable: true } as const

export class OidcIssuer {
  readonly clientId = 'gatehouse'
  readonly clientSecret = 'the-secret-of-the-client'
  /** Who signs in when a browser opens the authorization endpoint. */
  person: Claims = {}
  readonly #grants = new Map<string, Grant>()
  #keys: { kid: string; privateKey: CryptoKey; publicKey: CryptoKey }[] = []
  #server: ReturnType<typeof Bun.serve> | null = null
  private constructor(private readonly hostname: string) {}

  forgery: Forgery = {}
  metadata: Claims = {}
  /** The path of every request, in order. */
  readonly calls: string[] = []
  lastTokenRequest: URLSearchParams = new URLSearchParams()

  /** For a browser, `localhost` is a different site than 127.0.0.1. */
  static async start(hostname: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<OidcIssuer> {
    const issuer = new OidcIssuer(hostname)
    await issuer.rotateKey()
    issuer.#server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => issuer.#answer(request) })
    return issuer
  }

  get url(): string {
    return `http://${this.hostname}:${this.#server?.port}`
  }

  get keyId(): string {
    return this.#keys[0]!.kid
  }

  /** Replaces the only key. Tests can choose its `kid`. */
  async rotateKey(kid = crypto.randomUUID()): Promise<void> {
    this.#keys = [{ kid, ...(await generateKeyPair('RS256', KEY_OPTIONS)) }]
  }

  async publicJwk(): Promise<Record<string, unknown>> {
    return { ...(await exportJWK(this.#keys[0]!.publicKey)), kid: this.keyId, use: 'sig', alg: 'RS256' }
  }

  /** The query parameters with which the browser returns after the user has signed in here. */
  authorize(authorizationUrl: string, claims: Claims): Record<string, string> {
    const query = new URL(authorizationUrl).searchParams
    const code = crypto.randomUUID()
    this.#grants.set(code, {
      claims,
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
    })
    return { code, state: query.get('state') ?? '', iss: this.url }
  }

  async sign(claims: Claims, header: Record<string, unknown> = {}): Promise<string> {
    const { kid, privateKey } = this.#keys[0]!
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, ...header } as JWTHeaderParameters)
      .sign(privateKey)
  }

  async logoutToken(claims: Claims, header: Record<string, unknown> = {}): Promise<string> {
    return this.sign(this.logoutClaims(claims), { typ: 'logout+jwt', ...header })
  }

  logoutClaims(claims: Claims): Claims {
    const now = Math.floor(Date.now() / 1_000)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const base = { iss: this.url, aud: this.clientId, iat: now, exp: now + 120, jti: crypto.randomUUID(), events }
    return without({ ...base, ...claims })
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    this.calls.push(pathname)
    if (pathname === '/.well-known/openid-configuration') return Response.json(without(this.#metadata()))
    if (pathname === '/authorize') {
      const query = new URLSearchParams(this.authorize(request.url, this.person))
      return Response.redirect(`${new URL(request.url).searchParams.get('redirect_uri')}?${query}`, 303)
    }
    if (pathname === '/end')
      return Response.redirect(new URL(request.url).searchParams.get('post_logout_redirect_uri') ?? '', 303)
    if (pathname === '/keys') return Response.json({ keys: [await this.publicJwk()] })
    if (pathname === '/userinfo') return Response.json(this.forgery.userinfo ?? {})
    if (pathname === '/token') return this.#token(new URLSearchParams(await request.text()))
    return new Response('not found', { status: 404 })
  }

  #metadata(): Claims {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      end_session_endpoint: `${this.url}/end`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      ...(this.forgery.userinfo && { userinfo_endpoint: `${this.url}/userinfo` }),
      ...this.metadata,
    }
  }

  async #token(form: URLSearchParams): Promise<Response> {
    this.lastTokenRequest = form
    const grant = this.#grants.get(form.get('code') ?? '')
    this.#grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = form.get('client_secret') === this.clientSecret || form.has('client_assertion')
    if (!grant || challenge !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri || !isClient)
      return Response.json({ error: 'invalid_grant', error_description: 'no such code' }, { status: 400 })
    const now = Math.floor(Date.now() / 1_000)
    const genuine = { iss: this.url, aud: this.clientId, iat: now, exp: now + 300, nonce: grant.nonce, ...grant.claims }
    const { header, claims: change, token, response } = this.forgery
    const claims = without(change?.(genuine) ?? genuine)
    const signed = await this.sign(claims, header)
    const idToken = token ? await token(signed, claims) : signed
    const body = { access_token: 'an-access-token', token_type: 'Bearer', expires_in: 300, id_token: idToken }
    const answer = response?.(body) ?? body
    return answer instanceof Response ? answer : Response.json(without(answer))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.stop(true)
  }
}

/** Removes members with the value undefined. */
function without(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}
