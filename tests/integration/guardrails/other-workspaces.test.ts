/** The test of a guardrail, its report and its judges reach nothing of another workspace. */

import { expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { type Actor, ControlScene } from '../../harness/control-scene.ts'
import { waitForLog } from '../../harness/read-logs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

const CHECKS = [{ id: 'default.contains', parameters: { words: ['falcon'], operator: 'none' } }]
const SCOPES = [
  'completions.write',
  'guardrails.invoke',
  'guardrails.read',
  'guardrails.list',
  'logs.view',
  'logs.list',
]

const [ours, theirs] = [await scene.workspace(), await scene.workspace()]
const stranger = await scene.workspaceKey(ours, [...SCOPES, 'analytics.view'])
const owner = await scene.workspaceKey(theirs, SCOPES)

test('a guardrail of another workspace cannot be tested, read, reported or named', async () => {
  await using provider = await startSimulator({ answers: ['fine'] })
  const made = await scene.do('POST', '/guardrails', { name: 'Theirs', checks: CHECKS, workspace_id: theirs })
  for (const name of [String(made['slug']), String(made['id'])]) {
    const tests = [
      { guardrail: name, text: 'falcon' },
      { guardrail: name, text: 'falcon', workspace_id: theirs },
      { guardrail: name, checks: CHECKS, text: 'falcon' },
    ]
    for (const body of tests) expect((await scene.call(stranger, 'POST', '/guardrails/test', body)).status).toBe(404)
    for (const path of ['', '/versions', '/report', `/report?workspace_id=${theirs}`])
      expect([path, (await scene.call(stranger, 'GET', `/guardrails/${name}${path}`)).status]).toEqual([path, 404])
    const key = stranger.headers['x-gateway-api-key']!
    const config = at(provider, { input_guardrails: [name] })
    expect((await gateway.chat(config, { key })).status).toBe(400)
    const headers = { 'x-gateway-default-input-guardrails': name }
    expect((await gateway.chat(at(provider), { key, headers })).status).toBe(400)
  }
  expect(provider.requests).toHaveLength(0)
})

test('a log of another workspace cannot be tested', async () => {
  await using provider = await startSimulator({ answers: ['fine'] })
  const key = owner.headers['x-gateway-api-key']!
  const response = await gateway.chat(at(provider), { key })
  const call = (path: string) => fetch(`${gateway.url}${path}`, { headers: { ...owner.headers } })
  const log = await waitForLog(call, response.headers.get('x-gateway-trace-id'))
  const body = { checks: CHECKS, log_id: log.id }
  expect((await scene.call(owner, 'POST', '/guardrails/test', body)).status).toBe(200)
  for (const more of [{}, { workspace_id: theirs }])
    expect((await scene.call(stranger, 'POST', '/guardrails/test', { ...body, ...more })).status).toBe(404)
})

test('a judge cannot use a virtual key of another workspace', async () => {
  await using judge = await startSimulator({ answers: ['safe'] })
  await using provider = await startSimulator({ answers: ['fine'] })
  const made = await scene.do('POST', '/virtual-keys', {
    ...{ name: 'Judge', provider: 'openai-compatible', key: 'sk', workspace_id: theirs },
    custom_host: `${judge.url}/v1`,
  })
  const { slug } = { ...made, ...(made['data'] as object) } as { slug: string }
  const parameters = { virtual_key: slug, model: 'm', format: 'safe_unsafe' }
  const body = { checks: [{ id: 'default.modelJudge', parameters }], actions: { deny: true }, text: 'hi' }
  const tested = await scene.call(stranger, 'POST', '/guardrails/test', body)
  expect(tested.body['status']).toBe(446)
  const config = at(provider, { input_guardrails: [{ 'default.modelJudge': parameters, deny: true }] })
  expect((await gateway.chat(config, { key: stranger.headers['x-gateway-api-key']! })).status).toBe(446)
  expect([judge.requests.length, provider.requests.length]).toEqual([0, 0])
  expect((await scene.call(owner, 'POST', '/guardrails/test', body)).body['status']).toBe(200)
  expect(judge.requests).toHaveLength(1)
})

test('who may only test guardrails cannot reach other paths of a private server that one of them names', async () => {
  const hook = (url: string) => [{ id: 'default.webhook', parameters: { webhookURL: url, timeout: 50 } }]
  const saved = { name: 'Private', checks: hook('http://10.0.0.1/hook'), actions: { deny: true }, workspace_id: ours }
  const guardrail = String((await scene.do('POST', '/guardrails', saved))['slug'])
  const errorFor = async (actor: Actor, body: object) => {
    const { status, body: reply } = await scene.call(actor, 'POST', '/guardrails/test', {
      guardrail,
      text: 'hi',
      ...body,
    })
    expect(status).toBe(200)
    const results = reply['hook_results'] as { before_request_hooks: [{ checks: [{ error: { message: string } }] }] }
    return results.before_request_hooks[0].checks[0].error.message
  }
  const editor = await scene.workspaceKey(ours, ['guardrails.invoke', 'guardrails.update'])
  const elsewhere = { checks: hook('http://10.0.0.1/admin/delete') }
  expect(await errorFor(stranger, {})).not.toContain('private address')
  expect(await errorFor(stranger, elsewhere)).toContain('private address')
  expect(await errorFor(editor, elsewhere)).not.toContain('private address')
  expect(await errorFor(editor, { checks: hook('http://10.0.0.2/hook') })).toContain('private address')
})
