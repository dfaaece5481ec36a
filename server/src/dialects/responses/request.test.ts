import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import type { JsonObject, WebSearch } from '../dialect.ts'
import { toChat } from './request.ts'

/** The translated members other than model and messages. */
function membersOf(body: JsonObject): JsonObject {
  const { model: _model, messages: _messages, ...members } = toChat({ model: 'm', input: 'hello', ...body })
  return members
}

function refusalOf(body: JsonObject): GatewayError {
  try {
    toChat({ model: 'm', input: 'hello', ...body })
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayError)
    return error as GatewayError
  }
  throw new Error('nothing was refused')
}

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const WEATHER = { type: 'function', name: 'weather', description: 'Asks the sky', parameters: SCHEMA, strict: true }
const NEWS = { type: 'function', name: 'news', parameters: null, strict: null }
const CHAT_WEATHER = {
  type: 'function',
  function: { name: 'weather', description: 'Asks the sky', parameters: SCHEMA, strict: true },
}
const CHAT_NEWS = { type: 'function', function: { name: 'news' } }

test('a string becomes a user message after the instructions', () => {
  expect(toChat({ model: 'm', input: 'hello', instructions: 'Be brief.' })).toEqual({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hello' },
    ],
  })
})

const PATCH = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Edits files.',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
}
const CHAT_PATCH = {
  type: 'function',
  function: {
    name: 'apply_patch',
    description: 'Edits files.\n\nThe text given as `input` must match this lark grammar:\n\nstart: "x"',
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The whole input of the tool, as plain text.' } },
      required: ['input'],
      additionalProperties: false,
    },
  },
}

const MEMBERS: readonly [name: string, body: JsonObject, chat: JsonObject][] = [
  ['the token limit', { max_output_tokens: 50 }, { max_tokens: 50 }],
  ['sampling', { temperature: 0, top_p: 0.5 }, { temperature: 0, top_p: 0.5 }],
  ['effort', { reasoning: { effort: 'low', summary: 'auto' } }, { reasoning_effort: 'low' }],
  ['plain text', { text: { format: { type: 'text' }, verbosity: 'low' } }, { verbosity: 'low' }],
  ['JSON mode', { text: { format: { type: 'json_object' } } }, { response_format: { type: 'json_object' } }],
  [
    'a JSON schema',
    { text: { format: { type: 'json_schema', name: 'place', schema: SCHEMA, strict: true } } },
    { response_format: { type: 'json_schema', json_schema: { name: 'place', schema: SCHEMA, strict: true } } },
  ],
  ['log probabilities', { top_logprobs: 3 }, { logprobs: true, top_logprobs: 3 }],
  ['included log probabilities', { include: ['message.output_text.logprobs'] }, { logprobs: true }],
  ['a stream', { stream: true, stream_options: { include_obfuscation: false } }, { stream: true }],
  ['the user and tier', { user: 'u1', service_tier: 'flex' }, { user: 'u1', service_tier: 'flex' }],
  [
    'what only OpenAI stores or caches',
    {
      store: true,
      metadata: { a: 'b' },
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'k',
      safety_identifier: 's',
      truncation: 'auto',
      previous_response_id: null,
      background: false,
    },
    {},
  ],
  [
    'members the format does not define',
    { thinking: { type: 'enabled', budget_tokens: 2000 }, top_k: 5, stop: ['x'], n: 1 },
    { thinking: { type: 'enabled', budget_tokens: 2000 }, top_k: 5, stop: ['x'], n: 1 },
  ],
  ['functions', { tools: [WEATHER, NEWS] }, { tools: [CHAT_WEATHER, CHAT_NEWS] }],
  [
    'a choice among functions',
    { tools: [WEATHER], tool_choice: 'required', parallel_tool_calls: false },
    { tools: [CHAT_WEATHER], tool_choice: 'required', parallel_tool_calls: false },
  ],
  [
    'a named function',
    { tools: [WEATHER], tool_choice: { type: 'function', name: 'weather' } },
    { tools: [CHAT_WEATHER], tool_choice: { type: 'function', function: { name: 'weather' } } },
  ],
  [
    'allowed functions, as the only ones shown',
    { tools: [WEATHER, NEWS], tool_choice: { type: 'allowed_tools', mode: 'required', tools: [NEWS] } },
    { tools: [CHAT_NEWS], tool_choice: 'required' },
  ],
  ['a choice without tools', { tools: [], tool_choice: 'auto', parallel_tool_calls: true }, {}],
  [
    'the cache mark of a tool',
    { tools: [{ ...NEWS, cache_control: { type: 'ephemeral' } }] },
    { tools: [{ ...CHAT_NEWS, cache_control: { type: 'ephemeral' } }] },
  ],
  [
    'built-in tools that the choice forbids',
    { tools: [WEATHER, { type: 'web_search' }, { type: 'file_search' }], tool_choice: 'none' },
    { tools: [CHAT_WEATHER], tool_choice: 'none' },
  ],
  [
    'built-in tools with a named function',
    { tools: [{ type: 'web_search' }, WEATHER], tool_choice: { type: 'function', name: 'weather' } },
    { tools: [CHAT_WEATHER], tool_choice: { type: 'function', function: { name: 'weather' } } },
  ],
  [
    'a custom tool, as a function of one text',
    { tools: [PATCH], tool_choice: { type: 'custom', name: 'apply_patch' } },
    { tools: [CHAT_PATCH], tool_choice: { type: 'function', function: { name: 'apply_patch' } } },
  ],
  [
    'web search, as web_search_options',
    {
      tools: [
        WEATHER,
        {
          type: 'web_search',
          search_context_size: 'low',
          user_location: { type: 'approximate', city: 'Bern' },
          filters: { allowed_domains: ['example.com'] },
        },
      ],
    },
    {
      tools: [CHAT_WEATHER],
      web_search_options: {
        search_context_size: 'low',
        user_location: { type: 'approximate', approximate: { city: 'Bern' } },
        allowed_domains: ['example.com'],
      },
    },
  ],
  ['web search alone', { tools: [{ type: 'web_search_preview' }] }, { web_search_options: {} }],
  [
    'tools that are not allowed',
    {
      tools: [{ type: 'custom', name: 'apply_patch' }, WEATHER],
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'weather' }] },
    },
    { tools: [CHAT_WEATHER], tool_choice: 'auto' },
  ],
]

for (const [name, body, chat] of MEMBERS) {
  test(`translates ${name}`, () => expect(membersOf(body)).toEqual(chat))
}

test('no member of the request can replace the messages', () => {
  expect(refusalOf({ messages: [] }).param).toBe('messages')
})

const REFUSALS: readonly [name: string, body: JsonObject, param: string, words: RegExp][] = [
  ['an earlier response', { previous_response_id: 'resp_1' }, 'previous_response_id', /whole input/],
  ['a conversation', { conversation: { id: 'conv_1' } }, 'conversation', /whole input/],
  ['a stored prompt', { prompt: { id: 'pmpt_1' } }, 'prompt', /instructions/],
  ['background work', { background: true }, 'background', /stream/],
  ['several choices', { n: 2 }, 'n', /one response/],
  ['a missing input', { input: undefined }, 'input', /string or a list/],
  ['an empty input', { input: [] }, 'input', /has no message/],
  ['instructions that are not a string', { instructions: ['x'] }, 'instructions', /string/],
  ['a limit that is not a number', { max_output_tokens: 'many' }, 'max_output_tokens', /number/],
  ['a format without schema', { text: { format: { type: 'json_schema' } } }, 'text.format.schema', /schema/],
  ['a grammar', { text: { format: { type: 'grammar' } } }, 'text.format.type', /grammar/],
  ['a custom tool without a name', { tools: [{ type: 'custom' }] }, 'tools[0].name', /name/],
  ['a choice of a built-in tool', { tools: [WEATHER], tool_choice: { type: 'mcp' } }, 'tool_choice', /mcp/],
  ['a choice that needs a tool', { tool_choice: 'required' }, 'tool_choice', /there is none/],
  ['chat’s form of a tool', { tools: [CHAT_WEATHER] }, 'tools[0].name', /inner "function"/],
  ['tools that are not a list', { tools: {} }, 'tools', /list/],
]

for (const [name, body, param, words] of REFUSALS) {
  test(`rejects ${name} by name`, () => {
    const { code, status, message, hint, param: named } = refusalOf(body)
    expect({ code, status, named }).toEqual({ code: 'invalid_body', status: 400, named: param })
    expect(`${message} ${hint}`).toMatch(words)
  })
}

test('names the tools that the choice requires and the provider does not have', () => {
  const tools = [{ type: 'file_search' }, { type: 'mcp', server_label: 'wiki' }]
  const { param, message } = refusalOf({ tools, tool_choice: 'required' })
  expect(param).toBe('tool_choice')
  expect(message).toContain('file_search, mcp wiki')
  const allowed = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'file_search' }] }
  expect(refusalOf({ tools: [...tools, WEATHER], tool_choice: allowed }).message).toContain('file_search')
})

/** The chat members and the warnings for a provider with this kind of web search. */
function translated(body: JsonObject, webSearch: WebSearch | null) {
  const warnings: string[] = []
  const { tools, web_search_options: search } = toChat(
    { model: 'm', input: 'x', ...body },
    { webSearch, warn: (warning) => warnings.push(warning) },
  )
  return { tools, search, warnings }
}

const ALL = { withFunctions: true, byDomain: true }
const ALONE = { withFunctions: false, byDomain: false }
const SEARCH = { type: 'web_search' }
const LEFT_OUT = (names: string) => [`Left out tools that this provider does not have: ${names}.`]

test('leaves out tools that only OpenAI runs, with one warning', () => {
  const tools = [
    ...['file_search', 'code_interpreter', 'image_generation', 'computer_use_preview'].map((type) => ({ type })),
    { type: 'tool_search' },
    { type: 'shell', environment: { type: 'container_auto' } },
    { type: 'mcp', server_label: 'wiki' },
    WEATHER,
    SEARCH,
  ]
  expect(translated({ tools }, null)).toEqual({
    tools: [CHAT_WEATHER],
    search: undefined,
    warnings: LEFT_OUT(
      'file_search, code_interpreter, image_generation, computer_use_preview, tool_search, shell, mcp wiki, web_search',
    ),
  })
  expect(translated({ tools, tool_choice: 'none' }, null).warnings).toEqual([])
})

test.each([
  ['a provider with it', [SEARCH, WEATHER], ALL, true],
  ['a provider without it', [SEARCH], null, false],
  ['a provider that has it without functions only', [SEARCH, WEATHER], ALONE, false],
  ['such a provider and no function', [SEARCH], ALONE, true],
  ['domains', [{ ...SEARCH, filters: { allowed_domains: ['a.com'] } }], ALL, true],
  [
    'domains at a provider that cannot limit it',
    [{ ...SEARCH, filters: { allowed_domains: ['a.com'] } }],
    ALONE,
    false,
  ],
  ['an index instead of the live web', [{ ...SEARCH, external_web_access: false }], ALL, false],
])('searches the web or warns: %s', (_name, tools, support, isKept) => {
  const { search, warnings } = translated({ tools }, support)
  expect({ isKept: search !== undefined, warnings }).toEqual({ isKept, warnings: isKept ? [] : LEFT_OUT('web_search') })
})

test('warns of limits that have no effect, and of nothing else', () => {
  const limits = { max_tool_calls: 3, truncation: 'auto', context_management: [{ type: 'compaction' }] }
  expect(translated(limits, null).warnings).toEqual([
    'Left out members that this provider does not have: context_management, max_tool_calls, truncation.',
  ])
  const hints = { truncation: 'disabled', client_metadata: { a: 'b' }, store: true, prompt_cache_key: 'k' }
  expect(translated(hints, null).warnings).toEqual([])
  expect(membersOf(hints)).toEqual({})
})

test('bounds the names in a warning', () => {
  const tools = Array.from({ length: 1_000 }, (_, i) => ({ type: `${i}_${'x'.repeat(1_000)}` }))
  const [warning = ''] = translated({ tools }, null).warnings
  expect(warning.length).toBeLessThan(800)
})
