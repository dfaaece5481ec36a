import { expect, test } from 'bun:test'
import { takesSchemas } from '../bedrock/models.ts'
import { claudeVersion, comparableVersion, modelTraits } from './models.ts'

test('minor versions of Claude are compared as numbers', () => {
  const ordered = [
    'anthropic.claude-3-5-sonnet-20240620-v1:0',
    'us.anthropic.claude-3-7-sonnet-20250219-v1:0',
    'us.anthropic.claude-sonnet-4-20250514-v1:0',
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'anthropic.claude-opus-4-6-v1',
    'anthropic.claude-opus-4-10-v1',
    'anthropic.claude-opus-5-v1',
  ].map((model) => claudeVersion(model) ?? 0)
  for (let i = 1; i < ordered.length; i++) expect(ordered[i]!).toBeGreaterThan(ordered[i - 1]!)
})

test.each(['claude-2.1', 'anthropic.claude-v2', 'anthropic.claude-v2:1', 'anthropic.claude-instant-v1'])(
  '%s is older than all others',
  (model) => {
    expect(claudeVersion(model)).toBeLessThan(300)
    expect(modelTraits(model)).toMatchObject({ thinking: 'none', takesSampling: true, takesStrictTools: false })
    expect(takesSchemas(`anthropic.${model}`)).toBe(false)
  },
)

test('a Claude without a version counts as the newest', () => {
  expect(claudeVersion('anthropic.claude-mythos-preview')).toBeNull()
  expect(comparableVersion('anthropic.claude-mythos-preview')).toBeGreaterThan(comparableVersion('claude-opus-99-1'))
  expect(takesSchemas('anthropic.claude-mythos-preview')).toBe(true)
})
