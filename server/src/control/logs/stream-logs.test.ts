import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Caller, NO_DEFAULTS } from '../../core/caller.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { WorkloadIssuer } from '../../core/workload/workload-issuers.ts'
import { openRecords, type Records } from '../../records/records.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import { keyPrincipal, type Principal } from '../access/principal.ts'
import type { OperationCall } from '../endpoint.ts'
import { startControl } from '../test-control.ts'
import { type StreamTimes, streamOperation } from './stream-logs.ts'

const NEVER_MS = 3_600_000
const QUIET: StreamTimes = { heartbeatMs: NEVER_MS, recheckMs: NEVER_MS, mostMs: NEVER_MS }
const VAULT = {
  seal: (text: string) => text,
  open: (text: string) => text,
  hash: (text: string) => text,
  derive: () => new Uint8Array(32),
}

let folder: string
let records: Records
let control: Awaited<ReturnType<typeof startControl>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-stream-'))
  records = openRecords({ dataDirectory: folder, retentionDays: 30 })
  control = await startControl([])
})

afterAll(async () => {
  await records.close()
  await control[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Streams logs over HTTP with the first key of this kind. */
async function watch(
  times: StreamTimes,
  query: object = {},
  kind: 'admin' | 'workspace' = 'workspace',
  given?: Principal,
) {
  const key = await control.database
    .selectFrom('api_keys')
    .selectAll()
    .where('kind', '=', kind)
    .where('revoked_at_ms', 'is', null)
    .executeTakeFirstOrThrow()
  const { organisation_id: organisationId, id } = control.home
  const principal = given ?? control.principal({ kind, keyId: key.id })
  const call = {
    principal,
    reach: { organisationId, workspaceId: principal.isOrganisationWide ? null : id },
    workspaceId: id,
    query,
    stores: control.store.stores,
    origin: { headers: {}, baseUrl: 'http://gateway.example' },
  }
  const operation = streamOperation(records.tail, VAULT, times)
  const response = (await operation.handle(call as unknown as OperationCall<unknown, unknown>)) as Response
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  /** Returns everything up to the first match. Throws if the stream ends first. */
  async function until(pattern: RegExp): Promise<string> {
    while (!pattern.test(seen)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`The stream ended before ${pattern}: ${seen}`)
      seen += value
    }
    return seen
  }
  return { key, response, reader, until, leave: () => reader.cancel() }
}

function finish(changes: Parameters<typeof sampleRecord>[0] = {}) {
  const { organisation_id: organisationId, id: workspaceId } = control.home
  const record = sampleRecord({ organisationId, workspaceId, ...changes })
  records.writer.append(record, { request: null, response: null })
  return record
}

test('shows requests of the own workspace that fit the filter, as rows of the list', async () => {
  const stream = await watch(QUIET, { status_code: ['5xx'] })
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  await stream.until(/retry: 2000/)
  const [calm, elsewhere] = [finish({ status: 200 }), finish({ status: 503, workspaceId: 'w2' })]
  const broken = finish({ status: 503 })
  const seen = await stream.until(/event: log/)
  const row = JSON.parse(/event: log\n.*\ndata: (\{.*\})/.exec(seen)?.[1] ?? '{}') as object
  expect(row).toMatchObject({ object: 'log', id: broken.id, status_code: 503 })
  for (const { id } of [calm, elsewhere]) expect(seen).not.toContain(id)
  await stream.leave()
})

test('the stream sends one event when the list contains all earlier logs', async () => {
  const before = finish()
  const stream = await watch(QUIET)
  await stream.until(/event: stored\ndata: \{\}/)
  const { organisation_id: organisationId, id: workspaceId } = control.home
  expect((await records.reader.read({ organisationId, workspaceId }, before.id))?.record.id).toBe(before.id)
  const after = finish()
  const seen = await stream.until(new RegExp(after.id))
  expect(seen.split('event: stored')).toHaveLength(2)
  expect(seen).not.toContain(before.id)
  await stream.leave()
})

test('a quiet stream has heartbeats', async () => {
  const stream = await watch({ ...QUIET, heartbeatMs: 5 })
  await stream.until(/(: heartbeat\n\n){3}/)
  await stream.leave()
})

test('a slow reader loses rows and gets their number; memory stays bounded', async () => {
  const stream = await watch(QUIET)
  const keen = await watch(QUIET)
  const metadata = { note: 'x'.repeat(3_000) }
  for (let round = 0; round < 6; round++) {
    for (let i = 0; i < 40; i++) finish({ metadata })
    // Every round is delivered to both readers before the next one starts.
    await keen.until(new RegExp(finish().id))
  }
  await keen.leave()
  const seen = await stream.until(/event: log/)
  expect(seen.length).toBeLessThan(512 * 1024)
  // Even without another log, a reader that catches up is told what it missed, and when the list contains it.
  const counts = (await stream.until(/event: missed\n[\s\S]*event: stored/)).matchAll(/"count":(\d+)/g)
  expect([...counts].reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(100)
  await stream.leave()
})

test('ends after its maximum duration with a closing event', async () => {
  const stream = await watch({ ...QUIET, mostMs: 20 })
  expect(await stream.until(/event: end/)).toContain('Reconnect')
  expect((await stream.reader.read()).done).toBe(true)
})

test('ends soon after the key was revoked, and shows nothing more', async () => {
  const stream = await watch({ ...QUIET, recheckMs: 10 })
  const seen = finish()
  await stream.until(new RegExp(seen.id))
  await control.store.stores.apiKeys.remove(stream.key.id)
  expect(await stream.until(/event: end/)).toContain('no longer')
  expect((await stream.reader.read()).done).toBe(true)
})

test('continues over many permission checks while the key is valid', async () => {
  const stream = await watch({ ...QUIET, recheckMs: 1, heartbeatMs: 20 }, {}, 'admin')
  expect(await stream.until(/(: heartbeat\n\n){3}/)).not.toContain('event: end')
  await stream.leave()
})

test('ends when the secret that opened it was replaced and the overlap is over', async () => {
  const { apiKeys } = control.store.stores
  const reach = { organisationId: control.home.organisation_id, workspaceId: null }
  const { rows } = await apiKeys.list(reach, { types: ['organisation-service'] }, { currentPage: 0, pageSize: 1 })
  const key = rows[0]!
  const opened = (await apiKeys.findCaller(key.hash))!
  const stream = await watch({ ...QUIET, recheckMs: 1, heartbeatMs: 20 }, {}, 'admin', keyPrincipal(opened))
  const rotated = { ...key, hash: 'new', previousHash: key.hash }
  await apiKeys.update({ ...rotated, previousHashExpiresAtMs: Date.now() + NEVER_MS })
  const seen = finish()
  await stream.until(new RegExp(`${seen.id}[^]*(: heartbeat\\n\\n){3}`))
  await apiKeys.update({ ...rotated, previousHashExpiresAtMs: Date.now() })
  expect(await stream.until(/event: end/)).toContain('no longer')
  await apiKeys.update(key)
})

describe('a stream of a workload token', () => {
  const SUBJECT = 'system:serviceaccount:prod:api'

  async function open(expiresAtMs: number) {
    const { organisation_id: organisationId, id: workspaceId, slug } = control.home
    const issuer: WorkloadIssuer = {
      id: crypto.randomUUID(),
      organisationId,
      workspaceId,
      name: 'Cluster',
      isEnabled: true,
      issuer: 'https://kubernetes.default.svc',
      settings: {
        ...{ jwksUrl: null, jwks: { keys: [] }, audiences: ['gatehouse'], algorithms: ['ES256'], claims: {} },
        ...{ maxLifetimeSeconds: 60, subjectClaim: 'sub', workspaceClaim: null, scopeClaim: null, metadata: {} },
        scopes: ['logs.list'],
      },
      limits: NO_LIMITS,
      createdBy: 'user',
      createdAtMs: 1,
      updatedAtMs: 1,
    }
    await control.store.stores.workloadIssuers.insert(issuer)
    const caller: Caller = {
      keyId: issuer.id,
      keyName: 'Cluster: api',
      kind: 'workspace',
      organisationId,
      workspaceId,
      scopes: new Set(['logs.list']),
      allowInference: false,
      expiresAtMs,
      defaults: NO_DEFAULTS,
      logBodies: null,
      createdBy: 'user',
      workload: { issuerName: 'Cluster', subject: SUBJECT, jti: 'j', workspaceSlug: slug, actorId: `${issuer.id}:a` },
    }
    const times = { ...QUIET, recheckMs: 1, heartbeatMs: 20 }
    const stream = await watch(times, {}, 'admin', keyPrincipal(caller))
    return { issuer, stream }
  }

  const FAR_MS = Date.now() + NEVER_MS

  test('continues over many permission checks, and ends when its subject is revoked', async () => {
    const { issuer, stream } = await open(FAR_MS)
    const seen = finish()
    expect(await stream.until(new RegExp(`${seen.id}[^]*(: heartbeat\\n\\n){3}`))).not.toContain('event: end')
    await control.store.stores.workloadRevocations.insert({
      ...{ id: crypto.randomUUID(), issuerId: issuer.id, kind: 'subject', value: SUBJECT, reason: null },
      ...{ expiresAtMs: null, createdBy: 'user', createdAtMs: 1 },
    })
    expect(await stream.until(/event: end/)).toContain('no longer')
  })

  test('ends when the token expires', async () => {
    const { stream } = await open(Date.now() + 100)
    await stream.until(/event: end/)
  })

  test.each<[string, (issuer: WorkloadIssuer) => Promise<void>]>([
    ['is deleted', ({ id }) => control.store.stores.workloadIssuers.remove(id)],
    ['is disabled', (issuer) => control.store.stores.workloadIssuers.update({ ...issuer, isEnabled: false })],
    [
      'loses the scope',
      (issuer) =>
        control.store.stores.workloadIssuers.update({ ...issuer, settings: { ...issuer.settings, scopes: [] } }),
    ],
  ])('ends when its issuer %s', async (_, change) => {
    const { issuer, stream } = await open(FAR_MS)
    await stream.until(/: heartbeat/)
    await change(issuer)
    await stream.until(/event: end/)
  })
})
