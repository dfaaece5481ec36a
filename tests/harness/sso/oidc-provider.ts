/** oidc-provider (a certified OpenID Connect server) on loopback, with a sign-in form of our own. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import type { Page } from 'playwright-core'
import { ISSUER_PASSWORD, ISSUER_USERS, type RealIssuer, type Registration } from './real-issuer.ts'

const CLIENT = { clientId: 'gatehouse', clientSecret: 'the-secret-of-the-client' }
const SCOPES = 'openid email profile groups'
const HOUR_S = 3_600
const LIFETIMES = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session']

/** Uses `localhost`, which is a different site than 127.0.0.1 for a browser. */
export async function startOidcProvider(): Promise<RealIssuer & { cancel(page: Page): Promise<void> }> {
  const groups = new Map<string, readonly string[]>(
    Object.values(ISSUER_USERS).map(({ username, groups: held }) => [username, held]),
  )
  let provider: Provider | null = null
  let registered: Registration | null = null
  /** The first key signs. */
  let keys = [await newKey()]
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (provider === null) return void response.writeHead(503).end('No client is registered.')
    if (request.url?.startsWith('/sign-in/')) return answerForm(provider, request, response)
    await provider.callback()(request, response)
  }

  /** Ends all sessions at the server, without logout tokens. */
  function restart(): void {
    provider = registered && new Provider(url, configuration(registered, keys, groups))
  }

  return {
    url,
    ...CLIENT,
    scopes: SCOPES,
    async register(connection) {
      registered = connection
      restart()
    },
    async signIn(page, username) {
      await page.getByLabel('User name').fill(username)
      await page.getByLabel('Password').fill(ISSUER_PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
    },
    async cancel(page) {
      await page.getByRole('link', { name: 'Cancel' }).click()
    },
    confirmSignOut,
    async signOut(page) {
      await page.goto(`${url}/session/end`)
      await confirmSignOut(page)
      await page.getByText('You are signed out.').waitFor()
    },
    async setGroups(username, held) {
      groups.set(username, held)
    },
    async rotateKey() {
      keys = [await newKey(), ...keys]
      restart()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function confirmSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
}

async function newKey(): Promise<Record<string, unknown>> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' }
}

function configuration(
  { redirect_url, post_logout_redirect_url, backchannel_logout_url, jwks_url }: Registration,
  keys: readonly Record<string, unknown>[],
  groups: ReadonlyMap<string, readonly string[]>,
): Record<string, unknown> {
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [redirect_url],
        post_logout_redirect_uris: [post_logout_redirect_url],
        backchannel_logout_uri: backchannel_logout_url,
        backchannel_logout_session_required: true,
        ...(jwks_url === null
          ? { client_secret: CLIENT.clientSecret, token_endpoint_auth_method: 'client_secret_post' }
          : { jwks_uri: jwks_url, token_endpoint_auth_method: 'private_key_jwt' }),
      },
    ],
    jwks: { keys },
    cookies: { keys: ['a-key-of-the-cookies'] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      groups: ['groups'],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: showSignOut, postLogoutSuccessSource: showSignedOut },
    },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/sign-in/${uid}` },
    pkce: { required: () => true },
    ttl: Object.fromEntries(LIFETIMES.map((name) => [name, HOUR_S])),
    findAccount: (_: unknown, id: string) => {
      const user = Object.values(ISSUER_USERS).find(({ username }) => username === id)
      if (user === undefined) return undefined
      const claims = {
        sub: id,
        email: user.email,
        email_verified: user.isVerified,
        given_name: id,
        family_name: 'Example',
        groups: groups.get(id) ?? [],
      }
      return { accountId: id, claims: () => claims }
    },
    // The client belongs to the same company, so the server does not ask users for consent.
    loadExistingGrant: async (context: GrantContext) => {
      const { provider, client, session } = context.oidc
      if (session.accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  }
}

type GrantContext = {
  readonly oidc: {
    readonly provider: Provider
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId?: string }
  }
}

type PageContext = { body: string }

/** Replaces the default page, which loads a font from another host. `form` is the hidden form of the server. */
function showSignOut(context: PageContext, form: string): void {
  const button = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>'
  context.body = `<!doctype html><title>Issuer</title>${form}${button}`
}

function showSignedOut(context: PageContext): void {
  context.body = '<!doctype html><title>Issuer</title>You are signed out.'
}

const FORM = `<!doctype html><title>Issuer</title><form method="post">
<label>User name <input name="username"></label>
<label>Password <input name="password" type="password"></label>
<button>Sign in</button></form><a href="?cancel">Cancel</a>`

async function answerForm(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await provider.interactionDetails(request, response)
  const finish = (result: Record<string, unknown>) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  if (request.url?.endsWith('?cancel'))
    return finish({ error: 'access_denied', error_description: 'The user cancelled.' })
  const given = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
  if (given.get('password') === ISSUER_PASSWORD) return finish({ login: { accountId: given.get('username') } })
  response.writeHead(200, { 'content-type': 'text/html' }).end(FORM)
}
