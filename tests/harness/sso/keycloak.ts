/** A Keycloak server with one realm for one test file, from a copy of a prepared one. Its database is a file. */

import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
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
const BUILD = ['build', '--db=dev-file', '--cache=local']
/** The tests send few requests, so what saves time at the start counts: no optimised code, no verified classes. */
const JAVA_FLAGS = [
  '-XX:+IgnoreUnrecognizedVMOptions',
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-XX:+UnlockDiagnosticVMOptions',
  '-XX:-BytecodeVerificationRemote',
  '-Xms256m',
  '-Xmx512m',
].join(' ')

type Json = Record<string, unknown>

type Server = AsyncDisposable & { readonly port: number; readonly admin: Admin }

export async function startKeycloak(): Promise<RealIssuer> {
  const prepared = await preparedKeycloak()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-keycloak-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  await cp(prepared, folder, { recursive: true })
  const server = await startServer(folder).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return issuerOf(server, async () => {
    await server[Symbol.asyncDispose]()
    await remove()
  })
}

/**
 * A folder with a server that was built for its options and has the realm. Building it and creating the tables takes
 * three times as long as a start, so it is done once and kept.
 */
async function preparedKeycloak(): Promise<string> {
  const archive = keycloakArchive()
  const contents = Bun.hash(JSON.stringify([BUILD, realm(), ADMIN])).toString(36)
  const prepared = `${archive.replace(/\.tar\.gz$/, '')}-${contents}`
  if (existsSync(prepared)) return prepared
  // Another process may prepare it at the same time: the folder appears complete or not at all.
  const folder = `${prepared}.${process.pid}`
  await mkdir(folder)
  try {
    const unpacked = Bun.spawnSync(['tar', 'xzf', archive, '--strip-components=1', '-C', folder])
    if (unpacked.exitCode !== 0) throw new Error(`Keycloak was not unpacked: ${unpacked.stderr}`)
    const built = Bun.spawnSync([join(folder, 'bin/kc.sh'), ...BUILD], { env: environment() })
    if (built.exitCode !== 0) throw new Error(`Keycloak was not built: ${built.stdout}${built.stderr}`)
    const server = await startServer(folder)
    try {
      await server.admin('POST', '', realm())
    } finally {
      await server[Symbol.asyncDispose]()
    }
    if (!existsSync(prepared)) await rename(folder, prepared)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return prepared
}

async function startServer(folder: string): Promise<Server> {
  const port = newPort()
  const flags = [
    '--optimized',
    '--http-enabled=true',
    `--http-port=${port}`,
    '--http-host=127.0.0.1',
    // For a browser, `localhost` is a different site than 127.0.0.1.
    `--hostname=http://localhost:${port}`,
  ]
  const server = Bun.spawn([join(folder, 'bin/kc.sh'), 'start', ...flags], {
    env: environment(),
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
  }
  const base = `http://127.0.0.1:${port}`
  const url = `${base}/realms/master/.well-known/openid-configuration`
  const responds = async () => (await fetch(url)).ok
  try {
    await untilReady('Keycloak', server, responds, () => output)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, admin: adminOf(base), [Symbol.asyncDispose]: stop }
}

function environment() {
  return {
    ...process.env,
    JAVA_OPTS: JAVA_FLAGS,
    KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
    KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
  }
}

function issuerOf({ port, admin }: Server, stop: () => Promise<void>): RealIssuer {
  const list = async (path: string) => (await (await admin('GET', path)).json()) as readonly Json[]
  const url = `http://localhost:${port}/realms/${REALM}`
  return {
    url,
    ...CLIENT,
    scopes: 'openid email profile',
    async register(connection) {
      const [client] = await list(`/${REALM}/clients?clientId=${CLIENT.clientId}`)
      await admin('PUT', `/${REALM}/clients/${client?.['id']}`, { ...client, ...clientOf(connection) })
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
      const [user] = await list(`/${REALM}/users?exact=true&username=${username}`)
      const path = `/${REALM}/users/${user?.['id']}/groups`
      for (const { id } of await list(path)) await admin('DELETE', `${path}/${id}`)
      for (const { id, name } of await list(`/${REALM}/groups`))
        if (wanted.includes(String(name))) await admin('PUT', `${path}/${id}`, {})
    },
    async rotateKey() {
      await admin('POST', `/${REALM}/components`, {
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
    // Its default hashes of passwords take a second of CPU each with this server's flags.
    passwordPolicy: 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)',
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

type Admin = (method: string, path: string, body?: Json) => Promise<Response>

/** Calls of the admin API. A token is valid for a minute; an expired one is replaced. */
function adminOf(base: string): Admin {
  let token: string | undefined
  const signIn = async () => {
    const response = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN }),
    })
    token = ((await response.json()) as { access_token?: string }).access_token
  }
  const call: Admin = (method, path, body) =>
    fetch(`${base}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return async (method, path, body) => {
    if (token === undefined) await signIn()
    let response = await call(method, path, body)
    if (response.status === 401) {
      await signIn()
      response = await call(method, path, body)
    }
    if (response.ok) return response
    throw new Error(`Keycloak: ${method} ${path} returned ${response.status}: ${await response.text()}`)
  }
}
