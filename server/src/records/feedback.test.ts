import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_BODIES } from './journal/frame.ts'
import { openRecords } from './records.ts'
import { sampleRecord } from './testing/sample-record.ts'
import { testFolder } from './testing/test-folder.ts'
import { forEachRecordsEngine } from './testing/test-log-engines.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
const entry = (traceId: string, value: number, weight = 1) => ({ traceId, value, weight, metadata: { by: 'ann' } })

forEachRecordsEngine('feedback', (options) => {
  test('feedback is joined to logs of its own workspace, whether it arrives before or after them', async () => {
    using folder = testFolder()
    const records = openRecords({ dataDirectory: folder.path, retentionDays: 30, ...(await options()) })
    const [early, late] = [sampleRecord({ traceId: 'early' }), sampleRecord({ traceId: 'late' })]
    const foreign = sampleRecord({ traceId: 'late', workspaceId: 'ws_2' })
    records.writer.append(early, NO_BODIES)
    await records.drained()
    const ids = await records.feedback.create(scope, [
      entry('early', 10, 0.5),
      entry('early', -5, 0.25),
      entry('late', 3),
    ])
    expect(new Set(ids).size).toBe(3)
    records.writer.append(late, NO_BODIES)
    records.writer.append(foreign, NO_BODIES)
    await records.drained()
    const { logs } = await records.reader.list({ ...scope, workspaceId: null, limit: 10 })
    const of = (id: string) => logs.find((log) => log.id === id)
    expect(of(early.id)).toMatchObject({ feedbackCount: 2, weightedFeedback: 5 })
    expect(of(late.id)).toMatchObject({ feedbackCount: 1, weightedFeedback: 3 })
    expect(of(foreign.id)).toMatchObject({ feedbackCount: 0, weightedFeedback: null })
    const detail = await records.reader.read(scope, early.id)
    expect(detail?.feedback).toMatchObject([
      { id: ids[0], value: 10, weight: 0.5, metadata: { by: 'ann' } },
      { id: ids[1], value: -5, weight: 0.25 },
    ])
    await records.close()
  })

  test('an update changes value, weight and every total; an unknown id or another workspace returns null', async () => {
    using folder = testFolder()
    const records = openRecords({ dataDirectory: folder.path, retentionDays: 30, ...(await options()) })
    const log = sampleRecord({ traceId: 't', model: 'm', provider: 'p' })
    records.writer.append(log, NO_BODIES)
    await records.drained()
    const [id] = await records.feedback.create(scope, [entry('t', -10)])
    expect(await records.feedback.update(scope, id!, { value: 4, weight: 0.5 })).toBe('t')
    expect(await records.feedback.update({ ...scope, workspaceId: 'ws_2' }, id!, { value: 1 })).toBeNull()
    expect(await records.feedback.update(scope, 'nothing', { value: 1 })).toBeNull()
    const summary = await records.analytics.summary(scope)
    expect(summary.feedback).toEqual({ requests: 1, count: 1, avgWeighted: 4 })
    const groups = await records.analytics.groups('model', scope, { offset: 0, limit: 5 })
    expect(groups.groups).toMatchObject([{ value: 'm', avgWeightedFeedback: 4, requestsWithFeedback: 1 }])
    const graph = await records.analytics.graph('feedback', scope, null)
    expect(graph.summary).toEqual({
      total: 1,
      avgWeighted: 4,
      scores: [{ score: 4, total: 1 }],
      models: [{ provider: 'p', model: 'm', total: 1, avgWeighted: 4 }],
    })
    // Feedback stored before its log gets provider and model once the log arrives.
    await records.feedback.create(scope, [entry('later', 2)])
    records.writer.append(sampleRecord({ traceId: 'later', model: 'm2', provider: 'p' }), NO_BODIES)
    await records.drained()
    const both = await records.analytics.graph('feedback', scope, null)
    expect(both.summary.models.map(({ model }) => model).sort()).toEqual(['m', 'm2'])
    const other = await records.analytics.graph('feedback', { ...scope, models: ['other'] }, null)
    expect(other.summary.total).toBe(0)
    const found = await records.reader.list({ ...scope, weightedFeedback: { min: 3.5, max: 4 }, limit: 5 })
    expect(found.logs.map(({ id }) => id)).toEqual([log.id])
    expect((await records.reader.list({ ...scope, weightedFeedback: { min: 4.5 }, limit: 5 })).logs).toEqual([])
    await records.close()
  })
})

test('acknowledged feedback survives SIGKILL', async () => {
  using folder = testFolder()
  const script = join(folder.path, 'say.ts')
  writeFileSync(
    script,
    `import { openRecords } from ${JSON.stringify(join(import.meta.dir, 'records.ts'))}
    import { sampleRecord } from ${JSON.stringify(join(import.meta.dir, 'testing/sample-record.ts'))}
    const records = openRecords({ dataDirectory: ${JSON.stringify(folder.path)}, retentionDays: 30 })
    const log = sampleRecord({ traceId: 't' })
    records.writer.append(log, { request: null, response: null })
    const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }
    const ids = await records.feedback.create(scope, [{ traceId: 't', value: 7, weight: 1, metadata: null }])
    process.stdout.write(JSON.stringify({ log: log.id, feedback: ids[0] }) + '\\n')
    setInterval(() => {}, 1000)`,
  )
  const child = Bun.spawn([process.execPath, script], { stdout: 'pipe', stderr: 'inherit' })
  let printed = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    printed += chunk
    if (printed.endsWith('\n')) child.kill('SIGKILL')
  }
  const { log, feedback } = JSON.parse(printed)
  const records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  await records.drained()
  expect(await records.reader.read(scope, log)).toMatchObject({ feedback: [{ id: feedback, value: 7 }] })
  const { logs } = await records.reader.list({ ...scope, limit: 5 })
  expect(logs).toMatchObject([{ id: log, weightedFeedback: 7 }])
  await records.close()
})
