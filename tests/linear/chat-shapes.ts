/** Requests whose parts a caller can make long, as functions of a size. */

type Json = Record<string, unknown>
export type Shape = (n: number) => Json

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const PIXEL = 'data:image/png;base64,iVBORw0KGgo='

const call = (i: number): Json => ({
  id: `call_${i}`,
  type: 'function',
  function: { name: 'look_up', arguments: `{"i":${i}}` },
})
const result = (i: number, content: unknown = 'found'): Json => ({ role: 'tool', tool_call_id: `call_${i}`, content })
const tool = (i: number, parameters: unknown): Json => ({
  type: 'function',
  function: { name: `tool_${i}`, description: 'Looks it up.', parameters },
})
const USER: Json = { role: 'user', content: 'hi' }
const chat = (messages: unknown[], rest: Json = {}): Json => ({ model: 'm', messages, ...rest })
const properties = (n: number, make: (i: number) => unknown): Json =>
  Object.fromEntries(times(n, (i) => [`p${i}`, make(i)]))
const nested = (depth: number): Json =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } }

export const CHAT_SHAPES: Readonly<Record<string, Shape>> = {
  'alternating messages': (n) =>
    chat(times(n, (i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content: 'hi' })).concat(USER as never)),
  'messages of one role': (n) => chat(times(n, () => USER)),
  'assistant messages': (n) => chat([USER, ...times(n, () => ({ role: 'assistant', content: 'hi' })), USER]),
  'system messages': (n) => chat([...times(n, () => ({ role: 'system', content: 'be kind' })), USER]),
  'system messages between others': (n) =>
    chat(times(n, (i) => ({ role: i % 2 === 0 ? 'system' : 'user', content: 'x' })).concat(USER as never)),
  'parts of a message': (n) => chat([{ role: 'user', content: times(n, () => ({ type: 'text', text: 'x' })) }]),
  'images of a message': (n) =>
    chat([{ role: 'user', content: times(n, () => ({ type: 'image_url', image_url: { url: PIXEL } })) }]),
  'parts of the system message': (n) =>
    chat([{ role: 'system', content: times(n, () => ({ type: 'text', text: 'x' })) }, USER]),
  'calls of one turn': (n) =>
    chat([USER, { role: 'assistant', content: null, tool_calls: times(n, call) }, ...times(n, (i) => result(i))]),
  'results in reverse': (n) =>
    chat([
      USER,
      { role: 'assistant', content: null, tool_calls: times(n, call) },
      ...times(n, (i) => result(n - 1 - i)),
    ]),
  'turns with a call': (n) =>
    chat([USER, ...times(n, (i) => [{ role: 'assistant', content: '', tool_calls: [call(i)] }, result(i)]).flat()]),
  'parts of a result': (n) =>
    chat([
      USER,
      { role: 'assistant', content: null, tool_calls: [call(0)] },
      result(
        0,
        times(n, () => ({ type: 'text', text: 'x' })),
      ),
    ]),
  'thoughts of a turn': (n) =>
    chat([
      USER,
      {
        role: 'assistant',
        content: 'x',
        reasoning_content: 'y',
        reasoning_details: times(n, (i) => ({ type: 'thinking', text: 't', signature: 's', index: i })),
      },
      USER,
    ]),
  'pieces of a thought': (n) =>
    chat([
      USER,
      {
        role: 'assistant',
        content: 'x',
        reasoning_details: times(n, () => ({ type: 'thinking', text: 't', index: 0 })),
      },
      USER,
    ]),
  'turns with thoughts': (n) =>
    chat([
      ...times(n, () => [
        USER,
        {
          role: 'assistant',
          content: 'x',
          reasoning_details: [{ type: 'thinking', text: 't', signature: 's' }],
        },
      ]).flat(),
      USER,
    ]),
  tools: (n) => chat([USER], { tools: times(n, (i) => tool(i, { type: 'object', properties: {} })) }),
  'strict tools': (n) =>
    chat([USER], {
      tools: [
        {
          type: 'function',
          function: { name: 'f', strict: true, parameters: { properties: properties(n, () => nested(1)) } },
        },
      ],
    }),
  'properties of a tool': (n) =>
    chat([USER], {
      tools: [
        tool(0, {
          type: 'object',
          properties: properties(n, () => ({ type: 'string' })),
          required: times(n, (i) => `p${i}`),
        }),
      ],
    }),
  'values of an enum': (n) =>
    chat([USER], { tools: [tool(0, { type: 'object', properties: { a: { enum: times(n, (i) => `v${i}`) } } })] }),
  'references to a large definition': (n) =>
    chat([USER], {
      tools: [
        tool(0, {
          type: 'object',
          $defs: { large: { type: 'string', description: 'd', enum: times(n, (i) => `v${i}`) } },
          properties: properties(n, () => ({ $ref: '#/$defs/large' })),
        }),
      ],
    }),
  'variants that share a description': (n) =>
    chat([USER], {
      tools: [
        tool(0, {
          type: 'object',
          properties: { a: { description: 'd'.repeat(n), anyOf: times(n, () => ({ type: 'string' })) } },
        }),
      ],
    }),
  'types of a property': (n) =>
    chat([USER], {
      tools: [
        tool(0, {
          type: 'object',
          properties: { a: { type: times(n, (i) => `t${i}`), enum: times(n, (i) => `v${i}`) } },
        }),
      ],
    }),
  'deep schemas': (n) => chat([USER], { tools: times(Math.ceil(n / 32), (i) => tool(i, nested(24))) }),
  'names of allowed tools': (n) =>
    chat([USER], {
      tools: times(n, (i) => tool(i, { type: 'object', properties: {} })),
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: {
          mode: 'auto',
          tools: times(n, (i) => ({ type: 'function', function: { name: `tool_${i}` } })),
        },
      },
    }),
  'one long text': (n) => chat([{ role: 'user', content: 'x'.repeat(n * 16) }]),
  'one text of escapes': (n) => chat([{ role: 'user', content: '\\"\n\u0001'.repeat(n * 4) }]),
  'one long data URL': (n) =>
    chat([
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'AAAA'.repeat(n * 4)}` } }],
      },
    ]),
  'long arguments': (n) =>
    chat([
      USER,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ ...call(0), function: { name: 'f', arguments: JSON.stringify({ a: 'x'.repeat(n * 8) }) } }],
      },
      result(0, 'y'.repeat(n * 8)),
    ]),
  'a long id of a call': (n) =>
    chat([
      USER,
      { role: 'assistant', content: null, tool_calls: [{ ...call(0), id: ':'.repeat(n * 8) }] },
      { role: 'tool', tool_call_id: ':'.repeat(n * 8), content: 'x' },
    ]),
  'unknown members': (n) => ({ ...chat([USER]), ...properties(n, (i) => i) }),
  'stop texts': (n) => chat([USER], { stop: times(n, (i) => `s${i}`) }),
}

export const EMBEDDING_SHAPES: Readonly<Record<string, Shape>> = {
  'texts to embed': (n) => ({ model: 'm', input: times(n, (i) => `text ${i}`) }),
  'one long text to embed': (n) => ({ model: 'm', input: 'x'.repeat(n * 16) }),
  'unknown members': (n) => ({ model: 'm', input: 'x', ...properties(n, (i) => i) }),
}

const text = (value = 'hi'): Json => ({ type: 'text', text: value })
const use = (i: number): Json => ({ type: 'tool_use', id: `toolu_${i}`, name: 'look_up', input: { i } })
const used = (i: number): Json => ({ type: 'tool_result', tool_use_id: `toolu_${i}`, content: [text('found')] })
const messages = (list: unknown[], rest: Json = {}): Json => ({ model: 'm', max_tokens: 9, messages: list, ...rest })

export const MESSAGES_SHAPES: Readonly<Record<string, Shape>> = {
  'alternating messages': (n) =>
    messages(times(n, (i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content: 'hi' })).concat(USER as never)),
  'messages of one role': (n) => messages(times(n, () => USER)),
  'blocks of a message': (n) => messages([{ role: 'user', content: times(n, () => text()) }]),
  'blocks of the system prompt': (n) => messages([USER], { system: times(n, () => text()) }),
  'calls of one turn': (n) =>
    messages([USER, { role: 'assistant', content: times(n, use) }, { role: 'user', content: times(n, used) }]),
  'turns with a call': (n) =>
    messages([
      USER,
      ...times(n, (i) => [
        { role: 'assistant', content: [use(i)] },
        { role: 'user', content: [used(i)] },
      ]).flat(),
    ]),
  'thoughts of a turn': (n) =>
    messages([
      USER,
      { role: 'assistant', content: times(n, () => ({ type: 'thinking', thinking: 't', signature: 's' })) },
      USER,
    ]),
  tools: (n) => messages([USER], { tools: times(n, (i) => ({ name: `tool_${i}`, input_schema: { type: 'object' } })) }),
  'one long text': (n) => messages([{ role: 'user', content: 'x'.repeat(n * 16) }]),
  'one text of escapes': (n) => messages([{ role: 'user', content: '\\"\n'.repeat(n * 4) }]),
  'unknown members': (n) => ({ ...messages([USER]), metadata: properties(n, (i) => i) }),
}

const responses = (input: unknown, rest: Json = {}): Json => ({ model: 'm', input, ...rest })
const functionCall = (i: number): Json => ({
  type: 'function_call',
  call_id: `call_${i}`,
  name: 'look_up',
  arguments: `{"i":${i}}`,
})
const output = (i: number): Json => ({ type: 'function_call_output', call_id: `call_${i}`, output: 'found' })

export const RESPONSES_SHAPES: Readonly<Record<string, Shape>> = {
  'alternating messages': (n) =>
    responses(times(n, (i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content: 'hi' }))),
  'messages of one role': (n) => responses(times(n, () => USER)),
  'assistant messages': (n) => responses(times(n, () => ({ role: 'assistant', content: 'hi' }))),
  'parts of a message': (n) =>
    responses([{ role: 'user', content: times(n, () => ({ type: 'input_text', text: 'x' })) }]),
  'calls and results': (n) => responses([USER, ...times(n, functionCall), ...times(n, output)]),
  'calls with their results': (n) => responses([USER, ...times(n, (i) => [functionCall(i), output(i)]).flat()]),
  'reasoning items': (n) =>
    responses([
      USER,
      ...times(n, (i) => ({ type: 'reasoning', id: `rs_${i}`, summary: [{ type: 'summary_text', text: 't' }] })),
    ]),
  tools: (n) =>
    responses('hi', {
      tools: times(n, (i) => ({ type: 'function', name: `tool_${i}`, parameters: { type: 'object' } })),
    }),
  'custom tools': (n) => responses('hi', { tools: times(n, (i) => ({ type: 'custom', name: `tool_${i}` })) }),
  namespaces: (n) =>
    responses('hi', {
      tools: times(n, (i) => ({ type: 'namespace', name: `n${i}`, tools: [{ type: 'function', name: 'f' }] })),
    }),
  'tools of one namespace with ambiguous names': (n) =>
    responses('hi', {
      tools: times(n, (i) => [
        { type: 'function', name: `a__${i}` },
        { type: 'namespace', name: 'a', tools: [{ type: 'function', name: `${i}` }] },
      ]).flat(),
    }),
  'repeated tools': (n) => responses('hi', { tools: times(n, () => ({ type: 'local_shell' })) }),
  'hosted tools': (n) => responses('hi', { tools: times(n, (i) => ({ type: 'mcp', server_label: `s${i}` })) }),
  'loaded tools': (n) =>
    responses([
      USER,
      ...times(n, (i) => ({ type: 'additional_tools', tools: [{ type: 'function', name: `f${i % 7}` }] })),
    ]),
  'allowed tools': (n) =>
    responses('hi', {
      tools: [{ type: 'namespace', name: 'a', tools: times(n, (i) => ({ type: 'function', name: `f${i}` })) }],
      tool_choice: {
        type: 'allowed_tools',
        mode: 'auto',
        tools: times(n, (i) => ({ type: 'function', name: `f${i}` })),
      },
    }),
  'items that are left out': (n) => responses([USER, ...times(n, (i) => ({ type: `from_the_future_${i}` }))]),
  'one long text': (n) => responses('x'.repeat(n * 16)),
}

const generate = (contents: unknown, rest: Json = {}): Json => ({ model: 'm', contents, ...rest })
const said: Json = { role: 'user', parts: [{ text: 'hi' }] }
const called = (i: number): Json => ({ functionCall: { id: `call_${i}`, name: 'look_up', args: { i } } })
const answered = (i: number): Json => ({
  functionResponse: { id: `call_${i}`, name: 'look_up', response: { output: 'found' } },
})
const withoutId = (part: Json): Json =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [name, { ...(value as Json), id: undefined }]))
const deepSchema = (n: number): Json => {
  let schema: Json = { type: 'STRING' }
  for (let i = 0; i < Math.min(n, 500); i++) schema = { type: 'ARRAY', items: schema }
  return schema
}

export const GENERATE_CONTENT_SHAPES: Readonly<Record<string, Shape>> = {
  'alternating contents': (n) =>
    generate([...times(n, (i) => ({ role: i % 2 === 0 ? 'user' : 'model', parts: [{ text: 'hi' }] })), said]),
  'parts of a content': (n) => generate([{ role: 'user', parts: times(n, () => ({ text: 'x' })) }]),
  'parts of the instruction': (n) =>
    generate([said], { systemInstruction: { parts: times(n, () => ({ text: 'x' })) } }),
  'calls of one turn': (n) =>
    generate([said, { role: 'model', parts: times(n, called) }, { role: 'user', parts: times(n, answered) }]),
  'calls without ids': (n) =>
    generate([
      said,
      { role: 'model', parts: times(n, (i) => withoutId(called(i))) },
      { role: 'user', parts: times(n, (i) => withoutId(answered(i))) },
    ]),
  'results in reverse': (n) =>
    generate([said, { role: 'model', parts: times(n, called) }, { role: 'user', parts: times(n, answered).reverse() }]),
  'turns with a call': (n) =>
    generate([
      said,
      ...times(n, (i) => [
        { role: 'model', parts: [called(i)] },
        { role: 'user', parts: [answered(i)] },
      ]).flat(),
    ]),
  'thoughts of a turn': (n) =>
    generate([
      said,
      { role: 'model', parts: times(n, () => ({ text: 't', thought: true, thoughtSignature: 'c2ln' })) },
    ]),
  'carried thinking': (n) =>
    generate([
      said,
      ...times(n, (i) => ({
        role: 'model',
        parts: [{ ...called(i), thoughtSignature: Buffer.from('gatehouse:{"reasoning":"t"}').toString('base64') }],
      })),
    ]),
  tools: (n) =>
    generate([said], {
      tools: [{ functionDeclarations: times(n, (i) => ({ name: `tool_${i}`, parameters: { type: 'OBJECT' } })) }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: times(n, (i) => `tool_${i}`) } },
    }),
  'properties of a schema': (n) =>
    generate([said], {
      generationConfig: { responseSchema: { type: 'OBJECT', properties: properties(n, () => ({ type: 'STRING' })) } },
    }),
  'a deep schema': (n) => generate([said], { generationConfig: { responseSchema: deepSchema(n) } }),
  'one long text': (n) => generate([{ role: 'user', parts: [{ text: 'x'.repeat(n * 16) }] }]),
  'one long image': (n) =>
    generate([{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: '-_'.repeat(n * 8) } }] }]),
  'unknown members': (n) => ({ ...generate([said]), ...properties(n, (i) => i) }),
}
