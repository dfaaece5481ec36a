import { expect, test } from 'bun:test'
import { detailToWire } from '../../control/logs/log-detail-wire.ts'
import { sampleGuardrail } from '../../records/testing/sample-guardrail.ts'
import { sampleRecord } from '../../records/testing/sample-record.ts'
import type { RecordBodies, RequestRecord } from '../record.ts'
import { logLine } from './log-line.ts'
import type { SinkSelection } from './sinks.ts'

const REQUEST = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'call ada@example.com' }] })
const BODIES: RecordBodies = { request: Buffer.from(REQUEST), response: Buffer.from('{"text":"to ada@example.com"}') }
const mask = (text: string) => text.replaceAll('ada@example.com', '[email]')
const line = (record: RequestRecord, selection: Partial<SinkSelection>, bodies = BODIES) =>
  logLine(record, bodies, { bodies: 'none', withoutMetadata: [], ...selection }, mask)

const RECORD = sampleRecord({
  guardrails: [sampleGuardrail()],
  costLines: [{ unit: 'input_tokens', quantity: 120, rateNanoUsd: 150, rateUnits: 1, nanoUsd: 18_000 }],
  costNanoUsd: 18_000,
  attempts: [
    {
      ...sampleRecord().attempts[0]!,
      // The difference begins in the middle of the address: neither part alone can be masked.
      sent: { startBytes: REQUEST.indexOf('example.com'), endBytes: 0, text: 'example.com now"}]}' },
      received: { text: 'ada@example.com is unknown', isCut: false },
    },
  ],
})

test('has the members of GET /v1/logs/{id} with the same values', () => {
  const names = {
    organisation: null,
    workspaceSlug: null,
    configId: null,
    configVersionId: null,
    promptId: null,
    promptVersionId: null,
  }
  const read = detailToWire(
    { record: RECORD, bodies: BODIES, feedback: [], areBodiesExpired: false, bodiesUnavailable: null },
    names,
  )
  expect(JSON.parse(JSON.stringify(read))).toMatchObject(
    JSON.parse(JSON.stringify(line(RECORD, { bodies: 'full' }))) as Record<string, unknown>,
  )
})

test('leaves feedback and the members of another API out', () => {
  const shown = Object.keys(line(RECORD, { bodies: 'full' }))
  const left = ['feedback', 'feedback_count', 'weighted_feedback', '_id', 'metrics', 'finalUntransformedRequest']
  expect(shown.filter((name) => left.includes(name))).toEqual([])
})

test('sends no text of a body unless asked to', () => {
  const sent = line(RECORD, { bodies: 'none' })
  expect(JSON.stringify(sent)).not.toContain('ada@example.com')
  expect(sent).toMatchObject({ first_words: null, request: { body: null }, response: { body: null } })
  expect(sent.attempts).toMatchObject([{ sent_body: null, response_body: null }])
})

test('masks every text of a body, after a sent body is put together', () => {
  const sent = line(RECORD, { bodies: 'masked' })
  expect(JSON.stringify(sent)).not.toContain('ada@example.com')
  expect(sent.first_words).toBe('call [email]')
  expect(sent.response.body).toBe('{"text":"to [email]"}')
  expect(sent.attempts[0]?.sent_body).toBe(REQUEST.replace('ada@example.com', '[email] now'))
  expect(sent.attempts[0]?.response_body).toBe('[email] is unknown')
})

test('leaves out a masked body that is not text', () => {
  const binary: RecordBodies = { request: Buffer.from([0xff, 0xfe, 0x00]), response: null }
  expect(line(RECORD, { bodies: 'masked' }, binary).request.body).toBeNull()
  expect(line(RECORD, { bodies: 'full' }, binary).request).toMatchObject({ body: '//4A', body_encoding: 'base64' })
})

test('leaves out the metadata it is told to', () => {
  expect(line(RECORD, { withoutMetadata: ['_user'] }).metadata).toEqual({ team: 'search' })
  expect(line(sampleRecord({ metadata: null }), {}).metadata).toEqual({})
})
