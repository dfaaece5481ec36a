/** A Keycloak server with one realm for one test file. Its database is in memory. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { newPort } from '../../../simulators/new-port.ts'
import { untilReady } from '../eventually.ts'
import { keycloakArchive } from './keycloak-archive.ts'
import { ISSUER_PASSWORD, ISSUER_USERS, type RealIssuer, type Registration } from './real-issuer.ts'

const REALM = 'acme'
const ADMIN = { username: 'admin', password: 'the-password-of-the-admin' }
const CLIENT = { clientId: 'gatehouse', clientSecret: 'the-secret-of-the-client' }
const OUTPUT_CHARACTERS = 4_000

type Json = Record<string, unknown>

export async function startKeycloak(): Promise<RealIssuer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-keycloak-'))
  const unpacked = Bun.spawnSync(['tar', 'xzf', keycloakArchive(), '--strip-components=1', '-C', folder])
  if (unpacked.exitCode !== 0) throw new Error(`Keycloak was not unpacked: ${unpacked.stderr}`)
  const port = newPort()
  const flags = [
    `--http-port=${port}`,
    '--http-host=127.0.0.1',
    // For a browser, `localhost` is a different site than 127.0.0.1.
    `--hostname=http://localhost:${port}`,
    '--db=dev-mem',
    '--cache=local',
  ]
  const server = Bun.spawn([join(folder, 'bin/kc.sh'), 'start-dev', ...flags], {
    env: {
      ...process.env,
      JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  const keep = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) output = (output + decoder.decode(chunk)).slice(-OUTPUT_CHARACTERS)
  }
  void keep(server.stdout)
  void keep(server.stderr)

  const stop = async () => {
    // The script kc.sh forwards SIGTERM to Java, but not SIGKILL.
    server.kill('SIGTERM')
    await server.exited
    await rm(folder, { recursive: true, force: true })
  }
  const base = `http://127.0.0.1:${port}`
  try {
    const url = `${base}/realms/master/.well-known/openid-configuration`
    const responds = async () => (await fetch(url)).ok
    await untilReady('Keycloak', server, responds, () => output)
    await admin(base, 'POST', '', realm())
  } catch (error) {
    await stop()
    throw error
  }
  const url = `http://localhost:${port}/realms/${REALM}`
  return {
    url,
    ...CLIENT,
    scopes: 'openid email profile',
    async register(connection) {
      const [client] = await list(base, `/${REALM}/clients?clientId=${CLIENT.clientId}`)
      await admin(base, 'PUT', `/${REALM}/clients/${client?.['id']}`, { ...client, ...clientOf(connection) })
    },
    async signIn(page, username) {
      await page.locator('#username').fill(username)
      await page.locator('#password').fill(ISSUER_PASSWORD)
      await page.locator('#kc-login').click()
    },
    // Keycloak does not ask for confirmation if the request has a valid ID token.
    async confirmSignOut() {},
    async signOut(page: Page) {
      await page.goto(`${url}/protocol/openid-connect/logout`)
      await page.locator('#kc-logout').click()
      await page.getByText('You are logged out').first().waitFor()
    },
    async setGroups(username, wanted) {
      const [user] = await list(base, `/${REALM}/users?exact=true&username=${username}`)
      const path = `/${REALM}/users/${user?.['id']}/groups`
      for (const { id } of await list(base, path)) await admin(base, 'DELETE', `${path}/${id}`)
      for (const { id, name } of await list(base, `/${REALM}/groups`))
        if (wanted.includes(String(name))) await admin(base, 'PUT', `${path}/${id}`, {})
    },
    async rotateKey() {
      await admin(base, 'POST', `/${REALM}/components`, {
        name: `rotated ${crypto.randomUUID()}`,
        providerId: 'rsa-generated',
        providerType: 'org.keycloak.keys.KeyProvider',
        config: { priority: [String(Date.now())], enabled: ['true'], active: ['true'], algorithm: ['RS256'] },
      })
    },
    [Symbol.asyncDispose]: stop,
  }
}

function realm(): Json {
  return {
    realm: REALM,
    enabled: true,
    groups: [...new Set(Object.values(ISSUER_USERS).flatMap(({ groups }) => groups))].map((name) => ({ name })),
    users: Object.values(ISSUER_USERS).map(({ username, email, isVerified, groups }) => ({
      username,
      email,
      emailVerified: isVerified,
      enabled: true,
      firstName: username,
      lastName: 'Example',
      credentials: [{ type: 'password', value: ISSUER_PASSWORD, temporary: false }],
      groups: groups.map((name) => `/${name}`),
    })),
    clients: [
      {
        clientId: CLIENT.clientId,
        secret: CLIENT.clientSecret,
        standardFlowEnabled: true,
        protocolMappers: [
          {
            name: 'groups',
            protocol: 'openid-connect',
            protocolMapper: 'oidc-group-membership-mapper',
            config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
          },
        ],
      },
    ],
  }
}

function clientOf(connection: Registration): Json {
  const { jwks_url } = connection
  return {
    redirectUris: [connection.redirect_url],
    frontchannelLogout: false,
    clientAuthenticatorType: jwks_url === null ? 'client-secret' : 'client-jwt',
    attributes: {
      'post.logout.redirect.uris': connection.post_logout_redirect_url,
      'backchannel.logout.url': connection.backchannel_logout_url,
      'backchannel.logout.session.required': 'true',
      'pkce.code.challenge.method': 'S256',
      ...(jwks_url !== null && { 'use.jwks.url': 'true', 'jwks.url': jwks_url }),
    },
  }
}

/** A token is valid for a minute, so each call gets its own. */
async function admin(base: string, method: string, path: string, body?: Json): Promise<Response> {
  const token = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN }),
  })
  const { access_token } = (await token.json()) as { access_token?: string }
  const response = await fetch(`${base}/admin/realms${path}`, {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`Keycloak: ${method} ${path} returned ${response.status}: ${await response.text()}`)
  return response
}

async function list(base: string, path: string): Promise<readonly Json[]> {
  return (await (await admin(base, 'GET', path)).json()) as Json[]
}
