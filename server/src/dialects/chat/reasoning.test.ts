import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isForeign, joinReasoning, markOrigin, readOrigin } from './reasoning.ts'

test('readOrigin reverses markOrigin, and Anthropic’s signatures get no mark', () => {
  const formats = fc.constantFrom('anthropic-claude-v1', 'google-gemini-v1', 'amazon-converse-v1', 'cohere-chat-v2')
  fc.assert(
    fc.property(fc.base64String(), formats, (text, format) => {
      expect(readOrigin(markOrigin(text, format))).toEqual({ text, format })
    }),
  )
  expect(markOrigin('c2ln', 'anthropic-claude-v1')).toBe('c2ln')
  expect(markOrigin('c2ln', undefined)).toBe('c2ln')
  expect(readOrigin('gatehouse:')).toEqual({ text: 'gatehouse:', format: 'anthropic-claude-v1' })
})

test('recognizes a format that a client concatenated from stream pieces', () => {
  expect(isForeign({ format: 'google-gemini-v1google-gemini-v1' }, 'google-gemini-v1')).toBe(false)
  expect(isForeign({ format: 'anthropic-claude-v1' }, 'google-gemini-v1')).toBe(true)
  expect(isForeign({ format: 'unknown' }, 'google-gemini-v1')).toBe(true)
  expect(isForeign({}, 'google-gemini-v1')).toBe(false)
})

test('joins pieces of the provider’s own thinking and skips other providers’ thinking between them', () => {
  const own = { thinking: 'anthropic-claude-v1', redacted: 'amazon-converse-v1' } as const
  const details = [
    { type: 'thinking', text: 'a', format: 'anthropic-claude-v1', index: 0 },
    { type: 'thinking', text: 'b', signature: 's', format: 'anthropic-claude-v1', index: 0 },
    { type: 'thinking', text: 'x', signature: 'g', format: 'google-gemini-v1', index: 1 },
    { type: 'redacted', data: 'r', format: 'anthropic-claude-v1', index: 2 },
    { type: 'redacted', data: 'own', format: 'amazon-converse-v1', index: 3 },
    { type: 'thinking', text: 'c', index: 4 },
    'nothing',
  ]
  expect(joinReasoning(details, own)).toEqual([
    { type: 'thinking', text: 'ab', signature: 's' },
    { type: 'redacted', data: 'own' },
    { type: 'thinking', text: 'c', signature: '' },
  ])
})
