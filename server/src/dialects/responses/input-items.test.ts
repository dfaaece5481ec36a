import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import type { JsonObject } from '../dialect.ts'
import { chatMessages } from './input-items.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgo='
const call = (id: string, name = 'weather') => ({ type: 'function_call', call_id: id, name, arguments: '{"a":1}' })
const chatCall = (id: string, name = 'weather') => ({
  id,
  type: 'function',
  function: { name, arguments: '{"a":1}' },
})
const output = (id: string, text: unknown) => ({ type: 'function_call_output', call_id: id, output: text })

const ITEMS: readonly [name: string, input: JsonObject[], messages: JsonObject[]][] = [
  [
    'roles, with developer as system',
    [
      { role: 'developer', content: 'a' },
      { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'b' }] },
      { role: 'user', content: 'c' },
      { role: 'assistant', content: 'd' },
    ],
    [
      { role: 'system', content: 'a' },
      { role: 'system', content: 'b' },
      { role: 'user', content: 'c' },
      { role: 'assistant', content: 'd' },
    ],
  ],
  [
    'text, images, files and sound',
    [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'look' },
          { type: 'input_image', image_url: PNG, detail: 'original' },
          { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
          { type: 'input_file', file_url: 'https://example.com/a.pdf', file_id: null },
          { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
        ],
      },
    ],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: PNG, detail: 'high' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
          { type: 'file', file: { file_data: 'data:application/pdf;base64,AA==', filename: 'a.pdf' } },
          { type: 'file', file: { file_url: 'https://example.com/a.pdf' } },
          { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
        ],
      },
    ],
  ],
  [
    'cache marks of both kinds',
    [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
          { type: 'input_text', text: 'b', prompt_cache_breakpoint: { mode: 'explicit' } },
        ],
      },
    ],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
          { type: 'text', text: 'b', cache_control: { type: 'ephemeral' } },
        ],
      },
    ],
  ],
  [
    'parallel calls and their results in a row',
    [{ role: 'user', content: 'go' }, call('c1'), call('c2', 'news'), output('c1', 'sun'), output('c2', 'none')],
    [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [chatCall('c1'), chatCall('c2', 'news')] },
      { role: 'tool', tool_call_id: 'c1', content: 'sun' },
      { role: 'tool', tool_call_id: 'c2', content: 'none' },
    ],
  ],
  [
    'all items of one turn as one message',
    [
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
      call('c1'),
      output('c1', [
        { type: 'input_text', text: 'seen' },
        { type: 'input_image', image_url: PNG },
      ]),
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    ],
    [
      { role: 'assistant', content: 'I look.', reasoning_content: 'Hm.', tool_calls: [chatCall('c1')] },
      {
        role: 'tool',
        tool_call_id: 'c1',
        content: [
          { type: 'text', text: 'seen' },
          { type: 'image_url', image_url: { url: PNG } },
        ],
      },
      { role: 'assistant', content: 'No.' },
    ],
  ],
  [
    'text after a call beside it, so that the result still follows the call',
    [{ role: 'assistant', content: 'one' }, call('c1'), { role: 'assistant', content: 'two' }, output('c1', 'ok')],
    [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
        tool_calls: [chatCall('c1')],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
    ],
  ],
  [
    'the call of a custom tool and its output',
    [
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c1', name: 'apply_patch', input: 'a "b"\n' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'done' },
    ],
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'apply_patch', arguments: '{"input":"a \\"b\\"\\n"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ],
  ],
  [
    'an assistant message, without thinking that another provider encrypted',
    [
      { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'So.' }], encrypted_content: 'gAAA' },
      { role: 'assistant', content: 'done' },
    ],
    [{ role: 'assistant', content: 'done' }],
  ],
  [
    'readable thinking that nobody encrypted',
    [
      { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'So.' }], encrypted_content: null },
      { role: 'assistant', content: 'done' },
    ],
    [{ role: 'assistant', content: 'done', reasoning_content: 'So.' }],
  ],
  [
    'thoughts that led to nothing as nothing',
    [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { role: 'user', content: 'go on' },
    ],
    [{ role: 'user', content: 'go on' }],
  ],
  [
    'a call without arguments as an empty object',
    [{ ...call('c1'), arguments: '' }],
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
      },
    ],
  ],
]

for (const [name, input, messages] of ITEMS) {
  test(`reads ${name}`, () => expect(chatMessages({ input })).toEqual(messages))
}

const REFUSALS: readonly [name: string, item: JsonObject | string, param: string, words: RegExp][] = [
  ['a reference', { type: 'item_reference', id: 'msg_1' }, 'input[0]', /msg_1.*whole input/],
  ['a reference without a type', { id: 'msg_1' }, 'input[0]', /msg_1/],
  ['the call of a nameless tool', { type: 'custom_tool_call', call_id: 'c' }, 'input[0].name', /string/],
  ['compacted messages', { type: 'compaction', encrypted_content: 'x' }, 'input[0].type', /cannot read.*compaction/],
  ['a type that is not a string', { type: 3 }, 'input[0].type', /string/],
  ['a text among items', 'hello', 'input[0]', /item/],
  ['an unknown role', { role: 'judge', content: 'x' }, 'input[0].role', /judge/],
  ['a message without content', { role: 'user' }, 'input[0].content', /parts/],
  ['a call without an id', { type: 'function_call', name: 'x' }, 'input[0].call_id', /string/],
  ['a call without a name', { type: 'function_call', call_id: 'x' }, 'input[0].name', /string/],
  ['a result without an id', { type: 'function_call_output', output: 'x' }, 'input[0].call_id', /string/],
  ['a result that is a number', { type: 'function_call_output', call_id: 'x', output: 3 }, 'input[0].output', /string/],
  ['an unknown part', { role: 'user', content: [{ type: 'smell' }] }, 'input[0].content[0].type', /smell/],
  ['a part that is null', { role: 'user', content: [null] }, 'input[0].content[0]', /part/],
  [
    'an uploaded image',
    { role: 'user', content: [{ type: 'input_image', file_id: 'file_1' }] },
    'input[0].content[0].image_url',
    /data: URL/,
  ],
  ['an empty file', { role: 'user', content: [{ type: 'input_file' }] }, 'input[0].content[0]', /no content/],
]

for (const [name, item, param, words] of REFUSALS) {
  test(`rejects ${name} with its path`, () => {
    let refusal: unknown
    try {
      chatMessages({ input: [item] })
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(GatewayError)
    const { code, param: named, message, hint } = refusal as GatewayError
    expect({ code, named }).toEqual({ code: 'invalid_body', named: param })
    expect(`${message} ${hint}`).toMatch(words)
  })
}

test('leaves out items of tools that only OpenAI runs and unknown items, with one warning', () => {
  const warnings: string[] = []
  const input = [
    { role: 'user', content: 'hi', phase: 'unknown member' },
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
    { type: 'mcp_list_tools', id: 'm', server_label: 's', tools: [] },
    { type: 'image_generation_call', id: 'ig_1', result: null },
    { type: 'from_the_future', id: 'x' },
    { type: 'web_search_call', id: 'ws_2' },
  ]
  const messages = chatMessages({ input }, undefined, { warn: (warning) => warnings.push(warning) })
  expect(messages).toEqual([{ role: 'user', content: 'hi' }])
  expect(warnings).toEqual([
    'Left out input items that this provider does not have: web_search_call, mcp_list_tools, image_generation_call, from_the_future.',
  ])
})

test('reads the message of another agent', () => {
  const content = [
    { type: 'input_text', text: 'Find the bug.' },
    { type: 'encrypted_content', encrypted_content: 'x' },
  ]
  const item = { type: 'agent_message', author: 'main', recipient: 'helper', content }
  expect(chatMessages({ input: [item] })).toEqual([{ role: 'user', content: 'Find the bug.' }])
})
