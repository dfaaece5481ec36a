import { expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, onTerminal, runCommand } from './run-command.ts'

const gateway = await shareGateway()

test('models lists the price, context window and virtual keys of each model', async () => {
  const create = ['virtual-keys', 'create', 'for-models', '--provider', 'openai', '--key-env', 'SOME_KEY', '--json']
  await askCommand(create, { gateway, environment: { SOME_KEY: 'sk-1' } })
  const words = ['models', 'gpt-4o-mini', '--sort', 'input', '--last', '3', '--json']
  const rows = await askCommand<{ model: string }[]>(words, { gateway })
  expect(rows.length).toBe(3)
  expect(rows.filter(({ model }) => !model.includes('gpt-4o-mini'))).toEqual([])
  const { screen } = await onTerminal(['models', 'gpt-4o', '--sort', 'model', '--no-color'], { gateway })
  expect(screen).toMatch(/gpt-4o +openai +\$2\.5 +\$10 +\$1\.25 +128,?000 +0 +for-models/)
  const wrong = await runCommand(['models', '--sort', 'colour'], { gateway })
  expect([wrong.code, wrong.problem]).toEqual([2, expect.stringContaining('requests, cost, model, input')])
})
