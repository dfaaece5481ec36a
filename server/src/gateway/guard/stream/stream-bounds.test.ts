import { expect, test } from 'bun:test'
import type { JsonObject } from '../../../core/json.ts'
import { ResponseBody } from '../../relay/response-body.ts'
import { chatFormat } from './formats/chat.ts'
import { messagesFormat } from './formats/messages.ts'
import { responsesFormat } from './formats/responses.ts'
import { guard, guardrail, readGuarded, SAMPLES, type Sample, words } from './test-streams.ts'

const [CHAT] = SAMPLES as readonly [Sample]
const DENY = { deny: true }
const encode = (event: JsonObject) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
const content = (text: string) => encode({ choices: [{ index: 0, delta: { content: text } }] })
const piece = (text: string) =>
  encode({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: text } }] } }] })

test('the work is linear in the length of a text that comes character by character', async () => {
  const total = async (length: number, text: (i: number) => string) => {
    const check = words(['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'])
    await readGuarded(
      chatFormat,
      Array.from({ length }, (_, i) => content(text(i))),
      [guardrail([check], DENY)],
    )
    return check.work.reduce((sum, one) => sum + one, 0)
  }
  for (const text of [() => 'x', () => 'a', (i: number) => (i % 40 === 0 ? ' ' : 'a')]) {
    const [small, large] = [await total(400, text), await total(6_400, text)]
    expect(large / small).toBeLessThan(20)
  }
})

test('the work is linear in the length of a text that never settles', async () => {
  const work: number[] = []
  const never = (length: number) => ({
    ...words(['b']),
    settledUntil: (text: string, from: number) => {
      work.push(text.length - from)
      return from
    },
    find: (text: string, from: number) => {
      work.push(text.length - from)
      return []
    },
    length,
  })
  for (const length of [2_000, 16_000]) {
    work.length = 0
    const { sent } = await readGuarded(
      chatFormat,
      Array.from({ length }, () => content('a')),
      [guardrail([never(length)], DENY)],
    )
    expect(CHAT.read(sent).text.length).toBe(length)
    expect(work.reduce((sum, one) => sum + one, 0)).toBeLessThan(40 * length)
  }
})

test('reads one chunk for each pull, and none before', async () => {
  let reads = 0
  const source = new ResponseBody(() => {
    reads++
    return Promise.resolve(reads > 50 ? null : content('text '))
  })
  const { stream } = guard(chatFormat, source, [guardrail([words(['SECRET'])], DENY)])
  expect(reads).toBe(0)
  for (let i = 1; i <= 10; i++) {
    expect(await stream.body.read()).not.toBeNull()
    expect(reads).toBe(i)
  }
})

test('counts the memory of held events, and frees it when they leave', async () => {
  let held = 0
  let most = 0
  const memory = {
    hold: (bytes: number) => {
      held += bytes
      most = Math.max(most, held)
    },
    free: (bytes: number) => {
      held -= bytes
    },
  }
  const chunks = [
    ...Array.from({ length: 100 }, () => piece('x'.repeat(1_000))),
    encode({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
  ]
  await readGuarded(chatFormat, chunks, [guardrail([words(['SECRET'])], DENY)], undefined, { memory })
  expect(most).toBeGreaterThan(100_000)
  expect(held).toBe(0)
  const denied = await readGuarded(
    chatFormat,
    [...chunks.slice(0, 50), content('SECRET')],
    [guardrail([words(['SECRET'])], DENY)],
    undefined,
    { memory },
  )
  expect(denied.isDenied).toBe(true)
  expect(held).toBe(0)
})

test('a call whose arguments are larger than what may be held is denied, and passes if nothing denies', async () => {
  function* chunks(): Generator<Uint8Array> {
    for (let i = 0; i < 17; i++) yield piece('x'.repeat(1024 * 1024))
    yield content('end')
  }
  const denied = await readGuarded(chatFormat, chunks(), [guardrail([words(['SECRET'])], DENY)])
  expect(denied.isDenied).toBe(true)
  expect(denied.sent).toBe('')
  expect(denied.run.results[0]?.checks[0]?.error?.message).toContain('too long')
  const passed = await readGuarded(chatFormat, chunks(), [guardrail([words(['SECRET'])])])
  expect(passed.sent).toContain('end')
})

test('a text longer than 1 MiB under a check of the whole response is denied', async () => {
  const whole = {
    id: 'test.whole',
    kind: 'whole',
    messages: 'last',
    run: () => ({ verdict: true, data: null }),
  } as const
  const chunks = Array.from({ length: 12 }, () => content('x'.repeat(100_000)))
  const denied = await readGuarded(chatFormat, chunks, [guardrail([whole], DENY)])
  expect(denied.isDenied).toBe(true)
  expect(denied.sent).toBe('')
  const fits = await readGuarded(chatFormat, chunks.slice(0, 10), [guardrail([whole], DENY)])
  expect(fits.isDenied).toBe(false)
})

test('text in members and events that the format does not describe is checked across events', async () => {
  const guards = [guardrail([words(['SECRET'])], DENY)]
  const cases: [typeof chatFormat, JsonObject[]][] = [
    [
      chatFormat,
      [
        { choices: [{ index: 0, delta: { thoughts: 'SEC' } }] },
        { choices: [{ index: 0, delta: { thoughts: 'RET' } }] },
      ],
    ],
    [chatFormat, [{ choices: [], note: { text: 'a SECRET' } }]],
    [
      chatFormat,
      [
        { choices: [{ index: 0, delta: { reasoning_content: 'SEC' } }] },
        { choices: [{ index: 0, delta: { reasoning_content: 'RET' } }] },
      ],
    ],
    [chatFormat, [{ choices: [{ index: 1, delta: { refusal: 'SECRET' } }] }]],
    [
      chatFormat,
      [
        { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, custom: { input: 'SEC' } }] } }] },
        { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, custom: { input: 'RET' } }] } }] },
      ],
    ],
    [
      messagesFormat,
      [
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'SEC' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'RET' } },
      ],
    ],
    [
      messagesFormat,
      [
        { type: 'content_block_delta', index: 0, delta: { type: 'new_delta', words: 'SEC' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'new_delta', words: 'RET' } },
      ],
    ],
    [
      messagesFormat,
      [
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'citations_delta', citation: { cited_text: 'a SECRET' } },
        },
      ],
    ],
    [
      messagesFormat,
      [
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'web_search_tool_result', content: [{ title: 'SECRET' }] },
        },
      ],
    ],
    [
      messagesFormat,
      [
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'server_tool_use', name: 'x', input: { q: 'SECRET' } },
        },
      ],
    ],
    [
      responsesFormat,
      [
        { type: 'response.new_thing.delta', output_index: 0, delta: 'SEC' },
        { type: 'response.new_thing.delta', output_index: 0, delta: 'RET' },
      ],
    ],
    [
      responsesFormat,
      [
        { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'SEC' },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'RET' },
      ],
    ],
    [
      responsesFormat,
      [
        { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: 'SEC' },
        { type: 'response.custom_tool_call_input.delta', output_index: 0, delta: 'RET' },
      ],
    ],
    [
      responsesFormat,
      [
        {
          type: 'response.output_item.done',
          output_index: 0,
          item: { type: 'local_shell_call', action: { command: ['cat', 'SECRET'] } },
        },
      ],
    ],
    [
      responsesFormat,
      [
        {
          type: 'response.completed',
          response: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'SECRET' }] }] },
        },
      ],
    ],
    [responsesFormat, [{ type: 'response.failed', response: { output: [], error: { code: 'x', message: 'SECRET' } } }]],
  ]
  for (const [format, events] of cases) {
    const { isDenied, sent } = await readGuarded(format, events.map(encode), guards)
    expect({ events, isDenied }).toEqual({ events, isDenied: true })
    expect(sent).not.toMatch(/SECRET|RET/)
  }
})

test('identifiers, echoes of the request and binary data are not checked', async () => {
  const guards = [guardrail([words(['SECRET'])], DENY)]
  const events = [
    {
      type: 'response.created',
      response: { id: 'SECRET', instructions: 'SECRET', tools: [{ name: 'SECRET' }], output: [] },
    },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'image_generation_call', result: 'SECRET' } },
    { type: 'response.audio.delta', delta: 'SECRET' },
  ]
  expect((await readGuarded(responsesFormat, events.map(encode), guards)).isDenied).toBe(false)
})

test('comments and unknown fields do not leave', async () => {
  const guards = [guardrail([words(['SECRET'])], DENY)]
  const stream = `: SECRET\n\nevent: x\nfoo: SECRET\ndata: {"choices":[]}\n: SECRET\n\nid: 7\ndata: {"choices": []}\n\n${content('hi').toString()}`
  const { sent } = await readGuarded(chatFormat, [Buffer.from(stream)], guards)
  expect(sent).toBe(
    `:\n\nevent: x\ndata: {"choices":[]}\n\nid: 7\ndata: {"choices": []}\n\n${content('hi').toString()}`,
  )
})

test('log probabilities of a changed text are removed, of others kept', async () => {
  const logprobs = { content: [{ token: 'SECRET', logprob: 0 }] }
  const event = (text: string) => encode({ choices: [{ index: 0, delta: { content: text }, logprobs }] })
  const guards = [guardrail([words(['SECRET'], { kind: 'replace', text: '[x]' })])]
  const { sent } = await readGuarded(chatFormat, [event('SECRET'), event('fine')], guards)
  expect(sent.match(/"logprobs":null/g)).toHaveLength(1)
  expect(sent.match(/"logprobs":\{/g)).toHaveLength(1)
})

test('a check that throws is denied if it denies, and passes if not', async () => {
  const broken = {
    ...words(['x']),
    find: () => {
      throw new TypeError('no')
    },
  }
  const denied = await readGuarded(chatFormat, [content('abc'), content('def')], [guardrail([broken], DENY)])
  expect(denied.isDenied).toBe(true)
  expect(denied.sent).toBe('')
  const open = await readGuarded(chatFormat, [content('abc')], [guardrail([broken], { ...DENY, failOnError: false })])
  expect(open.isDenied).toBe(false)
  expect(open.run.results[0]?.checks[0]?.error?.name).toBe('TypeError')
})

test('the guardrails in the background hold nothing and see the guarded texts', async () => {
  const shadow = guardrail([words(['SECRET'])], { deny: true, shadow: true })
  const redact = guardrail([words(['SECRET'], { kind: 'replace', text: '[x]' })])
  const { stream, sent } = await readGuarded(chatFormat, [content('SEC'), content('RET.')], [shadow, redact])
  expect(CHAT.read(sent).text).toBe('[x].')
  expect(stream.subject().parts.map(({ text }) => text)).toEqual(['[x].'])
})

test('a transformed body of a check replaces the texts, and those that repeat them', async () => {
  const responses = SAMPLES.find(({ name }) => name === 'responses')!
  const transform = {
    id: 'test.transform',
    kind: 'whole',
    messages: 'last',
    transforms: true,
    run: ({ responseBody }: { responseBody: JsonObject | null }) => ({
      verdict: true,
      data: null,
      responseBody: JSON.parse(JSON.stringify(responseBody).replace('One two', 'three')) as JsonObject,
    }),
  } as const
  const { sent } = await readGuarded(
    responses.format,
    [Buffer.from(responses.stream(['One ', 'two']))],
    [guardrail([transform])],
  )
  expect(responses.read(sent).text).toBe('three')
})

test('of two members with the same name, only the one that was checked leaves', async () => {
  const event = 'data: {"choices":[{"index":0,"delta":{"content":"SECRET","content":"fine"}}]}\n\n'
  const { sent, isDenied } = await readGuarded(chatFormat, [Buffer.from(event)], [guardrail([words(['SECRET'])], DENY)])
  expect([isDenied, sent]).toEqual([false, 'data: {"choices":[{"index":0,"delta":{"content":"fine"}}]}\n\n'])
})

test('records how long text was held, for the guardrail that held it', async () => {
  const events = [content('a SECRE'), content('Ts')]
  const source = new ResponseBody(async () => {
    await Bun.sleep(20)
    return events.shift() ?? null
  })
  const holding = guardrail([words(['SECRETS'])])
  const other = guardrail([words(['x'])])
  const { stream } = guard(chatFormat, source, [other, holding])
  while ((await stream.body.read()) !== null);
  const [first, second] = stream.runSoFar().results
  expect(first?.heldMs).toBe(0)
  expect(second?.heldMs).toBeGreaterThan(10)
})
