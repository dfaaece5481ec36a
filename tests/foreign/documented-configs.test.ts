/** POST /v1/configs accepts every form of config that Portkey's documentation shows. */

import { expect, test } from 'bun:test'
import { ControlScene } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { CONFIGS, GUARDRAIL, PROMPT, PROMPT_ID, REFUSED, VIRTUAL_KEY } from './documented-configs.ts'

const scene = new ControlScene(await shareGateway())
const workspace_id = await scene.workspace()
const key = await scene.do('POST', '/virtual-keys', { name: 'OpenAI', provider: 'openai', key: 'sk-x', workspace_id })
const { id: collection_id } = await scene.do('POST', '/collections', { name: 'Collection', workspace_id })
const prompt = await scene.do('POST', '/prompts', {
  ...{ name: 'Prompt', collection_id, workspace_id, string: 'Hello', parameters: {} },
  ...{ virtual_key: key['slug'], model: 'gpt-4o' },
})
const guardrail = await scene.do('POST', '/guardrails', {
  ...{ name: 'Guardrail', workspace_id, actions: { deny: true } },
  checks: [{ id: 'default.wordCount', parameters: { maxWords: 9 } }],
})

test('every listed refusal names a config', () => {
  expect(Object.keys(REFUSED).filter((name) => !(name in CONFIGS))).toEqual([])
})

for (const [name, config] of Object.entries(CONFIGS)) {
  const reason = REFUSED[name]
  test(reason === undefined ? name : `${name} is refused: ${reason}`, async () => {
    const text = JSON.stringify(config)
      .replaceAll(VIRTUAL_KEY, String(key['slug']))
      .replaceAll(GUARDRAIL, String(guardrail['slug']))
      .replaceAll(PROMPT, String(prompt['slug']))
      .replaceAll(PROMPT_ID, String(prompt['id']))
    const body = { name, config: JSON.parse(text), workspace_id }
    const { status, text: answer } = await scene.call(scene.admin, 'POST', '/configs', body)
    expect(`${status} ${answer}`).toStartWith(reason === undefined ? '200 ' : '400 ')
  })
}
