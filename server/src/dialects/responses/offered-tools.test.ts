import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { JsonObject } from '../dialect.ts'
import { objectsIn } from '../json.ts'
import { responsesInbound } from './responses-inbound.ts'

const { toChat, fromChat, stream } = responsesInbound

const fn = (name: string) => ({ type: 'function', name, parameters: { type: 'object', properties: {} } })
const space = (name: string, ...tools: JsonObject[]) => ({ type: 'namespace', name, description: '', tools })

function chatNames(body: JsonObject): string[] {
  return objectsIn(toChat({ model: 'm', input: 'x', ...body })['tools']).map(
    (tool) => (tool['function'] as { name: string }).name,
  )
}

const call = (name: string, args = '{}') => ({
  id: `call_${name}`,
  type: 'function',
  function: { name, arguments: args },
})

/** The output items of a response that calls these functions, whole and streamed. */
function outputOf(request: JsonObject, calls: readonly ReturnType<typeof call>[]): JsonObject[] {
  const message = { role: 'assistant', content: null, tool_calls: calls }
  const whole = fromChat({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }, request)
  return withoutIds(whole['output'])
}

function withoutIds(items: unknown): JsonObject[] {
  return objectsIn(items).map(({ id: _, ...item }) => item)
}

/** Names that collide, are too long, or are not valid in chat. */
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'a__b',
    'b__c',
    '__',
    '_',
    'mcp__x',
    '1st',
    '-',
    'ä',
    '\ud800',
    'weather.get',
    'tool_search',
  ),
  fc.string({ minLength: 1, maxLength: 80 }),
  fc.string({ minLength: 60, maxLength: 200, unit: fc.constantFrom('a', '_', 'é') }),
)
const offered = fc.record({
  spaces: fc.uniqueArray(fc.tuple(name, fc.uniqueArray(name, { minLength: 1, maxLength: 4 })), {
    maxLength: 6,
    selector: ([space]) => space,
  }),
  functions: fc.uniqueArray(name, { maxLength: 4 }),
  hasClientTools: fc.boolean(),
})

test('every tool has a chat name of its own, and its calls come back under the caller’s names', () => {
  fc.assert(
    fc.property(offered, ({ spaces, functions, hasClientTools }) => {
      const tools = [
        ...functions.map(fn),
        ...spaces.map(([own, names]) =>
          space(own, ...names.map((inner, i) => ({ ...fn(inner), ...(i === 1 && { type: 'custom' }) }))),
        ),
        ...(hasClientTools ? [{ type: 'local_shell' }, { type: 'tool_search', execution: 'client' }] : []),
      ]
      fc.pre(tools.length > 0)
      const names = chatNames({ tools })
      expect(new Set(names).size).toBe(names.length)
      for (const chatName of names.slice(functions.length)) expect(chatName).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
      const input = { input: 'x', tools }
      const output = outputOf(
        input,
        names.map((chatName) => call(chatName)),
      )
      const called = output.map(({ type, namespace, name: own }) => [type, namespace, own])
      const expected = [
        ...functions.map((own) => ['function_call', undefined, own]),
        ...spaces.flatMap(([ns, inner]) =>
          inner.map((own, i) => [i === 1 ? 'custom_tool_call' : 'function_call', ns, own]),
        ),
        ...(hasClientTools
          ? [
              ['local_shell_call', undefined, undefined],
              ['tool_search_call', undefined, undefined],
            ]
          : []),
      ]
      expect(called).toEqual(expected)
      // If the caller sends the output back as input, each call has the chat name of its tool.
      const chat = toChat({ model: 'm', input: output, tools })
      const [turn] = objectsIn(chat['messages'])
      const sent = objectsIn(turn?.['tool_calls']).map((one) => (one['function'] as { name: string }).name)
      expect(sent).toEqual(names)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('names are readable where they can be, and do not depend on the order of the tools', () => {
  const tools = [fn('a__b__c'), space('a', fn('b__c'), fn('d')), space('a__b', fn('c')), space('w.x', fn('y'))]
  const names = chatNames({ tools })
  expect(names).toEqual([
    'a__b__c',
    expect.stringMatching(/^a__b__c_[0-9a-f]{16}$/),
    'a__d',
    expect.stringMatching(/^a__b__c_[0-9a-f]{16}$/),
    expect.stringMatching(/^w_x__y_[0-9a-f]{16}$/),
  ])
  expect(chatNames({ tools: tools.toReversed() }).sort()).toEqual(names.sort())
})

test('a caller cannot take the name of another tool', () => {
  const [taken = ''] = chatNames({ tools: [space('a b', fn('c'))] })
  const names = chatNames({ tools: [fn(taken), space('a b', fn('c'))] })
  expect(names[0]).toBe(taken)
  expect(new Set(names).size).toBe(2)
})

test('the description of a namespace is in that of its first tool', () => {
  const tools = [{ ...space('crm', { ...fn('a'), description: 'A.' }, fn('b')), description: 'Customers.' }]
  expect(toChat({ model: 'm', input: 'x', tools })['tools']).toMatchObject([
    { function: { name: 'crm__a', description: 'A.\n\nAll tools in crm: Customers.' } },
    { function: { name: 'crm__b' } },
  ])
})

const WEATHER = space('mcp__weather', fn('get'), { type: 'custom', name: 'free' })

test.each([
  ['function with its namespace', { type: 'function', namespace: 'mcp__weather', name: 'get' }, 'mcp__weather__get'],
  ['function without its namespace', { type: 'function', name: 'get' }, 'mcp__weather__get'],
  ['custom tool', { type: 'custom', name: 'free' }, 'mcp__weather__free'],
  ['shell', { type: 'local_shell' }, 'local_shell'],
])('a choice may name a %s', (_name, choice, chatName) => {
  const chat = toChat({ model: 'm', input: 'x', tools: [WEATHER, { type: 'local_shell' }], tool_choice: choice })
  expect(chat['tool_choice']).toEqual({ type: 'function', function: { name: chatName } })
})

test('allowed tools may name a namespace or a tool in it', () => {
  const tools = [WEATHER, space('other', fn('x')), fn('y')]
  const choose = (...allowed: JsonObject[]) => ({ type: 'allowed_tools', mode: 'auto', tools: allowed })
  expect(chatNames({ tools, tool_choice: choose({ type: 'namespace', name: 'mcp__weather' }) })).toEqual([
    'mcp__weather__get',
    'mcp__weather__free',
  ])
  const inner = { type: 'function', name: 'x', namespace: 'other' }
  expect(chatNames({ tools, tool_choice: choose(inner, { type: 'function', name: 'y' }) })).toEqual(['other__x', 'y'])
})

test('tools that the input adds can be called, each once', () => {
  const input = [
    { type: 'additional_tools', role: 'developer', tools: [fn('exec'), WEATHER] },
    { role: 'user', content: 'hi' },
    { type: 'tool_search_call', call_id: 's1', execution: 'client', arguments: { query: 'mail' } },
    {
      type: 'tool_search_output',
      call_id: 's1',
      status: 'completed',
      execution: 'client',
      tools: [WEATHER, space('mail', fn('send'))],
    },
  ]
  const tools = [
    { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters: { type: 'object' } },
  ]
  expect(chatNames({ tools, input })).toEqual([
    'tool_search',
    'exec',
    'mcp__weather__get',
    'mcp__weather__free',
    'mail__send',
  ])
  const messages = objectsIn(toChat({ model: 'm', tools, input })['messages'])
  expect(messages.slice(1)).toEqual([
    { role: 'assistant', content: null, tool_calls: [{ ...call('tool_search', '{"query":"mail"}'), id: 's1' }] },
    { role: 'tool', tool_call_id: 's1', content: expect.stringContaining('"send"') },
  ])
})

/** A tool, the arguments of a call, the members of the call's item, the item of its result, and the result as text. */
const CLIENT_CALLS: readonly [
  tool: JsonObject,
  args: JsonObject,
  members: JsonObject,
  output: JsonObject,
  text: string,
][] = [
  [
    { type: 'local_shell' },
    { command: ['ls', '-l'], working_directory: '/tmp' },
    {
      type: 'local_shell_call',
      action: { type: 'exec', command: ['ls', '-l'], env: {}, timeout_ms: null, working_directory: '/tmp', user: null },
    },
    { type: 'local_shell_call_output', id: 'call_local_shell', output: 'a.txt' },
    'a.txt',
  ],
  [
    { type: 'shell' },
    { commands: ['pwd'], timeout_ms: 5 },
    { type: 'shell_call', action: { commands: ['pwd'], timeout_ms: 5, max_output_length: null }, environment: null },
    { type: 'shell_call_output', call_id: 'call_shell', output: [{ stdout: '/', stderr: '' }] },
    '[{"stdout":"/","stderr":""}]',
  ],
  [
    { type: 'apply_patch' },
    { type: 'create_file', path: 'a', diff: '+x' },
    { type: 'apply_patch_call', operation: { type: 'create_file', path: 'a', diff: '+x' } },
    { type: 'apply_patch_call_output', call_id: 'call_apply_patch', status: 'failed' },
    'failed',
  ],
  [
    { type: 'tool_search', execution: 'client' },
    { query: 'mail', limit: 3 },
    { type: 'tool_search_call', execution: 'client', arguments: { query: 'mail', limit: 3 } },
    { type: 'tool_search_output', call_id: 'call_tool_search', tools: [] },
    '[]',
  ],
]

for (const [tool, args, members, result, text] of CLIENT_CALLS) {
  const type = tool['type'] as string
  const request = { model: 'm', input: 'x', tools: [tool] }
  test(`a call of ${type} has the form that clients expect, and goes back as a call`, () => {
    const [item = {}] = outputOf(request, [call(type, JSON.stringify(args))])
    expect(item).toEqual({ status: 'completed', call_id: `call_${type}`, ...members })
    const [turn, answer] = objectsIn(toChat({ ...request, input: [item, result] })['messages'])
    expect(turn?.['tool_calls']).toEqual([call(type, JSON.stringify(args))])
    expect(answer).toEqual({ role: 'tool', tool_call_id: `call_${type}`, content: text })
  })

  test(`a call of ${type} with unreadable arguments is a call without them`, () => {
    const [item = {}] = outputOf(request, [call(type, '{"comm')])
    expect(Object.keys(item).sort()).toEqual(['call_id', 'status', ...Object.keys(members)].sort())
  })
}

type Events = readonly JsonObject[]

function eventsOf(request: JsonObject, deltas: readonly JsonObject[]): Events {
  const encoder = stream(request)
  let text = ''
  for (const delta of deltas) text += encoder.chunk({ choices: [{ index: 0, delta }] })
  text += encoder.chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }) + encoder.end()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as JsonObject)
}

/** Cuts a text at these positions. */
function cut(text: string, at: readonly number[]): string[] {
  const ends = [...new Set(at.map((position) => position % (text.length + 1)))].sort((one, other) => one - other)
  return [...ends, text.length].map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end))
}

const STREAMED = [
  [{ type: 'function', name: 'top' }, '{"city":"Zürich 🌧"}'],
  [space('mcp__weather', fn('get')), '{"city":"Bern"}'],
  [space('patch', { type: 'custom', name: 'apply' }), '{"input":"*** Begin\\n+\\u00e9 🌧\\"}"}'],
  [{ type: 'custom', name: 'raw' }, '{"input":"x"}'],
  [{ type: 'local_shell' }, '{"command":["ls"]}'],
  [{ type: 'tool_search', execution: 'client' }, '{"query":"q"}'],
] as const

test('a stream of calls equals the whole response for every split of the arguments', () => {
  const request: JsonObject = { model: 'm', input: 'x', tools: STREAMED.map(([tool]) => tool) }
  const names = chatNames(request)
  const calls = names.map((chatName, i) => call(chatName, STREAMED[i]![1]))
  const whole = outputOf(request, calls)
  const cuts = fc.array(fc.array(fc.nat(60), { maxLength: 8 }), { minLength: calls.length, maxLength: calls.length })
  fc.assert(
    fc.property(cuts, fc.boolean(), fc.boolean(), (at, isLateName, isInterleaved) => {
      const perCall = calls.map(({ id, type, function: { name: chatName, arguments: args } }, index) => {
        const pieces = cut(args, at[index]!).map((piece) => ({
          tool_calls: [{ index, function: { arguments: piece } }],
        }))
        const starts = isLateName
          ? [{ tool_calls: [{ index, id, type }] }, { tool_calls: [{ index, function: { name: chatName } }] }]
          : [{ tool_calls: [{ index, id, type, function: { name: chatName, arguments: '' } }] }]
        return [...starts, ...pieces]
      })
      const longest = Math.max(...perCall.map(({ length }) => length))
      const deltas = isInterleaved
        ? Array.from({ length: longest }, (_, i) => perCall.flatMap((pieces) => pieces.slice(i, i + 1))).flat()
        : perCall.flat()
      const events = eventsOf(request, deltas)
      const last = events.at(-1)?.['response'] as JsonObject
      expect(withoutIds(last['output'])).toEqual(whole)
      const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item)
      expect(withoutIds(done)).toEqual(whole)
      const added = events.filter(({ type }) => type === 'response.output_item.added').map(({ item }) => item)
      const shape = ({ type, namespace, name: own, call_id: id }: JsonObject) => ({ type, namespace, own, id })
      expect(objectsIn(added).map(shape)).toEqual(whole.map(shape))
    }),
    { numRuns: propertyRuns(200) },
  )
})
