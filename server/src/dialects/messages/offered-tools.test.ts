import { expect, test } from 'bun:test'
import type { GatewayError } from '../../core/errors.ts'
import type { InboundContext, JsonObject } from '../dialect.ts'
import { toChat } from './request.ts'

const SEARCH = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 }
const BASH = { type: 'bash_20250124', name: 'bash' }
const FUNCTION = { name: 'f', input_schema: { type: 'object' } }
const MESSAGES = [{ role: 'user', content: 'q' }]
const GOOGLE = { withFunctions: false, byDomain: false }
const ANY = { withFunctions: true, byDomain: true }

/** The chat request and the warnings for a provider that is called through the chat endpoint. */
function read(body: JsonObject, webSearch: InboundContext['webSearch'], hasAnthropicTools = false) {
  const warnings: string[] = []
  const warn = (warning: string) => void warnings.push(warning)
  const chat = toChat({ messages: MESSAGES, ...body }, { webSearch, hasAnthropicTools, warn })
  return { chat: chat as JsonObject, warnings }
}

test('tools that the provider does not have are left out with a warning', () => {
  const { chat, warnings } = read({ tools: [SEARCH, BASH, FUNCTION], tool_choice: { type: 'any' } }, null)
  expect(chat['tools']).toMatchObject([{ type: 'function', function: { name: 'f' } }])
  expect([chat['tool_choice'], chat['web_search_options']]).toEqual(['required', undefined])
  expect(warnings).toEqual(['Left out tools that this provider does not have: web_search_20250305, bash_20250124.'])
  expect(read({ tools: [SEARCH] }, null).chat['tools']).toBeUndefined()
})

test('web search becomes that of the provider', () => {
  const location = { type: 'approximate', city: 'Bern' }
  const { chat, warnings } = read(
    { tools: [{ ...SEARCH, user_location: location, allowed_domains: ['a.example'] }] },
    ANY,
  )
  expect(chat['web_search_options']).toEqual({
    user_location: { type: 'approximate', approximate: { city: 'Bern' } },
    allowed_domains: ['a.example'],
  })
  expect([chat['tools'], warnings]).toEqual([undefined, []])
  const forced = read({ tools: [SEARCH], tool_choice: { type: 'tool', name: 'web_search' } }, GOOGLE)
  expect([forced.chat['web_search_options'], forced.chat['tool_choice']]).toEqual([{}, undefined])
})

test.each<[string, JsonObject[]]>([
  ['functions beside it', [SEARCH, FUNCTION]],
  ['domains', [{ ...SEARCH, allowed_domains: ['a.example'] }]],
  ['domains that are blocked', [{ ...SEARCH, blocked_domains: ['a.example'] }]],
])('web search is left out if the provider cannot do it with %s', (_name, tools) => {
  const { chat, warnings } = read({ tools }, GOOGLE)
  expect([chat['web_search_options'], warnings.length]).toEqual([undefined, 1])
})

test('a provider with Anthropic’s tools gets them unchanged', () => {
  const tools = [SEARCH, BASH]
  expect(read({ tools }, ANY, true)).toMatchObject({ chat: { tools }, warnings: [] })
})

test.each([{ type: 'any' }, { type: 'tool', name: 'bash' }])(
  'a choice that requires a missing tool is refused: %p',
  (choice) => {
    let refused: unknown = null
    try {
      read({ tools: [BASH], tool_choice: choice }, ANY)
    } catch (error) {
      refused = error
    }
    expect((refused as GatewayError).param).toBe('tool_choice')
    expect((refused as GatewayError).message).toContain('bash_20250124')
  },
)
