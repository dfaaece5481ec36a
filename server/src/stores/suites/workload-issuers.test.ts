import { beforeEach, expect, test } from 'bun:test'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import { MAX_SUBJECTS, type Revocation, type WorkloadIssuer } from '../../core/workload/workload-issuers.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlApiKeys } from '../sql/repositories/api-keys.ts'
import { SqlRevocations } from '../sql/repositories/workload/revocations.ts'
import { SqlWorkloadSubjects } from '../sql/repositories/workload/subjects.ts'
import { SqlWorkloadIssuers } from '../sql/repositories/workload/workload-issuers.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation } from './test-people.ts'

const HERE = { organisationId: 'acme', workspaceId: 'w1' }
const ALL = { organisationId: 'acme', workspaceId: null }
const PAGE = { currentPage: 0, pageSize: 10 }

const ISSUER: WorkloadIssuer = {
  id: 'i1',
  ...HERE,
  name: 'GitHub',
  isEnabled: true,
  issuer: 'https://issuer.example',
  settings: {
    jwksUrl: 'https://issuer.example/jwks',
    jwks: null,
    audiences: ['gatehouse'],
    algorithms: ['RS256'],
    maxLifetimeSeconds: 3_600,
    claims: { repository: ['acme/*'] },
    subjectClaim: 'sub',
    workspaceClaim: null,
    scopes: ['completions.write'],
    scopeClaim: 'scope',
    metadata: { run: 'run_id' },
  },
  limits: { ...NO_LIMITS, rateLimits: [{ type: 'requests', unit: 'rpm', value: 5 }] },
  createdBy: 'u1',
  createdAtMs: 5,
  updatedAtMs: 6,
}

const REVOCATION: Revocation = {
  id: 'r1',
  issuerId: 'i1',
  kind: 'jti',
  value: 'ü'.repeat(512),
  reason: 'leaked',
  expiresAtMs: 100,
  createdBy: 'u1',
  createdAtMs: 1,
}

forEachEngine('workload issuers', (engine) => {
  let database: ControlDatabase
  let issuers: SqlWorkloadIssuers
  let revocations: SqlRevocations

  beforeEach(async () => {
    database = await engine.openDatabase()
    issuers = new SqlWorkloadIssuers(database)
    revocations = new SqlRevocations(database)
    for (const organisation of ['acme', 'other']) await addOrganisation(database, organisation)
    for (const id of ['w1', 'w2']) {
      const rest = { is_default: 0, default_metadata: '{}', limits: '{}', created_at_ms: 1, updated_at_ms: 1 }
      await database
        .insertInto('workspaces')
        .values({ id, organisation_id: 'acme', slug: id, name: id, ...rest })
        .execute()
    }
    await issuers.insert(ISSUER)
  })

  test('are read back unchanged and only by those who may', async () => {
    expect(await issuers.find(HERE, 'i1')).toEqual(ISSUER)
    expect(await issuers.find(ALL, 'i1')).toEqual(ISSUER)
    expect(await issuers.find({ ...HERE, workspaceId: 'w2' }, 'i1')).toBeUndefined()
    expect(await issuers.find({ organisationId: 'other', workspaceId: null }, 'i1')).toBeUndefined()
    expect(await issuers.list({ organisationId: 'other', workspaceId: null }, PAGE)).toEqual({ rows: [], total: 0 })
    expect([await issuers.count('acme'), await issuers.count('other')]).toEqual([1, 0])
  })

  test('enabled ones are found by issuer, oldest first', async () => {
    await issuers.insert({ ...ISSUER, id: 'i2', createdAtMs: 4, workspaceId: null })
    await issuers.insert({ ...ISSUER, id: 'i3', isEnabled: false })
    await issuers.insert({ ...ISSUER, id: 'i4', issuer: 'https://issuer.example/' })
    expect((await issuers.enabled('https://issuer.example')).map(({ id }) => id)).toEqual(['i2', 'i1'])
    await issuers.update({ ...ISSUER, isEnabled: false, name: 'Renamed' })
    expect((await issuers.enabled('https://issuer.example')).map(({ id }) => id)).toEqual(['i2'])
    expect((await issuers.list(ALL, PAGE)).rows.map(({ name }) => name)).toEqual([
      'GitHub',
      'GitHub',
      'GitHub',
      'Renamed',
    ])
  })

  test('revocations apply to one issuer and one kind', async () => {
    await issuers.insert({ ...ISSUER, id: 'i2' })
    await revocations.insert(REVOCATION)
    await revocations.insert({ ...REVOCATION, id: 'r2', kind: 'subject', value: 'leaver', expiresAtMs: null })
    const found = (issuerId: string, jti: string | null, subject: string) =>
      revocations.find(issuerId, { jti, subject })
    expect(await found('i1', REVOCATION.value, 'x')).toBe('jti')
    expect(await found('i1', null, 'leaver')).toBe('subject')
    expect(await found('i1', 'leaver', REVOCATION.value)).toBeNull()
    expect(await found('i2', REVOCATION.value, 'leaver')).toBeNull()
    expect(await found('i1', null, 'x')).toBeNull()
    // Revoking the same value again keeps the first revocation.
    expect(await revocations.insert({ ...REVOCATION, id: 'r3' })).toEqual(REVOCATION)
    expect(await revocations.count('i1')).toBe(2)
    expect((await revocations.list('i1', PAGE, 100)).rows.map(({ id }) => id)).toEqual(['r2'])
    await revocations.removeExpired('i1', 100)
    expect(await found('i1', REVOCATION.value, 'leaver')).toBe('subject')
    expect(await revocations.findById('i2', 'r2')).toBeUndefined()
    await revocations.remove('r2')
    expect(await found('i1', REVOCATION.value, 'leaver')).toBeNull()
  })

  test('they go with their workspace', async () => {
    await revocations.insert(REVOCATION)
    await database.deleteFrom('workspaces').where('id', '=', 'w1').execute()
    expect(await issuers.find(ALL, 'i1')).toBeUndefined()
    expect(await revocations.count('i1')).toBe(0)
  })

  test('the subjects that were used last are kept, with their latest use', async () => {
    const keys = new SqlApiKeys(database)
    const subjects = new SqlWorkloadSubjects(database)
    await issuers.insert({ ...ISSUER, id: 'i2' })
    const use = (subject: string, atMs: number, keyId = 'i1') => ({ keyId, subject, atMs, ip: `ip ${atMs}` })
    const long = 'ü'.repeat(512)
    await keys.recordUses([use(long, 5), use('b', 7), use(long, 6, 'i2'), use('c', 8, 'deleted')])
    // Another node reports its uses late.
    await keys.recordUses([use('b', 3), use(long, 9)])
    expect((await subjects.list('i1', PAGE)).rows).toEqual([
      { subject: long, lastUsedAtMs: 9, lastUsedIp: 'ip 9' },
      { subject: 'b', lastUsedAtMs: 7, lastUsedIp: 'ip 7' },
    ])
    expect(await subjects.lastUses(['i1', 'i2', 'deleted'])).toEqual(
      new Map([
        ['i1', 9],
        ['i2', 6],
      ]),
    )
    for (let start = 0; start < MAX_SUBJECTS; start += 100)
      await keys.recordUses(Array.from({ length: 100 }, (_, i) => use(`s${start + i}`, 100 + start + i)))
    const { rows, total } = await subjects.list('i1', PAGE)
    expect([total, rows[0]?.subject]).toEqual([MAX_SUBJECTS, `s${MAX_SUBJECTS - 1}`])
    expect((await subjects.list('i2', PAGE)).total).toBe(1)
    await issuers.remove('i1')
    expect((await subjects.list('i1', PAGE)).total).toBe(0)
  })
})
