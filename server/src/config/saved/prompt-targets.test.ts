import { expect, test } from 'bun:test'
import { parseConfigValue } from '../parse-config.ts'
import { namedPrompts, withPromptKeys } from './prompt-targets.ts'

const keys: Record<string, string | null> = { 'pp-a': 'key-a', 'pp-open': null }
const keyOf = (id: string | null) => (id === null ? 'key-of-path' : (keys[id] ?? null))
const plain = (config: unknown) => JSON.parse(JSON.stringify(withPromptKeys(parseConfigValue(config), keyOf)))

test('a config that is itself the only target uses the key of the prompt in the path', () => {
  expect(plain({ provider: 'openai', api_key: 'sk-x', retry: { attempts: 1 } })).toEqual({
    virtual_key: 'key-of-path',
    retry: { attempts: 1 },
  })
  expect(plain({ virtual_key: 'mine' })).toEqual({ virtual_key: 'key-of-path' })
})

test('in a list of targets, only those that name a prompt with its own key use that key', () => {
  const targets = [
    { prompt_id: 'pp-a', provider: 'mock' },
    { prompt_id: 'pp-open', provider: 'mock' },
    { provider: 'mock' },
    { strategy: { mode: 'loadbalance' }, targets: [{ prompt_id: 'pp-a' }] },
  ]
  expect(plain({ strategy: { mode: 'fallback' }, targets })['targets']).toEqual([
    { prompt_id: 'pp-a', virtual_key: 'key-a' },
    { prompt_id: 'pp-open', provider: 'mock' },
    { provider: 'mock' },
    { strategy: { mode: 'loadbalance' }, targets: [{ prompt_id: 'pp-a', virtual_key: 'key-a' }] },
  ])
})

test('finds every prompt in a config at any depth', () => {
  const config = {
    strategy: { mode: 'fallback' },
    targets: [
      { prompt_id: 'pp-a', provider: 'mock' },
      { strategy: { mode: 'single' }, targets: [{ prompt_id: 'pp-b' }] },
    ],
  }
  expect(namedPrompts(parseConfigValue(config))).toEqual([
    { reference: 'pp-a', path: 'targets[0].prompt_id', isAlone: false },
    { reference: 'pp-b', path: 'targets[1].targets[0].prompt_id', isAlone: true },
  ])
  expect(namedPrompts(parseConfigValue({ provider: 'mock' }))).toEqual([])
})
