import { expect, test } from 'bun:test'
import type { Prompt } from '../prompt-types.ts'
import { draftOf, EMPTY_DRAFT, wireOf } from './prompt-draft.ts'
import { readableVersion } from './readable-version.ts'

const PROMPT: Prompt = {
  id: '1',
  slug: 'pp-a-1',
  name: 'A',
  collection_id: null,
  model: 'mock-1',
  latest_version: 1,
  published_version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  last_updated_at: '2026-01-01T00:00:00.000Z',
  string:
    '[{"role":"user","content":[{"type":"text","text":"{{a}}"}]},{"role":"tool","content":"x","tool_call_id":"c1"}]',
  parameters: { temperature: 0.2, seed: 7, max_tokens: 'as is' },
  virtual_key: null,
  functions: null,
  tools: [{ type: 'function', function: { name: 'f' } }],
  tool_choice: { type: 'function', function: { name: 'f' } },
  template_metadata: null,
  is_raw_template: 0,
  prompt_version: 1,
  prompt_version_created_at: '',
  prompt_version_created_by: 'u',
  prompt_version_created_by_name: null,
  prompt_version_description: null,
  labels: [],
}

test('a version that is opened and saved without a change is the same version', () => {
  const { wire, problems } = wireOf(draftOf(PROMPT))
  expect(problems).toEqual({})
  expect(wire).toEqual({
    string: JSON.parse(PROMPT.string),
    is_raw_template: 0,
    model: 'mock-1',
    virtual_key: null,
    parameters: PROMPT.parameters,
    tools: [{ type: 'function', function: { name: 'f' } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
  })
  const text = { ...PROMPT, string: 'Say {{a}}.' }
  expect(wireOf(draftOf(text)).wire.string).toBe('Say {{a}}.')
  expect(wireOf(draftOf({ ...text, is_raw_template: 1 })).wire.is_raw_template).toBe(1)
})

test('what cannot be sent is named by its input', () => {
  const { problems } = wireOf({
    ...EMPTY_DRAFT,
    messages: [],
    numbers: { temperature: 'warm', top_p: '', max_tokens: '10' },
    others: '[1]',
    tools: '{}',
  })
  expect(Object.keys(problems).sort()).toEqual(['messages', 'others', 'temperature', 'tools'])
})

test('two versions differ in their text exactly where they differ', () => {
  expect(readableVersion(PROMPT)).toContain('temperature: 0.2')
  expect(readableVersion(PROMPT)).toContain('"tool_call_id":"c1"')
  expect(readableVersion({ ...PROMPT, model: 'other' })).not.toBe(readableVersion(PROMPT))
})
