/** The API key operations with a real SQLite store in a temporary folder, for tests. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addControlStore } from '../../../../tests/harness/new-control-store.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Change } from '../../core/stores/changes.ts'
import type { ControlStore, Vault } from '../../core/stores/stores.ts'
import { type ControlDatabase, openControlDatabase } from '../../stores/sql/control-database.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { type FirstKeys, makeFirstKeys } from '../../stores/sql/first-keys.ts'
import { vaultOf } from '../../stores/vault.ts'
import { keyPrincipal, type Principal, userPrincipal } from '../access/principal.ts'
import { ALL_SCOPES } from '../access/scopes.ts'
import { startSession } from '../access/session.ts'
import { AdminApi } from '../admin-api.ts'
import { TestSpending } from '../policies/test-spending.ts'
import { NO_LIMITS } from '../test-control.ts'
import { apiKeyOperations } from './operations.ts'

export type TestResponse = {
  readonly status: number
  readonly code: string | null
  readonly body: Record<string, unknown>
}

export class TestKeyControl {
  readonly announced: Change[] = []

  private constructor(
    private readonly folder: string,
    readonly database: ControlDatabase,
    readonly store: ControlStore,
    readonly keys: FirstKeys,
    readonly home: { readonly organisationId: string; readonly workspaceId: string },
    readonly hash: (secret: string) => string,
    private readonly vault: Vault,
    private readonly control: (announced: Change[]) => AdminApi,
  ) {}

  static async open(): Promise<TestKeyControl> {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-api-keys-'))
    await addControlStore(folder)
    const database = await openControlDatabase(folder)
    const vault = vaultOf({ id: '0123456789abcdef', bytes: new Uint8Array(32).fill(3) })
    const { hash } = vault
    const store = controlStore(database, hash)
    const given = { admin: null, workspace: null }
    const keys = (await makeFirstKeys(database, { given, hash, scopes: [ALL_SCOPES], nowMs: Date.now() }))!
    const first = (await store.stores.apiKeys.findCaller(hash(keys.workspace)))!
    const identify = async (request: Request): Promise<Principal> => {
      const person = request.headers.get('x-test-user')
      if (person !== null) {
        const user = (await store.stores.users.findById(person))!
        return userPrincipal(user, await store.stores.workspaces.memberships([person]))
      }
      const caller = await store.stores.apiKeys.findCaller(hash(request.headers.get('x-gateway-api-key') ?? ''))
      const isOver = caller?.expiresAtMs != null && caller.expiresAtMs <= Date.now()
      if (!caller || isOver) throw new GatewayError('api_key_invalid')
      return keyPrincipal(caller)
    }
    const control = (announced: Change[]) =>
      new AdminApi(apiKeyOperations(hash, new TestSpending()), {
        store,
        vault,
        identify,
        announce: (change) => void announced.push(change),
        prefixes: ['x-gateway-'],
        addressOf: () => '192.0.2.1',
        baseUrlOf: () => 'http://gateway.example',
        intake: NO_LIMITS,
        onDefect: (error) => {
          throw error
        },
      })
    return new TestKeyControl(folder, database, store, keys, first, hash, vault, control)
  }

  async call(key: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const request = new Request(`http://gateway.example/v1${path}`, {
      method,
      headers: {
        'x-gateway-api-key': key,
        'content-type': 'application/json',
        ...headers,
        ...(await this.#cookie(headers)),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const control = this.control(this.announced)
    const match = control.find(method, new URL(request.url).pathname)
    if (match === null) throw new Error(`No operation ${method} ${path}`)
    const response = await control.handle(match, request)
    const json = (await response.json()) as Record<string, unknown> & { error?: { code: string } }
    return { status: response.status, code: json.error?.code ?? null, body: json } satisfies TestResponse
  }

  async addWorkspace(slug: string = Bun.randomUUIDv7()): Promise<string> {
    const { workspaces } = this.store.stores
    const id = Bun.randomUUIDv7()
    await workspaces.insert({ ...(await workspaces.findDefault(this.home.organisationId)), id, slug, isDefault: false })
    return id
  }

  async close(): Promise<void> {
    await this.database.destroy()
    await rm(this.folder, { recursive: true })
  }

  /** Signs the user in. A new session needs no step-up confirmation. */
  async #cookie({ 'x-test-user': userId }: Record<string, string>): Promise<Record<string, string>> {
    if (userId === undefined) return {}
    const user = (await this.store.stores.users.findById(userId))!
    let cookie = ''
    const setHeader = (_: string, value: string) => {
      cookie = value.split(';')[0]!
    }
    const origin = {
      ip: '192.0.2.1',
      userAgent: null,
      baseUrl: 'http://gateway.example',
      headers: {},
      requestId: '',
      traceId: '',
    }
    const call = { nowMs: Date.now(), origin, setHeader }
    await startSession(user, call, this.store.stores, this.vault, { method: 'password' })
    return { cookie }
  }
}
