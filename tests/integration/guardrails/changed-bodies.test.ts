import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { atOwnPath as at } from '../../harness/at-own-path.ts'
import { waitForLog } from '../../harness/read-logs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()

type Json = Record<string, unknown>

/** A webhook that accepts every request and changes it. */
function changing(change: (body: Json) => Json) {
  return startSimulator({
    answers: [
      ({ json }) => {
        const { request } = json as { request: { json: Json } }
        return { body: { verdict: true, transformedData: { request: { json: change(request.json) } } } }
      },
    ],
  })
}

function webhook(evaluator: Simulator) {
  return { 'default.webhook': { webhookURL: `${evaluator.url}/hook` }, deny: true }
}

async function manage(method: string, path: string, body: object) {
  const response = await gateway.fetch(`/v1${path}`, { method, key: gateway.adminKey, body })
  const made = (await response.json()) as Json
  expect([path, response.status, made]).toEqual([path, 200, expect.anything()])
  return { ...made, ...(made['data'] as Json | undefined) } as Json & { id: string; slug: string }
}

const logOf = (response: Response) =>
  waitForLog(
    (path: string) => gateway.fetch(path, { key: gateway.workspaceKey }),
    response.headers.get('x-gateway-trace-id'),
  )

test('a model that a webhook chooses is sent, priced and logged', async () => {
  const model = 'chosen-by-a-webhook'
  await manage('POST', '/prices', {
    provider: 'openai-compatible',
    model,
    prices: { requests: { usd: 0.5, per: 1 } },
  })
  await using evaluator = await changing((body) => ({ ...body, model }))
  // The response names no model, so the price follows from the request.
  const choices = [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }]
  await using provider = await startSimulator({ answers: [{ body: { choices } }] })
  const response = await gateway.chat(at(provider, { input_guardrails: [webhook(evaluator)] }))
  expect([response.status, provider.requests[0]!.json['model']]).toEqual([200, model])
  expect(await logOf(response)).toMatchObject({ ai_model: model, cost: 50 })
})

test('a budget that the chosen model exceeds refuses it', async () => {
  const model = 'costly-choice-of-a-webhook'
  await manage('POST', '/prices', { provider: 'openai-compatible', model, prices: { requests: { usd: 5, per: 1 } } })
  await using evaluator = await changing((body) => ({ ...body, model }))
  await using provider = await startSimulator({ answers: ['hello'] })
  const { slug } = await manage('POST', '/virtual-keys', {
    name: 'limited',
    provider: 'openai-compatible',
    key: 'sk-1',
    custom_host: `${provider.url}/v1`,
    usage_limits: { credit_limit: 1 },
  })
  const config = { virtual_key: slug, input_guardrails: [webhook(evaluator)] }
  const response = await gateway.chat(config)
  const { error } = (await response.json()) as { error: { code: string } }
  expect([response.status, error.code, provider.requests.length]).toEqual([412, 'budget_exhausted', 0])
})

test('a model that the integration does not serve is refused', async () => {
  await using evaluator = await changing((body) => ({ ...body, model: 'forbidden-model' }))
  await using provider = await startSimulator({ answers: ['hello'] })
  const { slug } = await manage('POST', '/integrations', {
    name: 'some models',
    ai_provider_id: 'openai-compatible',
    key: 'sk-1',
    configurations: { custom_host: `${provider.url}/v1` },
  })
  await manage('PUT', `/integrations/${slug}/models`, {
    allow_all_models: false,
    models: [{ slug: 'sim-model', enabled: true }],
  })
  const workspaces = (await (await gateway.fetch('/v1/admin/workspaces', { key: gateway.adminKey })).json()) as {
    data: { id: string }[]
  }
  const { id } = workspaces.data[0]!
  await manage('PUT', `/integrations/${slug}/workspaces`, { workspaces: [{ id, enabled: true }] })
  const key = await manage('POST', '/providers', { name: 'of the integration', integration_id: slug, workspace_id: id })
  const config = { virtual_key: key.slug, input_guardrails: [webhook(evaluator)] }
  const response = await gateway.chat(config)
  const { error } = (await response.json()) as { error: { code: string } }
  expect([error.code, provider.requests.length]).toEqual(['model_not_allowed', 0])
})

test('a caller of Gemini’s format gets the chosen model, and no stream that it did not ask for', async () => {
  await using evaluator = await changing((body) => ({ ...body, model: 'gemini-chosen', stream: true }))
  const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'hello' }] } }] }
  await using provider = await startSimulator({ answers: [{ body: answer }] })
  const config = {
    provider: 'google',
    custom_host: `${provider.url}/v1beta`,
    api_key: 'k',
    input_guardrails: [webhook(evaluator)],
  }
  const response = await gateway.fetch('/v1beta/models/gemini-asked:generateContent', {
    method: 'POST',
    headers: { 'x-gateway-config': JSON.stringify(config) },
    body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  })
  expect([response.status, provider.requests[0]!.target]).toEqual([200, '/v1beta/models/gemini-chosen:generateContent'])
  expect(provider.requests[0]!.json).toEqual({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
})

test('a caller whose webhook asks for a stream gets one', async () => {
  await using evaluator = await changing((body) => ({ ...body, stream: true }))
  await using provider = await startSimulator({ answers: ['hello'] })
  const response = await gateway.chat(at(provider, { input_guardrails: [webhook(evaluator)] }))
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('event-stream'),
  ])
  expect(await response.text()).toContain('hello')
})

const WORD = { 'default.contains': { words: ['hunter2'], operator: 'none' }, deny: true }

test.each([
  ['a word that must not occur', WORD, (body: Json) => ({ ...body, messages: [{ role: 'user', content: 'hunter2' }] })],
  [
    'a model that is not allowed',
    { 'default.modelWhitelist': { models: ['sim-model'] }, deny: true },
    (body: Json) => ({ ...body, model: 'other' }),
  ],
])('what a webhook makes of a request is checked again: %s', async (_, guardrail, change) => {
  await using evaluator = await changing(change)
  await using provider = await startSimulator({ answers: ['hello'] })
  for (const guardrails of [
    [guardrail, webhook(evaluator)],
    [webhook(evaluator), guardrail],
  ]) {
    const response = await gateway.chat(at(provider, { input_guardrails: guardrails }))
    expect([response.status, provider.requests.length]).toEqual([446, 0])
    await response.body?.cancel()
  }
  expect(evaluator.requests.length).toBe(2)
})

test('what a webhook adds is redacted', async () => {
  await using evaluator = await changing((body) => ({ ...body, messages: [{ role: 'user', content: 'my hunter2' }] }))
  await using provider = await startSimulator({ answers: ['hello'] })
  const redact = { 'default.regexReplace': { rule: 'hunter2', redactText: '[gone]' } }
  const prefix = { 'default.addPrefix': { prefix: 'Be brief. ' } }
  const response = await gateway.chat(at(provider, { input_guardrails: [redact, prefix, webhook(evaluator)] }))
  expect([response.status, provider.requests[0]!.json['messages']]).toEqual([
    200,
    [{ role: 'user', content: 'my [gone]' }],
  ])
  await response.body?.cancel()
})

test('a judge sees what a webhook made of the request', async () => {
  await using evaluator = await changing((body) => ({ ...body, messages: [{ role: 'user', content: 'hunter2' }] }))
  await using judge = await startSimulator({
    answers: [(request) => (request.text.includes('hunter2') ? 'unsafe' : 'safe')],
  })
  await using provider = await startSimulator({ answers: ['hello'] })
  const { slug } = await manage('POST', '/virtual-keys', {
    name: 'judge of changes',
    provider: 'openai-compatible',
    key: 'sk-judge',
    custom_host: `${judge.url}/v1`,
  })
  const judged = { 'default.modelJudge': { virtual_key: slug, model: 'm', format: 'safe_unsafe' }, deny: true }
  const response = await gateway.chat(at(provider, { input_guardrails: [judged, webhook(evaluator)] }))
  expect([response.status, provider.requests.length, judge.requests.length]).toEqual([446, 0, 2])
  await response.body?.cancel()
})

test('what a webhook adds is redacted by a service too', async () => {
  await using evaluator = await changing((body) => ({ ...body, messages: [{ role: 'user', content: 'call Ada now' }] }))
  const name = { start: 5, end: 8, entity_type: 'PERSON', score: 0.9 }
  await using analyzer = await startSimulator({
    answers: [({ text }) => ({ body: text.includes('Ada') ? JSON.stringify([name]) : '[]' })],
  })
  await using provider = await startSimulator({ answers: ['hello'] })
  const redact = { 'default.presidio': { analyzerURL: `${analyzer.url}/analyze`, action: 'redact' }, deny: true }
  const response = await gateway.chat(at(provider, { input_guardrails: [redact, webhook(evaluator)] }))
  expect([response.status, analyzer.requests.length]).toEqual([200, 2])
  expect(JSON.stringify(provider.requests[0]!.json['messages'])).not.toContain('Ada')
  await response.body?.cancel()
})
