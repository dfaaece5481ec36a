import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { JsonObject } from '../dialect.ts'
import { fromChat } from './response.ts'
import { ResponseStream } from './stream.ts'

const REQUEST = {
  model: 'm',
  tools: [
    { type: 'custom', name: 'apply_patch' },
    { type: 'function', name: 'weather' },
  ],
}
const INPUT = '*** Begin Patch\n+"quoted" \\ tab\t ä€😀 \u0001\n*** End Patch'

const callOf = (name: string, args: string) => ({ id: 'c1', type: 'function', function: { name, arguments: args } })

function wholeCall(args: string): JsonObject {
  const message = { role: 'assistant', content: null, tool_calls: [callOf('apply_patch', args)] }
  const { output } = fromChat({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }, REQUEST)
  return (output as JsonObject[])[0]!
}

type Event = { type: string; delta?: string; input?: string; item?: JsonObject; response?: { output: JsonObject[] } }

function streamed(pieces: readonly string[]): Event[] {
  const stream = new ResponseStream(REQUEST)
  const chunk = (delta: JsonObject, reason: string | null = null) =>
    stream.chunk({ choices: [{ index: 0, delta, finish_reason: reason }] })
  let text = chunk({ tool_calls: [{ index: 0, ...callOf('apply_patch', '') }] })
  for (const piece of pieces) text += chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })
  text += chunk({}, 'tool_calls') + stream.end()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as Event)
}

test('a call of a custom tool has its text as input', () => {
  expect(wholeCall(JSON.stringify({ input: INPUT }))).toMatchObject({
    id: expect.stringMatching(/^ctc_/),
    type: 'custom_tool_call',
    status: 'completed',
    call_id: 'c1',
    name: 'apply_patch',
    input: INPUT,
  })
})

test.each([
  ['the text under another name', '{"patch":"x"}', 'x'],
  ['a text of JSON', '"x"', 'x'],
  ['the text itself', '*** Begin Patch', '*** Begin Patch'],
  ['several members', '{"a":"x","b":"y"}', '{"a":"x","b":"y"}'],
  ['nothing', '', ''],
])('reads arguments that are %s, complete and streamed', (_name, args, input) => {
  expect(wholeCall(args)['input']).toBe(input)
  const events = streamed([...args])
  expect(events.at(-1)?.response?.output[0]?.['input']).toBe(input)
  expect(events.map(({ type, delta }) => (type.endsWith('.delta') ? delta : '')).join('')).toBe(input)
})

test('a function call in the same response stays a function call', () => {
  const message = { role: 'assistant', content: null, tool_calls: [callOf('weather', '{"input":"x"}')] }
  const { output } = fromChat({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }, REQUEST)
  expect(output).toMatchObject([{ type: 'function_call', arguments: '{"input":"x"}' }])
})

test('events are in OpenAI’s order, and the input grows with the arguments', () => {
  const json = JSON.stringify({ input: INPUT })
  const events = streamed([json.slice(0, 4), json.slice(4, 30), json.slice(30)])
  expect(events.map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.done',
    'response.output_item.done',
    'response.completed',
  ])
  expect(events[2]?.item).toMatchObject({ type: 'custom_tool_call', status: 'in_progress', input: '' })
  expect(events[5]?.input).toBe(INPUT)
})

test('reads a text in any JSON spelling and at any cut', () => {
  const spaces = fc.constantFrom('', ' ', '\n  ')
  const escaped = (text: string) =>
    JSON.stringify(text).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 30 }),
      spaces,
      fc.boolean(),
      fc.array(fc.nat({ max: 80 })),
      (input, space, isEscaped, cuts) => {
        const value = isEscaped ? escaped(input) : JSON.stringify(input)
        const json = `{${space}"input"${space}:${space}${value}${space}}`
        const places = [0, ...cuts.map((cut) => cut % json.length).sort((a, b) => a - b), json.length]
        const pieces = places.slice(1).map((end, i) => json.slice(places[i], end))
        const events = streamed(pieces)
        expect(events.at(-1)?.response?.output[0]?.['input']).toBe(input)
        expect(events.map(({ type, delta }) => (type.endsWith('.delta') ? delta : '')).join('')).toBe(input)
      },
    ),
  )
})
