import { expect, test } from 'bun:test'
import type { AttemptRecord, Decision, RequestRecord } from '../core/record.ts'
import { sampleRecord } from '../records/testing/sample-record.ts'
import { RequestMetrics } from './request-metrics.ts'

const { attempts, decisions } = sampleRecord()
const served = attempts[0]!
const attempt = (changes: Partial<AttemptRecord>): AttemptRecord => ({ ...served, ...changes })
const decision = (kind: Decision['kind']): Decision => ({ ...decisions[0]!, kind })

test.each<[string, Partial<RequestRecord>, number]>([
  ['one attempt', {}, 0],
  ['a list of models from several providers', { attempts: [served, attempt({ provider: 'mock', isBeside: true })] }, 0],
  ['a failed attempt, then another credential', { attempts: [attempt({ status: 401 }), served] }, 1],
  ['an attempt without a response, then a fallback', { attempts: [attempt({ status: null }), served] }, 1],
  ['a retry of a status below 400', { attempts: [served, attempt({ retry: 1 })], retries: 1 }, 1],
  ['a fallback from a denied response', { attempts: [served, served], decisions: [decision('fallback')] }, 1],
  ['two failures', { attempts: [attempt({ status: 500 }), attempt({ status: 500 })], status: 500 }, 0],
  ['a failure, then a broken stream', { attempts: [attempt({ status: 500 }), served], ending: 'broken' }, 0],
])('%s adds to gatehouse_rescued_total only if it was recovered', (_, changes, times) => {
  const metrics = new RequestMetrics()
  metrics.add(sampleRecord(changes))
  const found = /^gatehouse_rescued_total (\d+)$/m.exec(metrics.text())?.[1] ?? '0'
  expect(Number(found)).toBe(times)
})
