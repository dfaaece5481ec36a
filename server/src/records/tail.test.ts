import { expect, test } from 'bun:test'
import type { LogSummary } from '../core/logs/log-reader.ts'
import { Tail } from './tail.ts'
import { sampleRecord } from './testing/sample-record.ts'

const scope = { organisationId: 'org_1', workspaceId: 'ws_1' }

/** Waits for the next delivery of a subscription. */
function nextOf(tail: Tail, filter: Parameters<Tail['subscribe']>[0]) {
  const deliveries: { logs: readonly LogSummary[]; missed: number }[] = []
  let wake = () => {}
  const end = tail.subscribe(filter, (logs, missed) => {
    deliveries.push({ logs, missed })
    wake()
  })
  const next = async () => {
    if (deliveries.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return deliveries.shift()!
  }
  return { next, end, deliveries }
}

test('a subscriber receives exactly the logs in its scope that match its filter', async () => {
  const tail = new Tail()
  const ours = nextOf(tail, { ...scope, statuses: ['5xx'] })
  const wanted = sampleRecord({ status: 503 })
  for (const record of [
    sampleRecord(),
    sampleRecord({ status: 503, workspaceId: 'ws_2' }),
    sampleRecord({ status: 503, organisationId: 'org_2' }),
    wanted,
  ])
    tail.publish(record)
  const { logs, missed } = await ours.next()
  expect([logs.map(({ id }) => id), missed]).toEqual([[wanted.id], 0])
  expect(Object.keys(logs[0]!)).not.toContain('organisationId')
  ours.end()
  tail.publish(wanted)
  const other = nextOf(tail, { ...scope })
  tail.publish(wanted)
  await other.next()
  expect(ours.deliveries).toEqual([])
  tail.close()
})

test('a burst is limited; dropped logs are counted and later logs are delivered', async () => {
  const tail = new Tail()
  const watcher = nextOf(tail, scope)
  for (let i = 0; i < 1000; i++) tail.publish(sampleRecord())
  const burst = await watcher.next()
  expect(burst.logs.length + burst.missed).toBe(1000)
  expect(burst.logs.length).toBeLessThanOrEqual(100)
  tail.publish(sampleRecord())
  expect(await watcher.next()).toMatchObject({ logs: [{}], missed: 0 })
  tail.close()
})
