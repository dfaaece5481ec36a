import { expect, test } from 'bun:test'
import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import { Attempt } from './attempt.ts'

const TARGET = { timeoutMs: null, configPath: 'config', provider: { slug: 'openai' } } as Target

function started() {
  const journal = new Journal()
  const connection = new ClientConnection(new Request('http://gateway/'))
  const attempt = new Attempt(journal, connection, { target: TARGET, retry: 0, url: 'http://127.0.0.1/' })
  return { journal, connection, attempt }
}

test('upload progress restarts the wait for the provider, never that for a caller that reads nothing', () => {
  const { attempt } = started()
  const { clock } = attempt
  clock.sinceMs = 0
  attempt.isReceiving = true
  expect([clock.waitsFor, clock.sinceMs]).toEqual(['upload', 0])
  attempt.uploaded()
  expect([clock.waitsFor, clock.sinceMs > 0]).toEqual(['upstream', true])
  clock.awaitClient()
  clock.sinceMs = 0
  attempt.uploaded()
  expect([clock.waitsFor, clock.sinceMs]).toEqual(['client', 0])
})

test('an attempt is recorded once, and a body that cannot be read changes that record', () => {
  const { journal, attempt } = started()
  expect(journal.attemptRecords()).toEqual([])
  attempt.endUnread(500)
  attempt.end(200, null)
  expect(journal.attemptRecords()).toMatchObject([{ status: 500, error: null }])
  attempt.failUnread(new GatewayError('upstream_broken'))
  expect(journal.attemptRecords()).toMatchObject([{ status: 500, error: 'upstream_broken' }])
  expect(journal.decisions.map(({ kind }) => kind)).toEqual(['attempt', 'broken'])
})

test('an idle limit belongs to its attempt, a shutdown and a caller who leaves to all of them', () => {
  const { journal, connection, attempt: first } = started()
  connection.interruptIdle()
  expect(first.signal.aborted).toBe(true)
  expect(first.explain(null)).toMatchObject({ code: 'upstream_idle' })
  const second = new Attempt(journal, connection, { target: TARGET, retry: 1, url: 'http://127.0.0.1/' })
  expect(second.explain(new GatewayError('upstream_unreachable'))).toMatchObject({ code: 'upstream_unreachable' })
  connection.terminate('shutting_down')
  expect(second.explain(null)).toMatchObject({ code: 'shutting_down' })
  connection.leave()
  expect(second.explain(null)).toBe('abandoned')
})
