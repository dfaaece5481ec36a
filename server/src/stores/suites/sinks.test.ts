import { beforeEach, expect, test } from 'bun:test'
import type { Sink, SinkProgress } from '../../core/sinks/sinks.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlSinkProgress } from '../sql/repositories/sinks/sink-progress.ts'
import { SqlSinks } from '../sql/repositories/sinks/sinks.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation } from './test-people.ts'

const HERE = { organisationId: 'acme', workspaceId: 'w1' }
const ALL = { organisationId: 'acme', workspaceId: null }
const PAGE = { currentPage: 0, pageSize: 10 }
const DAY_MS = 86_400_000

const SINK: Sink = {
  id: 's1',
  ...HERE,
  name: 'Lake',
  isEnabled: true,
  settings: { type: 's3', endpoint: null, region: 'eu-central-1', bucket: 'logs', prefix: 'gw', format: 'parquet' },
  selection: { filter: 'status:5xx', sampleRate: 0.25, bodies: 'masked', withoutMetadata: ['_user'] },
  sealed: 'sealed text',
  urlHint: null,
  createdBy: 'u1',
  createdAtMs: 1,
  updatedAtMs: 1,
}

const PROGRESS: SinkProgress = {
  sinkId: 's1',
  nodeId: 'n1',
  reportedAtMs: 5 * DAY_MS,
  waitingBytes: 6_000_000_000,
  oldestWaitingAtMs: 4 * DAY_MS,
  deliveredLogs: 9,
  filteredLogs: 4,
  droppedLogs: 1,
  lastDeliveredAtMs: null,
  failures: 2,
  lastError: { atMs: 5, message: 'HTTP status 503' },
}

forEachEngine('sinks', (engine) => {
  let database: ControlDatabase
  let sinks: SqlSinks

  beforeEach(async () => {
    database = await engine.openDatabase()
    sinks = new SqlSinks(database)
    await addOrganisation(database, 'acme')
    for (const id of ['w1', 'w2']) {
      const rest = { is_default: 0, default_metadata: '{}', limits: '{}', created_at_ms: 1, updated_at_ms: 1 }
      await database
        .insertInto('workspaces')
        .values({ id, organisation_id: 'acme', slug: id, name: id, ...rest })
        .execute()
    }
  })

  test('are read back unchanged and only by those who may', async () => {
    const ofAll: Sink = { ...SINK, id: 's2', workspaceId: null, name: 'All', isEnabled: false }
    await sinks.insert(SINK)
    await sinks.insert(ofAll)
    expect(await sinks.find(HERE, 's1')).toEqual(SINK)
    expect(await sinks.find(HERE, 's2')).toBeUndefined()
    expect(await sinks.find({ ...HERE, workspaceId: 'w2' }, 's1')).toBeUndefined()
    expect(await sinks.find({ ...ALL, organisationId: 'other' }, 's1')).toBeUndefined()
    expect((await sinks.list(HERE, PAGE)).rows).toEqual([SINK])
    expect((await sinks.list(ALL, PAGE)).rows).toEqual([ofAll, SINK])
    expect(await sinks.count('acme')).toBe(2)
    expect(await sinks.enabled()).toEqual([SINK])
    const changed: Sink = { ...SINK, name: 'Other', sealed: null, isEnabled: false, updatedAtMs: 2 }
    await sinks.update(changed)
    expect(await sinks.find(HERE, 's1')).toEqual(changed)
    expect(await sinks.enabled()).toEqual([])
    await sinks.remove('s1')
    expect(await sinks.count('acme')).toBe(1)
  })

  test('the sinks of a workspace are deleted with it', async () => {
    await sinks.insert(SINK)
    await database.deleteFrom('workspaces').where('id', '=', 'w1').execute()
    expect(await sinks.enabled()).toEqual([])
  })

  test('the latest report of each node is kept for a day, and goes with the sink', async () => {
    let nowMs = 5 * DAY_MS
    const progress = new SqlSinkProgress(database, () => nowMs)
    await sinks.insert(SINK)
    await progress.report([PROGRESS, { ...PROGRESS, nodeId: 'n2' }])
    await progress.report([{ ...PROGRESS, deliveredLogs: 10, lastError: null }])
    expect(await progress.ofSinks(['s1', 's9'])).toEqual([
      { ...PROGRESS, deliveredLogs: 10, lastError: null },
      { ...PROGRESS, nodeId: 'n2' },
    ])
    nowMs += DAY_MS + 1
    expect(await progress.ofSinks(['s1'])).toEqual([])
    await progress.report([{ ...PROGRESS, nodeId: 'n3', reportedAtMs: nowMs }])
    const rows = await database.selectFrom('sink_progress').select('node_id').execute()
    expect(rows).toEqual([{ node_id: 'n3' }])
    await sinks.remove('s1')
    expect(await database.selectFrom('sink_progress').select('node_id').execute()).toEqual([])
  })

  test('a report about a deleted sink is left out', async () => {
    const progress = new SqlSinkProgress(database, () => PROGRESS.reportedAtMs)
    await sinks.insert(SINK)
    await progress.report([{ ...PROGRESS, sinkId: 'gone' }, PROGRESS])
    expect((await progress.ofSinks(['s1', 'gone'])).map(({ sinkId }) => sinkId)).toEqual(['s1'])
    await progress.report([{ ...PROGRESS, sinkId: 'gone' }])
    expect(await progress.ofSinks([])).toEqual([])
  })
})
