import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import { type MessageRules, plainMessages } from './plain-messages.ts'

const call = fc.record(
  { id: fc.constantFrom('call_1', 'abc'), extra_content: fc.constant({}), cache_control: fc.constant({}) },
  { requiredKeys: [] },
)
const message = fc.oneof(
  fc.constant('no message'),
  fc.record(
    {
      role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
      content: fc.oneof(fc.string(), fc.constant(null), fc.constant([{ type: 'text', text: '', cache_control: {} }])),
      tool_calls: fc.array(call, { maxLength: 2 }),
      tool_call_id: fc.constantFrom('call_1', 'abc'),
      reasoning: fc.string(),
      reasoning_content: fc.string(),
      reasoning_details: fc.constantFrom(null, [], [{ type: 'reasoning.text' }], [{ type: 'anthropic.thinking' }]),
      content_blocks: fc.constant([]),
      images: fc.constant([]),
      citations: fc.constant(null),
    },
    { requiredKeys: ['role'] },
  ),
)
const rules: fc.Arbitrary<MessageRules> = fc.record({
  extras: fc.constantFrom('all', 'reasoning', 'none'),
  requiresReasoning: fc.boolean(),
  signedToolCalls: fc.boolean(),
  developerRole: fc.constant(false),
  toolCallIds: fc.constant({ pattern: /^[a-z]{3}$/, length: 3 }),
})

test('messages that the quick check leaves unchanged are unchanged by the full check too', () => {
  // Every rule set changes this message, so the full check runs on all messages.
  const telling = { role: 'developer', content: '' }
  fc.assert(
    fc.property(fc.array(message, { maxLength: 4 }), rules, (messages, host) => {
      const closely = plainMessages([...messages, telling], host)!.slice(0, -1)
      expect(plainMessages(messages, host) ?? messages).toEqual(closely)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
