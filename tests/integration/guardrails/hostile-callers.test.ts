/** Callers who try to weaken the guardrails of their workspace, or to see what these remove. */

import { describe, expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

const SECRET = 'hunter-two-secret'
const REPLY = `the ${SECRET} reply`
const ACTIONS = { deny: true, async: false }

type Workspace = { readonly id: string; readonly key: string }

/** A workspace with these checks as a default of its requests or responses. */
async function workspaceWith(
  side: 'input' | 'output',
  checks: object[],
  actions: object = ACTIONS,
): Promise<Workspace> {
  const id = await scene.workspace()
  const saved = await scene.do('POST', '/guardrails', { name: 'Default', checks, actions, workspace_id: id })
  await scene.do('PUT', `/admin/workspaces/${id}`, { defaults: { [`${side}_guardrails`]: [saved['slug']] } })
  const body = { name: scene.uniqueName('Key'), scopes: ['completions.write'], workspace_id: id }
  return { id, key: String((await scene.do('POST', '/api-keys/workspace/service', body))['key']) }
}

const accepting = { body: { verdict: true } }
const rejecting = { body: { verdict: false } }
const hook = (to: { readonly url: string }) => ({ 'default.webhook': { webhookURL: `${to.url}/hook` } })
const logging = (to: { readonly url: string }) => ({ 'default.log': { logURL: `${to.url}/log` } })

describe('what a default denies or removes does not reach a webhook of the caller', () => {
  const streams = [false, true]

  test.each(streams)('a webhook as the default denies (stream: %p)', async (stream) => {
    await using evaluator = await startSimulator({ answers: [rejecting] })
    await using spy = await startSimulator({ answers: [accepting] })
    await using provider = await startSimulator({ answers: [REPLY] })
    const webhookURL = `${evaluator.url}/hook`
    const { key } = await workspaceWith('output', [{ id: 'default.webhook', parameters: { webhookURL } }])
    for (const entry of [hook(spy), logging(spy), { ...hook(spy), async: true }, { ...hook(spy), shadow: true }]) {
      const config = at(provider, { output_guardrails: [entry] })
      const response = await gateway.chat(config, { key, body: { stream } })
      const text = await response.text()
      expect([response.status, text.includes(SECRET)]).toEqual([446, false])
    }
    expect(evaluator.requests.length).toBe(4)
    await gateway.chat(at(provider), { key }).then((response) => response.text())
    expect(spy.requests.map(({ text }) => text)).toEqual([])
  })

  test.each(streams)('a Presidio server as the default redacts (stream: %p)', async (stream) => {
    const finding = [{ start: 4, end: 4 + SECRET.length, score: 1, entity_type: 'PERSON' }]
    await using presidio = await startSimulator({ answers: [{ body: JSON.stringify(finding) }] })
    await using spy = await startSimulator({ answers: [accepting] })
    await using provider = await startSimulator({ answers: [REPLY] })
    const parameters = { analyzerURL: `${presidio.url}/analyze`, action: 'redact' }
    const { key } = await workspaceWith('output', [{ id: 'default.presidio', parameters }])
    const patterns = { 'default.regexMatch': { rule: 'secret', not: true } }
    const config = at(provider, { output_guardrails: [hook(spy), patterns], strict_open_ai_compliance: false })
    const response = await gateway.chat(config, { key, body: { stream } })
    const text = await response.text()
    expect([response.status, text.includes(SECRET), text.includes('<PERSON>')]).toEqual([200, false, true])
    expect(spy.requests.length).toBe(1)
    expect(spy.requests[0]!.text).not.toContain(SECRET)
    // Checked after redaction: otherwise the caller's pattern would reveal whether the removed text matches it.
    expect(text).not.toContain('"verdict":false')
  })
})

test.each([false, true])('patterns of the caller do not see what a default redacts (stream: %p)', async (stream) => {
  const parameters = { rule: SECRET, redactText: '[gone]' }
  await using provider = await startSimulator({ answers: [REPLY] })
  const { key } = await workspaceWith('output', [{ id: 'default.regexReplace', parameters }], { async: false })
  const patterns = [{ 'default.regexMatch': { rule: 'hunter|secret', not: true } }]
  const config = at(provider, { output_guardrails: patterns, strict_open_ai_compliance: false })
  const headers = { 'x-gateway-default-output-guardrails': JSON.stringify(patterns) }
  const response = await gateway.chat(config, { key, headers, body: { stream } })
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toContain('[gone]')
  expect(text).not.toContain('"verdict":false')
})

describe('a key that may not choose a config', () => {
  test.each([
    ['a webhook', [{ 'default.webhook': { webhookURL: 'https://example.com/' } }]],
    ['a model', [{ 'default.modelJudge': { virtual_key: 'v', model: 'm', policy: 'p' } }]],
    ['one object', { 'default.contains': { words: ['x'] } }],
    ['other actions for a saved guardrail', [{ id: 'known', deny: false }]],
  ])('may not write guardrails in a header: %s', async (_, entries) => {
    await using provider = await startSimulator({ answers: ['fine'] })
    const { id } = await workspaceWith('input', [
      { id: 'default.contains', parameters: { words: ['x'], operator: 'none' } },
    ])
    const { slug } = await scene.do('POST', '/configs', { name: 'Own', config: at(provider), workspace_id: id })
    const made = await scene.do('POST', '/api-keys/workspace/service', {
      ...{ name: scene.uniqueName('Key'), scopes: ['completions.write'], workspace_id: id },
      defaults: { config_id: slug, allow_config_override: false },
    })
    const known = [{ id: 'default.contains', parameters: { words: ['falcon'], operator: 'none' } }]
    await scene.do('POST', '/guardrails', {
      name: 'K',
      slug: 'known',
      checks: known,
      actions: ACTIONS,
      workspace_id: id,
    })
    const send = (header: string, value: string, content = 'hi') =>
      gateway.fetch('/v1/chat/completions', {
        method: 'POST',
        key: String(made['key']),
        headers: { [header]: value },
        body: { model: 'm', messages: [{ role: 'user', content }] },
      })
    for (const header of ['x-gateway-default-input-guardrails', 'x-portkey-default-output-guardrails']) {
      const refused = await errorOf(await send(header, JSON.stringify(entries)))
      expect(refused).toMatchObject({ status: 403, code: 'config_override_forbidden' })
      expect(provider.requests).toHaveLength(0)
    }
    const added = 'x-gateway-default-input-guardrails'
    expect((await send(added, 'known', 'falcon')).status).toBe(446)
    expect((await send(added, '["known"]')).status).toBe(200)
  })
})

test('a header has at most 32 checks', async () => {
  await using provider = await startSimulator({ answers: ['fine'] })
  const check = { id: 'default.contains', parameters: { words: ['x'], operator: 'none' } }
  const entries = (count: number) =>
    JSON.stringify(
      [{ checks: Array(32).fill(check) }, { checks: Array(count).fill(check) }].slice(count === 0 ? 1 : 0, 2),
    )
  const headers = { 'x-gateway-default-input-guardrails': entries(1) }
  expect(await errorOf(await gateway.chat(at(provider), { headers }))).toMatchObject({
    status: 400,
    code: 'invalid_header',
  })
  const few = { 'x-gateway-default-input-guardrails': JSON.stringify([{ checks: Array(32).fill(check) }]) }
  expect((await gateway.chat(at(provider), { headers: few })).status).toBe(200)
})

test('a webhook of the caller cannot put a text into a request that a default has passed', async () => {
  await using provider = await startSimulator({ answers: ['fine'] })
  const replaced = { model: 'm', messages: [{ role: 'user', content: SECRET }] }
  await using evil = await startSimulator({
    answers: [{ body: { verdict: true, transformedData: { request: { json: replaced } } } }],
  })
  const check = { id: 'default.contains', parameters: { words: [SECRET], operator: 'none' } }
  const { key } = await workspaceWith('input', [check])
  const config = at(provider, { input_guardrails: [hook(evil)] })
  const body = { messages: [{ role: 'user', content: 'hi' }] }
  expect((await gateway.chat(config, { key, body })).status).toBe(446)
  expect([evil.requests.length, provider.requests.length]).toEqual([1, 0])
})

test('a request does not reach more than 32 servers by guardrails that it writes itself', async () => {
  await using provider = await startSimulator({ answers: ['fine'] })
  await using evaluator = await startSimulator({ answers: [accepting] })
  const hooks = (count: number) => {
    const check = { id: 'default.webhook', parameters: { webhookURL: `${evaluator.url}/hook` } }
    return [{ checks: Array(count).fill(check) }]
  }
  const headers = { 'x-gateway-default-input-guardrails': JSON.stringify(hooks(1)) }
  const refused = await gateway.chat(at(provider, { input_guardrails: hooks(32) }), { headers })
  expect(await errorOf(refused)).toMatchObject({ status: 400, code: 'config_invalid', param: 'input_guardrails' })
  expect([evaluator.requests.length, provider.requests.length]).toEqual([0, 0])
  expect((await gateway.chat(at(provider, { input_guardrails: hooks(31) }), { headers })).status).toBe(200)
  expect(evaluator.requests).toHaveLength(32)
})
