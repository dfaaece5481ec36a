import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import type { LogExportPage } from '../../core/logs/log-reader.ts'
import type { AttemptRecord } from '../../core/record.ts'
import { openRecords } from '../records.ts'
import { sampleRecord } from '../testing/sample-record.ts'
import { testFolder } from '../testing/test-folder.ts'
import { forEachRecordsEngine } from '../testing/test-log-engines.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }

function failedAttempt(i: number): AttemptRecord {
  return {
    target: 'config.targets[0]',
    provider: 'mock',
    url: 'http://mock/',
    retry: 0,
    startMs: 1,
    firstByteMs: 2,
    durationMs: 3,
    status: 500,
    error: null,
    received: { text: `{"error":"busy ${i} \u0000 \u{1f600}"}`, isCut: i % 2 === 0 },
  }
}

forEachRecordsEngine('exports', (options) => {
  test('an export returns every log once, oldest first, with bodies, in bounded pages', async () => {
    using folder = testFolder()
    const records = openRecords({ dataDirectory: folder.path, retentionDays: 30, ...(await options()) })
    const entries = Array.from({ length: 60 }, (_, i) => ({
      record: sampleRecord({ startedAtMs: Date.now() - 60_000 + Math.floor(i / 7), attempts: [failedAttempt(i)] }),
      bodies: {
        request: new Uint8Array(randomBytes(200_000)),
        response: i % 2 ? new Uint8Array(randomBytes(10)) : null,
      },
    }))
    for (const { record, bodies } of entries) records.writer.append(record, bodies)
    records.writer.append(sampleRecord({ workspaceId: 'ws_2' }), entries[0]!.bodies)
    await records.drained()
    const got: LogExportPage['logs'][number][] = []
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const given: { cursor?: string } = cursor ? { cursor } : {}
      const page: LogExportPage = await records.reader.exportPage({
        ...scope,
        ...given,
        limit: 1000,
        withBodies: true,
        withDetail: false,
      })
      got.push(...page.logs)
      sizes.push(page.logs.length)
      cursor = page.nextCursor
    } while (cursor)
    expect(got.map(({ log }) => log.id)).toEqual(entries.map(({ record }) => record.id))
    expect(got.map(({ bodies }) => bodies)).toEqual(entries.map(({ bodies }) => bodies))
    // Bodies of 200,000 bytes: about 21 fit a page of 4 MiB.
    expect(Math.max(...sizes)).toBeLessThan(25)
    expect(got.every(({ attempts }) => attempts.length === 0)).toBe(true)
    const plain = await records.reader.exportPage({ ...scope, limit: 5, withBodies: false, withDetail: true })
    expect(plain.logs.map(({ attempts }) => attempts)).toEqual(entries.slice(0, 5).map(({ record }) => record.attempts))
    expect(plain.logs.map(({ bodies }) => bodies)).toEqual(Array(5).fill({ request: null, response: null }))
    await records.close()
  })
})
