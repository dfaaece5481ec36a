/** A workspace cannot choose the model that judges it for the organisation. */

import { expect, test } from 'bun:test'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { startGateway } from '../../harness/start-gateway.ts'

const UNSAFE = 'unsafe\nS1'

/** A gateway with a guardrail of the organisation whose judge is named `judge`. */
async function scenery() {
  const gateway = await startGateway()
  const scene = new ControlScene(gateway)
  const { id: organisationId } = (await scene.do('GET', '/admin/organisation')) as { id: string }
  const parameters = { virtual_key: 'judge', model: 'm', format: 'safe_unsafe' }
  const saved = await scene.do('POST', '/guardrails', {
    name: 'Judged',
    slug: 'judged',
    organisation_id: organisationId,
    checks: [{ id: 'default.modelJudge', parameters }],
    actions: { deny: true, async: false },
  })
  const workspaceId = await scene.workspace()
  const { headers } = await scene.workspaceKey(workspaceId, ['completions.write'])
  const key = headers['x-gateway-api-key']!
  return { gateway, scene, saved, workspaceId, key, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() }
}

type Scenery = Awaited<ReturnType<typeof scenery>>

const account = (simulator: Simulator) => ({ key: 'sk-1', custom_host: `${simulator.url}/v1` })

function ownKey({ scene, workspaceId }: Scenery, simulator: Simulator, slug = 'judge') {
  const body = { name: 'Own', slug, provider: 'openai-compatible', ...account(simulator), workspace_id: workspaceId }
  return scene.do('POST', '/virtual-keys', body)
}

async function integrate({ scene, workspaceId }: Scenery, simulator: Simulator) {
  await scene.do('POST', '/integrations', {
    name: 'Judge of all',
    slug: 'judge',
    ai_provider_id: 'openai-compatible',
    key: 'sk-1',
    configurations: { custom_host: `${simulator.url}/v1` },
  })
  await scene.do('PUT', '/integrations/judge/workspaces', { workspaces: [{ id: workspaceId, enabled: true }] })
}

const makeDefault = ({ scene }: Scenery, ...slugs: readonly string[]) =>
  scene.call(scene.admin, 'PUT', '/admin/organisation/defaults', { input_guardrails: slugs })

test('a virtual key of the workspace with the name of the integration is not used', async () => {
  await using strict = await startSimulator({ answers: [UNSAFE] })
  await using lenient = await startSimulator({ answers: ['safe'] })
  await using provider = await startSimulator({ answers: ['a reply'] })
  await using place = await scenery()
  await ownKey(place, lenient)
  await integrate(place, strict)
  expect((await makeDefault(place, 'judged')).status).toBe(200)
  const response = await place.gateway.chat(at(provider), { key: place.key })
  expect([response.status, strict.requests.length, lenient.requests.length]).toEqual([446, 1, 0])
  expect(provider.requests).toHaveLength(0)
  const deleted = await place.scene.call(place.scene.admin, 'DELETE', '/integrations/judge')
  expect([deleted.status, deleted.text.includes('guardrail judged')]).toEqual([409, true])
})

test('a workspace that gives up its provider of the integration is denied', async () => {
  await using judge = await startSimulator({ answers: ['safe'] })
  await using provider = await startSimulator({ answers: ['a reply'] })
  await using place = await scenery()
  await integrate(place, judge)
  await makeDefault(place, 'judged')
  expect((await place.gateway.chat(at(provider), { key: place.key })).status).toBe(200)
  const query = `workspace_id=${place.workspaceId}&force=true`
  const { data } = (await place.scene.do('GET', `/virtual-keys?workspace_id=${place.workspaceId}`)) as {
    data: { slug: string }[]
  }
  for (const { slug } of data) await place.scene.do('DELETE', `/virtual-keys/${slug}?${query}`)
  await ownKey(place, judge)
  expect((await place.gateway.chat(at(provider), { key: place.key })).status).toBe(446)
  expect([judge.requests.length, provider.requests.length]).toEqual([1, 1])
})

test('without the integration, the guardrail is saved with a warning and is no new default', async () => {
  await using judge = await startSimulator({ answers: ['safe', UNSAFE] })
  await using provider = await startSimulator({ answers: ['a reply'] })
  await using place = await scenery()
  expect(place.saved['warnings']).toEqual([expect.stringContaining('checks[0].parameters.virtual_key')])
  const refused = await makeDefault(place, 'judged')
  expect([refused.status, refused.body]).toMatchObject([400, { error: { param: 'input_guardrails[0]' } }])
  const forced = await place.scene.call(place.scene.admin, 'PUT', '/admin/organisation/defaults?force=true', {
    input_guardrails: ['judged'],
  })
  expect(forced.status).toBe(200)
  await makeDefault(place)
  // Configs and workspaces may still use the guardrail with a judge of the workspace: that is their own choice.
  await ownKey(place, judge)
  const config = at(provider, { input_guardrails: ['judged'] })
  expect((await place.gateway.chat(config, { key: place.key })).status).toBe(200)
  expect((await place.gateway.chat(config, { key: place.key })).status).toBe(446)
})

test('a default from before the rule stays, and stays settable', async () => {
  await using judge = await startSimulator({ answers: ['safe'] })
  await using provider = await startSimulator({ answers: ['a reply'] })
  await using place = await scenery()
  await ownKey(place, judge)
  // As in an organisation that set the default earlier: the integration is deleted, and the default remains.
  await integrate(place, judge)
  await makeDefault(place, 'judged')
  await place.scene.do('DELETE', '/integrations/judge?force=true')
  expect((await place.gateway.chat(at(provider), { key: place.key })).status).toBe(200)
  expect((await makeDefault(place, 'judged')).status).toBe(200)
})
