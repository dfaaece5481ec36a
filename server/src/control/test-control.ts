/** A control plane with a real SQLite store in a temporary folder, for tests that define their own operations. */

import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addControlStore } from '../../../tests/harness/new-control-store.ts'
import { NO_DEFAULTS } from '../core/caller.ts'
import type { AuditEntry } from '../core/stores/audit-entries.ts'
import type { Change } from '../core/stores/changes.ts'
import { type ControlDatabase, openControlDatabase, truncateWal } from '../stores/sql/control-database.ts'
import { controlStore } from '../stores/sql/control-store.ts'
import { makeFirstKeys } from '../stores/sql/first-keys.ts'
import { openVault } from '../stores/vault.ts'
import { keyPrincipal, type Principal } from './access/principal.ts'
import { ALL_SCOPES } from './access/scopes.ts'
import { AdminApi } from './admin-api.ts'
import type { Operation } from './endpoint.ts'
import type { Intake } from './read-body.ts'

export type TestCall = {
  readonly method?: string
  readonly path: string
  readonly body?: Bun.BodyInit
  readonly headers?: Readonly<Record<string, string>>
  /** An Error simulates failed authentication. */
  readonly as?: Principal | Error
}

export type TestResponse = {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
  readonly error: { code: string; message: string; hint: string; param: string | null; details?: string[] } | undefined
}

/** No memory limit, and timeouts that no test reaches. */
export const NO_LIMITS: Intake = {
  open: () => ({ hold() {}, release() {} }),
  timeoutMs: 60_000,
  publicTimeoutMs: 60_000,
}

let template: Promise<ReadonlyMap<string, Uint8Array>> | null = null

/** The files of a data folder with a master key and the first keys, made once in each process. */
async function makeTemplate(): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-control-'))
  try {
    await addControlStore(folder)
    const database = await openControlDatabase(folder)
    const vault = await openVault(database, { dataDirectory: folder, given: null, previous: null })
    const given = { admin: null, workspace: null }
    await makeFirstKeys(database, { given, hash: vault.hash, scopes: [ALL_SCOPES], nowMs: Date.now() })
    await truncateWal(database)
    await database.destroy()
    const names = (await readdir(folder)).filter((name) => !/-(wal|shm)$/.test(name))
    return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export async function startControl(operations: readonly Operation[]) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-control-'))
  template ??= makeTemplate()
  // Only the owner may read the file of the master key.
  for (const [name, bytes] of await template) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
  const database: ControlDatabase = await openControlDatabase(folder)
  const vault = await openVault(database, { dataDirectory: folder, given: null, previous: null })
  const home = await database.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow()
  const store = controlStore(database, vault.hash)
  const defects: unknown[] = []
  const announced: Change[] = []
  let current: Principal | Error = principal()

  function principal(
    changes: { kind?: 'admin' | 'workspace'; keyId?: string; scopes?: readonly string[] } = {},
  ): Principal {
    return keyPrincipal({
      keyId: changes.keyId ?? 'key-1',
      keyName: 'a key',
      kind: changes.kind ?? 'admin',
      organisationId: home.organisation_id,
      workspaceId: home.id,
      scopes: new Set(changes.scopes ?? [ALL_SCOPES]),
      allowInference: true,
      expiresAtMs: null,
      defaults: NO_DEFAULTS,
      logBodies: null,
      createdBy: 'somebody',
    })
  }

  const control = new AdminApi(operations, {
    store,
    vault,
    announce: (change) => void announced.push(change),
    identify: async () => {
      if (current instanceof Error) throw current
      return current
    },
    prefixes: ['x-gateway-', 'x-portkey-'],
    addressOf: () => '192.0.2.7',
    intake: NO_LIMITS,
    baseUrlOf: () => 'http://gateway.example',
    onDefect: (error) => void defects.push(error),
  })

  /** Null if no operation has this path. */
  async function ask({
    method = 'GET',
    path,
    body,
    headers = {},
    as = principal(),
  }: TestCall): Promise<TestResponse | null> {
    const request = new Request(`http://gateway.example/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    const match = control.find(method, new URL(request.url).pathname)
    if (match === null) return null
    current = as
    const response = await control.handle(match, request)
    const answered = (await response.json()) as Record<string, unknown>
    return {
      status: response.status,
      headers: response.headers,
      body: answered,
      error: answered['error'] as TestResponse['error'],
    }
  }

  return {
    database,
    store,
    home,
    defects,
    announced,
    principal,
    ask,
    /** Oldest first. */
    async entries(): Promise<readonly AuditEntry[]> {
      const reach = { organisationId: home.organisation_id, workspaceId: null }
      return (await store.stores.auditEntries.list(reach, {}, { currentPage: 0, pageSize: 100 })).rows.toReversed()
    },
    async [Symbol.asyncDispose]() {
      await database.destroy()
      await rm(folder, { recursive: true })
    },
  }
}
