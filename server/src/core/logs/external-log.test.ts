import { expect, test } from 'bun:test'
import { type ExternalLog, externalRecord } from './external-log.ts'

const owner = { organisationId: 'o', workspaceId: 'w', keyId: 'k', keepsBodies: true }
const nowMs = 1_763_000_000_000

function told(changes: {
  request?: Partial<ExternalLog['request']>
  response?: Partial<ExternalLog['response']>
  metadata?: ExternalLog['metadata']
}): ExternalLog {
  return {
    request: {
      url: 'https://api.example.com/v1/chat/completions?x=1',
      method: 'post',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret', 'X-Api-Key': 'secret' },
      body: { model: 'm-1', messages: [] },
      provider: 'openai',
      ...changes.request,
    },
    response: {
      status: 200,
      headers: {},
      body: { model: 'm-1-2025', usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
      responseTimeMs: 250,
      isStream: false,
      ...changes.response,
    },
    metadata: changes.metadata ?? {},
  }
}

test('an inserted log becomes an ordinary record, marked as external and of unknown cost', () => {
  const metadata = { trace_id: 't', span_id: 's', span_name: 'step', parent_span_id: 'p', _user: 'ann', tries: 2 }
  const { record, bodies } = externalRecord(told({ metadata }), owner, nowMs)
  expect(record).toMatchObject({
    traceId: 't',
    spanId: 's',
    spanName: 'step',
    parentSpanId: 'p',
    organisationId: 'o',
    workspaceId: 'w',
    keyId: 'k',
    startedAtMs: nowMs - 250,
    durationMs: 250,
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat.completions',
    status: 200,
    provider: 'openai',
    model: 'm-1',
    responseModel: 'm-1-2025',
    source: 'external',
    costNanoUsd: null,
    usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7, cachedTokens: null },
    metadata: { _organisation: 'o', _user: 'ann', tries: '2' },
  })
  expect(JSON.parse(new TextDecoder().decode(bodies.request!))).toEqual({ model: 'm-1', messages: [] })
})

test('no secret header is stored, and no body if bodies are not logged', () => {
  const { record, bodies } = externalRecord(told({}), { ...owner, keepsBodies: false }, nowMs)
  expect(JSON.stringify(record)).not.toContain('secret')
  expect(record.requestHeaders).toEqual({ 'content-type': 'application/json' })
  expect(bodies).toEqual({ request: null, response: null })
})

test('a streamed response is stored as its events; the last usage counts', () => {
  const body = [{ model: 'm-1' }, { usage: null }, { usage: { input_tokens: 5, output_tokens: 6 } }, { done: true }]
  const { record } = externalRecord(told({ response: { body, isStream: true } }), owner, nowMs)
  expect(record.usage?.totalTokens).toBe(11)
})

test('unusual names, paths, bodies and labels are accepted', () => {
  const metadata = JSON.parse('{"__proto__":"x","trace_id":7,"nested":{"a":[1]}}')
  const { record, bodies } = externalRecord(
    told({
      request: { url: 'not a url', body: 'plain text', provider: 'a\u001fb\u0000' },
      response: { body: null, responseTimeMs: null },
      metadata,
    }),
    owner,
    nowMs,
  )
  expect(record).toMatchObject({ path: '/not a url', endpoint: 'proxy', provider: 'a b ', model: null, usage: null })
  expect(record.traceId).toBe(record.id)
  expect(Object.entries(record.metadata!)).toEqual([
    ['_organisation', 'o'],
    ['__proto__', 'x'],
    ['nested', '{"a":[1]}'],
  ])
  expect(new TextDecoder().decode(bodies.request!)).toBe('plain text')
  expect(bodies.response).toBeNull()
})
