import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../../../tests/harness/eventually.ts'
import { openJournalWriter } from '../journal/journal-writer.ts'
import { openRecords } from '../records.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { TestBodyKeys } from '../testing/test-body-keys.ts'
import { testFolder } from '../testing/test-folder.ts'
import { forEachRecordsEngine } from '../testing/test-log-engines.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
const SECRET = 'a very secret question'
const bodies = {
  request: Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: SECRET }] })),
  response: Buffer.from(JSON.stringify({ choices: [{ message: { content: `echo ${SECRET}` } }] })),
}
const attempt = {
  target: 'config',
  provider: 'mock',
  url: 'http://mock/',
  retry: 0,
  startMs: 1,
  firstByteMs: null,
  durationMs: 3,
  status: 500,
  error: null,
  sent: { startBytes: 0, endBytes: 0, text: `sent ${SECRET}` },
  received: { text: `received ${SECRET}`, isCut: false },
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

/** Files that contain the text. The journal does not compress bodies, so plain text would be found there. */
function filesWith(folder: string, text: string): string[] {
  return filesIn(folder).filter((path) => readFileSync(path).includes(text))
}

forEachRecordsEngine('encrypted bodies', (options) => {
  test('are stored encrypted, and read, searched and exported in plain text', async () => {
    using folder = testFolder()
    const keys = new TestBodyKeys()
    const encryption = keys.encryption()
    const settings = { dataDirectory: folder.path, retentionDays: 30, encryption, ...(await options()) }
    const records = openRecords(settings)
    const logs = [sampleRecord({ attempts: [attempt] }), sampleRecord({ workspaceId: 'ws_2' })]
    for (const log of logs) records.writer.append(log, bodies)
    expect(filesWith(folder.path, SECRET)).toEqual([])
    await records.drained()
    expect(filesWith(folder.path, SECRET)).toEqual([])
    expect([...keys.keys.keys()].sort()).toEqual(['ws_1', 'ws_2'])
    const found = await records.reader.read(scope, logs[0]!.id)
    expect(found).toMatchObject({ record: { attempts: [attempt] }, areBodiesExpired: false })
    expect(Buffer.from(found!.bodies.request!)).toEqual(bodies.request)
    const search = await records.reader.list({ ...scope, workspaceId: null, text: SECRET, limit: 10 })
    expect(search.logs).toHaveLength(2)
    const page = await records.reader.exportPage({ ...scope, limit: 10, withBodies: true, withDetail: true })
    expect(page.logs[0]?.attempts).toEqual([attempt])
    expect(Buffer.from(page.logs[0]!.bodies.response!)).toEqual(bodies.response)
    await records.close()

    // With encryption turned off, new bodies are plain text, and encrypted bodies can still be read.
    const again = openRecords({ ...settings, encryption: keys.encryption(false) })
    const plain = sampleRecord()
    again.writer.append(plain, bodies)
    expect(filesWith(folder.path, SECRET)).toHaveLength(1)
    await again.drained()
    for (const { id } of [logs[0]!, plain])
      expect(Buffer.from((await again.reader.read(scope, id))!.bodies.response!)).toEqual(bodies.response)
    await again.close()
  })

  test('of one person are erased, and those of others in the same block stay readable', async () => {
    using folder = testFolder()
    const keys = new TestBodyKeys()
    const settings = { dataDirectory: folder.path, retentionDays: 30, ...(await options()) }
    const records = openRecords({ ...settings, encryption: keys.encryption() })
    const of = (user: string) => sampleRecord({ attempts: [attempt], metadata: { _user: user } })
    const [alice, bob] = [of('alice'), of('bob')]
    for (const log of [alice, bob]) records.writer.append(log, bodies)
    await records.drained()
    await records.close()

    // Erasing also works after encryption was turned off: the worker has no key until it requests one.
    const again = openRecords({ ...settings, encryption: keys.encryption(false) })
    const order = { organisationId: 'org_1', workspaceId: null, match: { user: 'alice' }, untilMs: Date.now() + 1_000 }
    expect((await again.erasure.step(order, 'logs', null)).counts).toMatchObject({ logs: 1, bodies: 1 })
    expect(await again.reader.read(scope, alice.id)).toBeNull()
    const left = await again.reader.read(scope, bob.id)
    expect(Buffer.from(left!.bodies.request!)).toEqual(bodies.request)
    expect(left!.record.attempts).toEqual([attempt])
    await again.close()
  })

  test('cannot be read after the key of the workspace was deleted, and late requests store none', async () => {
    using folder = testFolder()
    const keys = new TestBodyKeys()
    const encryption = keys.encryption()
    const records = openRecords({ dataDirectory: folder.path, retentionDays: 30, encryption, ...(await options()) })
    const [ours, other, late] = [sampleRecord(), sampleRecord({ workspaceId: 'ws_2' }), sampleRecord()]
    for (const log of [ours, other]) records.writer.append(log, bodies)
    await records.drained()
    expect(await records.reader.read(scope, ours.id)).not.toBeNull()
    keys.remove('ws_1')
    records.forgetBodyKeys('ws_1')
    records.writer.append(late, bodies)
    await records.drained()
    expect(await records.reader.read(scope, ours.id)).toBeNull()
    expect((await records.reader.read(scope, late.id))?.bodies).toEqual({ request: null, response: null })
    expect((await records.reader.read({ ...scope, workspaceId: 'ws_2' }, other.id))?.bodies.request).not.toBeNull()
    await records.close()
  })

  test('wait in the journal while the keys cannot be read', async () => {
    using folder = testFolder()
    const keys = new TestBodyKeys()
    keys.isReachable = false
    const encryption = keys.encryption()
    const records = openRecords({ dataDirectory: folder.path, retentionDays: 30, encryption, ...(await options()) })
    const log = sampleRecord()
    records.writer.append(log, bodies)
    await eventually('the problem is reported', () => records.health().problem?.includes('keys of encrypted bodies'))
    expect(records.health().ingest.ingested).toBe(0)
    keys.isReachable = true
    await records.drained()
    expect(records.health()).toMatchObject({ problem: null, lostRecords: 0 })
    expect(Buffer.from((await records.reader.read(scope, log.id))!.bodies.request!)).toEqual(bodies.request)
    await records.close()
  })
})

test('an encrypted journal is not quarantined without its key: it waits for it', async () => {
  using folder = testFolder()
  const keys = new TestBodyKeys()
  const encryption = keys.encryption()
  const journal = openJournalWriter({ directory: folder.journalDirectory, journalKey: encryption.journalKey })
  const log = sampleRecord()
  journal.append(log, bodies)
  journal.close()
  const without = openRecords({ dataDirectory: folder.path, retentionDays: 30, closeTimeoutMs: 100 })
  await eventually('the problem is reported', () => without.health().problem?.includes('its key is missing'))
  await without.close()
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30, encryption })
  await records.drained()
  expect(records.health().lostRecords).toBe(0)
  expect(Buffer.from((await records.reader.read(scope, log.id))!.bodies.request!)).toEqual(bodies.request)
  await records.close()
})
