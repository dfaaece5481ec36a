import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { takeJournal } from '../../app/workers/orphaned-journals.ts'
import { openForwardedRecords } from '../forwarded-records.ts'
import { openRecords } from '../records.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { testFolder } from '../testing/test-folder.ts'
import { NO_BODIES } from './frame.ts'
import { provisionalDirectory } from './provisional-records.ts'
import { listSegments } from './segments.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1', limit: 100 }

test('a start stores provisional records that no complete record followed', async () => {
  using folder = testFolder()
  const options = { dataDirectory: folder.path, retentionDays: 30 }
  const first = openRecords(options)
  const [lost, complete] = [sampleRecord(), sampleRecord()]
  first.writer.provisional(lost, NO_BODIES)
  const { done } = first.writer.provisional({ ...complete, model: 'provisional' }, NO_BODIES)
  first.writer.append(complete, NO_BODIES)
  await first.drained()
  expect((await first.reader.list(scope)).logs.map(({ id }) => id)).toEqual([complete.id])
  // As if the process was killed here: `done` is not called.
  await first.close()
  const second = openRecords(options)
  await second.drained()
  const { logs } = await second.reader.list(scope)
  expect(logs.map(({ id }) => id).sort()).toEqual([lost.id, complete.id].sort())
  expect(logs.find(({ id }) => id === complete.id)?.model).toBe(complete.model)
  await second.close()
  done()
})

test('their files are deleted once all complete records are written', async () => {
  using folder = testFolder()
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  const body = { request: new Uint8Array(300_000), response: null }
  const all = Array.from({ length: 20 }, () => records.writer.provisional(sampleRecord(), body))
  const directory = provisionalDirectory(join(folder.path, 'journal'))
  expect(listSegments(directory).length).toBeGreaterThan(4)
  for (const { done } of all) done()
  for (const { done } of all) done()
  expect(listSegments(directory)).toHaveLength(1)
  await records.close()
  expect(existsSync(directory) && listSegments(directory)).toEqual([])
})

test('the owner adopts those of a worker that was killed', async () => {
  using folder = testFolder()
  const worker = join(folder.path, 'worker-1')
  const forwarded = openForwardedRecords({ directory: join(worker, 'journal'), forward: () => Promise.resolve() })
  const record = sampleRecord()
  forwarded.writer.provisional(record, NO_BODIES)
  await forwarded.close()
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  expect(await takeJournal(worker, records)).toBe(true)
  await records.drained()
  expect((await records.reader.list(scope)).logs.map(({ id }) => id)).toEqual([record.id])
  await records.close()
})
