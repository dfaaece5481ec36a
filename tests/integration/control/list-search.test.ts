import { expect, test } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const scene = new ControlScene(await shareGateway())

type Row = { readonly id?: string; readonly slug?: string; readonly name: string }

const MADE: readonly (readonly [path: string, made: string, (name: string, workspaceId: string) => object])[] = [
  ['/configs', '/configs', (name, workspace_id) => ({ name, workspace_id, config: { provider: 'mock' } })],
  [
    '/guardrails',
    '/guardrails',
    (name, workspace_id) => ({
      name,
      workspace_id,
      checks: [{ id: 'default.wordCount', parameters: {} }],
      actions: {},
    }),
  ],
  [
    '/virtual-keys',
    '/virtual-keys',
    (name, workspace_id) => ({ name, workspace_id, provider: 'openai', key: 'sk-test-0123456789' }),
  ],
  [
    '/api-keys',
    '/api-keys/workspace/service',
    (name, workspace_id) => ({ name, workspace_id, scopes: ['completions.write'] }),
  ],
  [
    '/prompts',
    '/prompts',
    (name, workspace_id) => ({ name, workspace_id, string: 'Hi', parameters: {}, model: 'gpt-4o' }),
  ],
]

test.each(MADE)('GET %s finds rows by a part of their name, slug or id', async (path, made, bodyOf) => {
  const workspace = await scene.workspace()
  for (const name of ['The needle', 'Hay one', 'Hay two']) await scene.do('POST', made, bodyOf(name, workspace))
  await scene.do('POST', made, bodyOf('Needle of another workspace', await scene.workspace()))
  const search = async (text: string) => {
    const query = new URLSearchParams({ workspace_id: workspace, search: text })
    const { data, total } = (await scene.do('GET', `${path}?${query}`)) as { data: Row[]; total: number }
    expect(total).toBe(data.length)
    return data
  }
  const [needle, ...others] = await search('NEEDL')
  expect([needle?.name, others]).toEqual(['The needle', []])
  expect(await search('hay')).toHaveLength(2)
  expect(await search('straw')).toEqual([])
  for (const text of [needle?.id, needle?.slug]) {
    if (text !== undefined) expect((await search(text)).map(({ name }) => name)).toEqual(['The needle'])
  }
})
