import { beforeEach, expect, test } from 'bun:test'
import type { NewAuditEntry } from '../../core/stores/audit-entries.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlAuditEntries } from '../sql/repositories/audit-entries.ts'
import { forEachEngine } from './test-engines.ts'

const keyedHash = (text: string) => new Bun.CryptoHasher('sha256', 'a key').update(text).digest('base64')
const everywhere = { organisationId: 'o', workspaceId: null }
const all = { currentPage: 0, pageSize: 100 }

function entry(changes: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    id: crypto.randomUUID(),
    organisationId: 'o',
    workspaceId: 'w',
    atMs: 1_000,
    actor: { type: 'api_key', id: 'k', name: 'key', creatorId: null },
    action: 'config.create',
    resource: 'config',
    targetId: 'c',
    targetName: 'routes',
    method: 'POST',
    uri: '/v1/configs',
    ip: '127.0.0.1',
    userAgent: null,
    requestId: 'r',
    traceId: 't',
    status: 200,
    refusedWith: null,
    requestBody: '{"name":"ro\\u0000utes"}',
    queryParams: null,
    requestHeaders: '{}',
    before: null,
    after: '{}',
    ...changes,
  }
}

forEachEngine('audit log', (engine) => {
  let database: ControlDatabase
  let log: SqlAuditEntries

  beforeEach(async () => {
    database = await engine.openDatabase()
    log = new SqlAuditEntries(database, keyedHash)
  })

  async function write(count: number): Promise<void> {
    for (let i = 1; i <= count; i++) await log.append(entry({ targetId: `c${i}`, atMs: i * 1_000 }))
  }

  const row = (sequence: number) =>
    database.selectFrom('audit_entries').selectAll().where('sequence', '=', sequence).executeTakeFirstOrThrow()
  const remove = (sequence: number) => database.deleteFrom('audit_entries').where('sequence', '=', sequence).execute()
  const renumber = (from: number, to: number) =>
    database.updateTable('audit_entries').set({ sequence: to }).where('sequence', '=', from).execute()
  const setHead = (head: { count?: number; hash?: string }) => database.updateTable('audit_heads').set(head).execute()

  test('entries are read back complete, newest first, with their sequence number', async () => {
    const first = entry()
    await log.append(first)
    await log.append(entry({ action: 'config.update' }))
    const { rows, total } = await log.list(everywhere, {}, all)
    expect(total).toBe(2)
    expect(rows.map(({ sequence, action }) => [sequence, action])).toEqual([
      [2, 'config.update'],
      [1, 'config.create'],
    ])
    expect(rows[1]).toMatchObject(first)
  })

  test('a failed change leaves no entry and no gap', async () => {
    await write(1)
    const failing = database.transaction().execute(async (transaction) => {
      await new SqlAuditEntries(transaction, keyedHash).append(entry())
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    await write(1)
    expect(await log.verify('o')).toMatchObject({ isWhole: true, count: 2 })
  })

  test('parallel writers share one chain', async () => {
    const append = () =>
      database.transaction().execute((transaction) => new SqlAuditEntries(transaction, keyedHash).append(entry()))
    await Promise.all(Array.from({ length: 40 }, append))
    expect(await log.verify('o')).toMatchObject({ isWhole: true, count: 40 })
  })

  const erase = (changed: NewAuditEntry) =>
    changed.targetName === 'ada' ? { ...changed, targetName: 'erased', ip: '' } : null

  async function redactAll(change: (entry: NewAuditEntry, text: string) => NewAuditEntry | null): Promise<number[]> {
    const counts: number[] = []
    for (let after: number | null = 0; after !== null; ) {
      const { last, redacted } = await log.redact('o', after, change)
      counts.push(redacted)
      after = last
    }
    return counts
  }

  test('redacted entries stay part of a verifiable chain, also over several steps', async () => {
    for (let i = 0; i < 450; i++) await log.append(entry(i % 150 === 149 ? { targetName: 'ada' } : {}))
    const before = await log.verify('o')
    const counts = await redactAll(erase)
    expect([counts.length > 2, counts.reduce((sum, count) => sum + count, 0)]).toEqual([true, 3])
    expect(await log.verify('o')).toEqual(before)
    const texts = await database.selectFrom('audit_entries').select('entry').execute()
    expect(texts.filter((one) => one.entry.includes('"ada"'))).toEqual([])
    expect((await row(150)).ip).toBe('')
    expect(await redactAll(erase)).toEqual(counts.map(() => 0))
    await log.append(entry())
    expect(await log.verify('o')).toMatchObject({ isWhole: true, count: 451 })
  })

  test('a redacted entry that was changed later is found, and so is a redaction without the key', async () => {
    await log.append(entry({ targetName: 'ada' }))
    await log.append(entry())
    await redactAll(erase)
    const redacted = await row(1)
    const forged = redacted.entry.replace('erased', 'forged')
    await database.updateTable('audit_entries').set({ entry: forged }).where('sequence', '=', 1).execute()
    expect(await log.verify('o')).toMatchObject({ isWhole: false, brokenAt: 1 })
    await database.updateTable('audit_entries').set({ entry: redacted.entry }).where('sequence', '=', 1).execute()
    expect(await log.verify('o')).toMatchObject({ isWhole: true })
    const second = await row(2)
    const without = { entry: second.entry.replace('routes', 'forged'), redaction: keyedHash('guessed') }
    await database.updateTable('audit_entries').set(without).where('sequence', '=', 2).execute()
    expect(await log.verify('o')).toMatchObject({ isWhole: false, brokenAt: 2 })
  })

  test('an entry that somebody else changed is not redacted', async () => {
    await log.append(entry({ targetName: 'ada' }))
    const forged = (await row(1)).entry.replace('config.create', 'config.delete')
    await database.updateTable('audit_entries').set({ entry: forged }).where('sequence', '=', 1).execute()
    expect(await redactAll(erase)).toEqual([0])
    expect(await log.verify('o')).toMatchObject({ isWhole: false, brokenAt: 1 })
  })

  test('each organisation has its own chain, and each workspace sees only its entries', async () => {
    await log.append(entry())
    await log.append(entry({ organisationId: 'other' }))
    await log.append(entry({ workspaceId: 'w2' }))
    await log.append(entry({ workspaceId: null }))
    const total = async (organisationId: string, workspaceId: string | null) =>
      (await log.list({ organisationId, workspaceId }, {}, all)).total
    expect(await total('o', null)).toBe(3)
    expect(await total('o', 'w')).toBe(1)
    expect(await total('other', null)).toBe(1)
    expect(await log.verify('other')).toMatchObject({ isWhole: true, count: 1 })
  })

  test('every filter returns exactly the matching entries', async () => {
    const odd = entry({
      atMs: 5_000,
      actor: { type: 'user', id: 'u', name: 'ada@example.com', creatorId: null },
      action: 'workspace.delete',
      resource: 'workspace',
      targetId: 'w9',
      method: 'DELETE',
      uri: '/v1/admin/workspaces/w9',
      ip: '10.0.0.9',
      requestId: 'r9',
      status: 403,
      refusedWith: 'scope_missing',
    })
    await log.append(entry())
    await log.append(odd)
    const filters = [
      { fromMs: 4_999 },
      { fromMs: 5_000, toMs: 5_000 },
      { methods: ['DELETE', 'PUT'] },
      { uri: odd.uri },
      { requestId: 'r9' },
      { actorId: 'u' },
      { actorType: 'user' as const },
      { statuses: [403, 404] },
      { resource: 'workspace' },
      { action: 'workspace.delete' },
      { ip: '10.0.0.9' },
      { targetId: 'w9' },
    ]
    for (const filter of filters) {
      const { rows } = await log.list(everywhere, filter, all)
      expect([filter, rows.map(({ id }) => id)]).toEqual([filter, [odd.id]])
    }
    expect(await log.list(everywhere, { action: 'nothing.of_that_name' }, all)).toEqual({ rows: [], total: 0 })
  })

  test('a long list can be paged backwards without a count', async () => {
    await write(5)
    const places = async (before: number | null) =>
      (await log.before(everywhere, {}, before, 2)).map(({ sequence }) => sequence)
    expect(await places(null)).toEqual([5, 4])
    expect(await places(4)).toEqual([3, 2])
    expect(await places(2)).toEqual([1])
    expect(await places(1)).toEqual([])
  })

  test('a chain longer than one step is verified to its end', async () => {
    expect(await log.verify('o')).toEqual({ isWhole: true, count: 0, head: '' })
    await database.transaction().execute(async (transaction) => {
      const inside = new SqlAuditEntries(transaction, keyedHash)
      for (let i = 0; i < 450; i++) await inside.append(entry())
    })
    expect(await log.verify('o')).toMatchObject({ isWhole: true, count: 450 })
    await database.updateTable('audit_entries').set({ ip: '10.0.0.1' }).where('sequence', '=', 449).execute()
    expect(await log.verify('o')).toMatchObject({ isWhole: false, count: 450, brokenAt: 449 })
  })

  test('a changed entry is detected, in its text and in the filter columns', async () => {
    await write(3)
    const { entry: text } = await row(2)
    await database
      .updateTable('audit_entries')
      .set({ entry: text.replace('routes', 'others') })
      .where('sequence', '=', 2)
      .execute()
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      brokenAt: 2,
      reason: expect.stringContaining('changed'),
    })
    await database
      .updateTable('audit_entries')
      .set({ entry: text, actor_id: 'somebody else' })
      .where('sequence', '=', 2)
      .execute()
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      brokenAt: 2,
      reason: expect.stringContaining('changed'),
    })
    await database
      .updateTable('audit_entries')
      .set({ entry: 'no JSON', actor_id: 'k' })
      .where('sequence', '=', 2)
      .execute()
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      brokenAt: 2,
      reason: expect.stringContaining('changed'),
    })
  })

  test('a deleted entry is detected, also if the later ones are renumbered', async () => {
    await write(4)
    await remove(2)
    expect(await log.verify('o')).toMatchObject({ isWhole: false, brokenAt: 2, reason: 'Entry 2 is missing.' })
    await renumber(3, 2)
    await renumber(4, 3)
    await setHead({ count: 3 })
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      brokenAt: 2,
      reason: 'Entry 2 is not the entry originally written at this position.',
    })
  })

  test('swapped entries are detected', async () => {
    await write(3)
    await renumber(2, 99)
    await renumber(3, 2)
    await renumber(99, 3)
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      brokenAt: 2,
      reason: 'Entry 2 is not the entry originally written at this position.',
    })
  })

  test('missing last entries are detected, also if the head is set back', async () => {
    await write(4)
    const earlier = await row(3)
    await remove(4)
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      count: 4,
      brokenAt: 4,
      reason: 'The last entries are missing: 4 were written, 3 are left.',
    })
    await setHead({ count: 3 })
    expect(await log.verify('o')).toMatchObject({ isWhole: false, brokenAt: 3 })
    await setHead({ hash: earlier.hash })
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      brokenAt: 3,
      reason: 'The head of the chain was changed, or the last entries are missing.',
    })
  })

  test('entries inserted at the start, in the middle and at the end are detected', async () => {
    await write(3)
    const template = await row(3)
    await database
      .insertInto('audit_entries')
      .values({ ...template, sequence: 4 })
      .execute()
    expect(await log.verify('o')).toMatchObject({ isWhole: false, brokenAt: 4, reason: 'Entry 4 was inserted.' })
    await renumber(4, 0)
    expect(await log.verify('o')).toMatchObject({ isWhole: false, brokenAt: 0, reason: 'Entry 0 was inserted.' })
    await renumber(3, 4)
    await renumber(0, 3)
    await setHead({ count: 4 })
    // The copy and the original both have sequence 3.
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      brokenAt: 4,
      reason: 'Entry 4 is not the entry originally written at this position.',
    })
    const forged = JSON.stringify({ ...JSON.parse(template.entry), targetId: 'forged' })
    const columns = { entry: forged, target_id: 'forged' }
    await database.updateTable('audit_entries').set(columns).where('sequence', '=', 3).execute()
    expect(await log.verify('o')).toMatchObject({
      isWhole: false,
      brokenAt: 3,
      reason: expect.stringContaining('inserted'),
    })
  })

  test('an entry of an earlier history of the same store, with its head, is detected', async () => {
    await write(2)
    const earlier = await row(2)
    const { hash } = await database.selectFrom('audit_heads').select('hash').executeTakeFirstOrThrow()
    await database.deleteFrom('audit_entries').execute()
    await database.deleteFrom('audit_heads').execute()
    await log.append(entry({ targetId: 'other' }))
    await write(1)
    await remove(2)
    await database.insertInto('audit_entries').values(earlier).execute()
    await setHead({ hash })
    expect(await log.verify('o')).toMatchObject({ isWhole: false, brokenAt: 2 })
  })

  test('a log without its head does not count as empty', async () => {
    await write(2)
    await database.deleteFrom('audit_heads').execute()
    expect(await log.verify('o')).toMatchObject({ isWhole: false, reason: 'The head of the chain is missing.' })
  })

  test('a chain made with another key fails verification', async () => {
    await write(1)
    const plain = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('base64')
    expect(await new SqlAuditEntries(database, plain).verify('o')).toMatchObject({ isWhole: false, brokenAt: 1 })
  })
})
