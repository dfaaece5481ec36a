/** A gateway with a connection to a test issuer, and browsers that sign in with it. */

import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { type Claims, OidcIssuer } from '../../harness/oidc-issuer.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

export const ANN = { sub: 'ann-1', email: 'ann@example.com', email_verified: true, given_name: 'Ann' }

export class SsoScene {
  readonly control: ControlScene
  connectionId = ''

  private constructor(
    readonly gateway: Gateway,
    readonly issuer: OidcIssuer,
  ) {
    this.control = new ControlScene(gateway)
  }

  static async open(gateway: Gateway, settings: Record<string, unknown> = {}): Promise<SsoScene> {
    const scene = new SsoScene(gateway, await OidcIssuer.start())
    scene.connectionId = await scene.connect(settings)
    return scene
  }

  /** The same connection at another node. */
  at(gateway: Gateway): SsoScene {
    const scene = new SsoScene(gateway, this.issuer)
    scene.connectionId = this.connectionId
    return scene
  }

  async connect(settings: Record<string, unknown> = {}): Promise<string> {
    const made = await this.control.do('POST', '/admin/sso-connections', {
      name: 'Test issuer',
      issuer: this.issuer.url,
      client_id: this.issuer.clientId,
      ...(settings['auth_method'] !== 'private_key_jwt' && { client_secret: this.issuer.clientSecret }),
      domains: ['example.com'],
      allow_new_users: true,
      is_enabled: true,
      ...settings,
    })
    return String(made['id'])
  }

  change(settings: Record<string, unknown>) {
    return this.control.do('PUT', `/admin/sso-connections/${this.connectionId}`, settings)
  }

  /** Tests the connection, makes this owner a break-glass owner and enforces single sign-on. */
  async enforce(owner: Actor & { readonly id: string }): Promise<void> {
    const tested = await this.test(owner, ANN)
    if (tested.body['refusal'] !== null) throw new Error(`The test failed: ${tested.text}`)
    for (const [path, body] of [
      [`/admin/users/${owner.id}`, { is_break_glass: true }],
      ['/admin/organisation', { enforce_sso: true }],
    ] as const) {
      const reply = await this.control.call(owner, 'PUT', path, body)
      if (reply.status !== 200) throw new Error(`PUT ${path} returned HTTP ${reply.status}: ${reply.text}`)
    }
  }

  /** Tests the connection with these claims; returns the reply of the test. */
  async test(owner: Actor, claims: Claims): Promise<Reply> {
    const start = await this.control.call(owner, 'POST', `/admin/sso-connections/${this.connectionId}/test`)
    const cookie = `${owner.headers['cookie']}; ${start.headers.getSetCookie()[0]?.split(';')[0]}`
    const tester = { name: 'tester', headers: { ...owner.headers, cookie } }
    const returned = this.issuer.authorize(String(start.body['authorization_url']), claims)
    return this.control.call(tester, 'POST', '/admin/sso-connections/test-result', returned)
  }

  browser(): Browser {
    return new Browser(this)
  }

  /** Signs in as this person in a new browser. */
  async signIn(claims: Claims): Promise<Browser & { reply: Reply }> {
    const browser = this.browser()
    const reply = await browser.signIn(claims)
    return Object.assign(browser, { reply })
  }
}

/** These gateways trust X-Forwarded-For, so that each browser has an address: sign-ins are limited per address. */
export const BROWSERS_HAVE_ADDRESSES = { GATEWAY_TRUSTED_PROXIES: '127.0.0.1', GATEWAY_TRUSTED_HOSTS: '127.0.0.1' }

let browsers = 0

export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #address = `198.51.${Math.floor(++browsers / 250)}.${1 + (browsers % 250)}`

  constructor(private readonly scene: SsoScene) {}

  async call(method: string, path: string, body?: unknown): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      cookie,
      origin: this.scene.gateway.url,
      'x-gateway-csrf': '1',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': this.#address,
    }
    const reply = await this.scene.control.call({ name: 'browser', headers }, method, path, body)
    for (const set of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return reply
  }

  async start(email = ANN.email): Promise<string> {
    const { body, text } = await this.call('POST', '/sso/start', { email })
    if (typeof body['authorization_url'] !== 'string') throw new Error(`The sign-in did not start: ${text}`)
    return body['authorization_url']
  }

  async signIn(claims: Claims): Promise<Reply> {
    const url = await this.start()
    return this.call('POST', '/sso/callback', this.scene.issuer.authorize(url, claims))
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.call('GET', '/sessions/current')).status === 200
  }
}

export function codeOf({ status, body }: Reply): string {
  const error = body['error'] as { code?: string; message?: string } | undefined
  return `${status} ${error?.code ?? ''}`
}

export function messageOf({ body }: Reply): string {
  return String((body['error'] as { message?: string } | undefined)?.message)
}
