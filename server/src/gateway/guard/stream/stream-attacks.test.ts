import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../tests/harness/property-runs.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { CheckOutcome, RemoteCheck, SpanCheck, WholeCheck } from '../../../guardrails/check.ts'
import { Placeholders } from '../../../guardrails/placeholders.ts'
import { type GuardRun, runGuardrails } from '../run-guardrails.ts'
import { GuardedBody } from '../subject.ts'
import { chatFormat } from './formats/chat.ts'
import { geminiArrayFormat, geminiFormat } from './formats/gemini.ts'
import { messagesFormat } from './formats/messages.ts'
import { responsesFormat } from './formats/responses.ts'
import { chunksOf, guard, guardrail, readGuarded, SAMPLES, type Sample, words } from './test-streams.ts'

const [CHAT] = SAMPLES as readonly [Sample]
const DENY = { deny: true }
const SECRET = 'SECRET'
const hidden = { kind: 'replace', text: '[x]' } as const
const encode = (event: JsonObject) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
const raw = (text: string) => Buffer.from(`data: ${text}\n\n`)
const content = (text: string) => encode({ choices: [{ index: 0, delta: { content: text } }] })

const whole = (more: Partial<WholeCheck> = {}): WholeCheck => ({
  id: 'test.whole',
  kind: 'whole',
  messages: 'last',
  run: () => ({ verdict: true, data: null }),
  ...more,
})

describe('a check of the whole response beside a span check', () => {
  const cases: [string, typeof chatFormat, JsonObject[]][] = [
    ['an unknown member', chatFormat, [{ choices: [{ index: 0, delta: { thoughts: SECRET } }] }]],
    ['an unknown member of the chunk', chatFormat, [{ choices: [], note: { text: SECRET } }]],
    [
      'a citation',
      messagesFormat,
      [{ type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: { cited_text: SECRET } } }],
    ],
    [
      'a search result',
      messagesFormat,
      [
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'web_search_tool_result', content: [{ title: SECRET }] },
        },
      ],
    ],
    [
      'a shell command',
      responsesFormat,
      [
        {
          type: 'response.output_item.done',
          output_index: 0,
          item: { type: 'local_shell_call', action: { command: ['cat', SECRET] } },
        },
      ],
    ],
    ['an error', responsesFormat, [{ type: 'response.failed', response: { output: [], error: { message: SECRET } } }]],
    [
      'code',
      geminiFormat,
      [{ candidates: [{ index: 0, content: { parts: [{ executableCode: { code: SECRET } }] } }] }],
    ],
  ]
  test.each(cases)('%s is denied and replaced as without it', async (_name, format, events) => {
    const denied = await readGuarded(format, events.map(encode), [guardrail([words([SECRET]), whole()], DENY)])
    expect(denied.isDenied).toBe(true)
    const changed = await readGuarded(format, events.map(encode), [guardrail([words([SECRET], hidden), whole()], DENY)])
    expect(changed.isDenied).toBe(false)
    expect(changed.sent).toContain('[x]')
    expect(changed.sent).not.toContain(SECRET)
  })
})

describe('a text that is longer than checks of the whole response can hold', () => {
  const filler = 'x'.repeat(100_000)
  const chunks = () => [
    content('a SEC'),
    content('RET b'),
    ...Array.from({ length: 12 }, () => content(filler)),
    content(' c SEC'),
    content('RET d'),
  ]

  test('is still redacted, and the check of the whole response has an error in the record', async () => {
    const guards = [guardrail([words([SECRET], hidden)]), guardrail([whole({ transforms: true })])]
    const { sent, run } = await readGuarded(chatFormat, chunks(), guards)
    expect(sent).not.toContain(SECRET)
    expect(CHAT.read(sent).text).toBe(`a [x] b${filler.repeat(12)} c [x] d`)
    expect(run.results[0]).toMatchObject({ verdict: true, transformed: true })
    expect(run.results[1]?.checks[0]).toMatchObject({ verdict: true, error: { name: 'UnreadableError' } })
  })

  test('is denied if a span check denies later', async () => {
    const guards = [guardrail([words([SECRET])], DENY), guardrail([whole({ transforms: true })])]
    const { sent, isDenied } = await readGuarded(chatFormat, chunks().slice(2), guards)
    expect(isDenied).toBe(true)
    expect(sent).not.toMatch(/SEC|RET/)
  })

  test('fails by the rule of the guardrail', async () => {
    const run = async (actions: object) =>
      readGuarded(chatFormat, chunks(), [guardrail([whole({ transforms: true })], actions)])
    expect((await run({ deny: true })).isDenied).toBe(true)
    const open = await run({ deny: true, failOnError: false })
    expect([open.isDenied, open.run.verdict]).toEqual([false, 'passed'])
    const failed = await run({ failOnError: true })
    expect([failed.isDenied, failed.run.verdict]).toEqual([false, 'failed'])
  })

  test('is told to checks that only report', async () => {
    const seen: string[] = []
    const report = whole({
      run: ({ parts }) => {
        seen.push(...parts.map(({ text }) => text))
        return { verdict: true, data: null }
      },
    })
    const { run } = await readGuarded(chatFormat, chunks(), [guardrail([report])])
    expect(seen).toEqual([])
    expect(run.results[0]?.checks[0]?.error?.message).toContain('too long')
  })
})

test('more than can be held does not leave unchecked under a guardrail that changes text', async () => {
  function* call(): Generator<Uint8Array> {
    for (let i = 0; i < 20; i++)
      yield encode({
        choices: [
          { index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(1024 * 1024) } }] } },
        ],
      })
    yield content(SECRET)
  }
  const redact = [guardrail([words([SECRET], hidden)])]
  const { isDenied, sent } = await readGuarded(chatFormat, call(), redact)
  expect([isDenied, sent]).toEqual([true, ''])
  function* channels(): Generator<Uint8Array> {
    for (let i = 0; i < 2_000; i++) yield encode({ choices: [{ index: i, delta: { content: 'SEC' } }] })
    for (let i = 0; i < 2_000; i++) yield encode({ choices: [{ index: i, delta: { content: 'RET' } }] })
  }
  const many = await readGuarded(chatFormat, channels(), redact).then(
    ({ sent }) => sent,
    (error: Error) => error.message,
  )
  expect(many).not.toContain('RET')
})

describe('arguments that a provider sends as an object', () => {
  const input = (json: string) =>
    `{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"t","name":"f","input":${json}}}`
  const args = (json: string) =>
    `{"candidates":[{"index":0,"content":{"parts":[{"functionCall":{"name":"f","args":${json}}}]}}]}`
  const forms = [
    ['messages', messagesFormat, input],
    ['gemini', geminiFormat, args],
  ] as const
  const BIG = '12345678901234567890'

  test.each(forms)('%s: long numbers and duplicate keys leave as they came', async (_name, format, event) => {
    const json = `{"n":${BIG}, "a":1.50,"a":2}`
    for (const guards of [[guardrail([words([SECRET])], DENY)], [guardrail([words([SECRET]), whole()], DENY)]]) {
      const { sent } = await readGuarded(format, [raw(event(json))], guards)
      expect(sent).toBe(raw(event(json)).toString())
    }
  })

  test.each(forms)('%s: they stay if another part of the event changes', async (_name, format, event) => {
    const json = `{"n":${BIG},"to":"SECRET"}`
    for (const more of [[], [whole()]]) {
      const guards = [guardrail([words([SECRET], hidden), ...more], DENY)]
      const { sent } = await readGuarded(format, [raw(event(json))], guards)
      expect(sent).toContain(`{"n":${BIG},"to":"[x]"}`)
      const commented = Buffer.from(`: note\ndata: ${event(`{"n":${BIG}}`)}\n\n`)
      expect((await readGuarded(format, [commented], guards)).sent).toContain(BIG)
    }
  })

  test.each(forms)('%s: a long number and an earlier duplicate are checked', async (_name, format, event) => {
    for (const json of [`{"n":${BIG}}`, `{"to":"${BIG}","to":"fine"}`, `{"a":{"x":"${BIG}"},"a":1}`]) {
      for (const more of [[], [whole()]]) {
        const denied = await readGuarded(format, [raw(event(json))], [guardrail([words([BIG]), ...more], DENY)])
        expect([json, denied.isDenied]).toEqual([json, true])
        const changed = await readGuarded(
          format,
          [raw(event(json))],
          [guardrail([words([BIG], hidden), ...more], DENY)],
        )
        expect(changed.sent).not.toContain(BIG)
        expect(changed.sent).toContain('[x]')
      }
    }
  })
})

test('calls that share an index are separate texts', async () => {
  const placeholders = new Placeholders()
  const token = placeholders.of('EMAIL_ADDRESS', 'a@b.c')
  const call = (id: string, args: string) =>
    encode({
      choices: [
        {
          index: 0,
          delta: { tool_calls: [{ index: 0, id, type: 'function', function: { name: 'f', arguments: args } }] },
        },
      ],
    })
  const events = [
    call('1', `{"to":"${token}"}`),
    call('2', `{"n":1,"to":"${token}"}`),
    encode({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
  ]
  for (const guards of [[], [guardrail([whole()], DENY)]]) {
    const { sent } = await readGuarded(chatFormat, events, guards, placeholders)
    const found = [...sent.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text!) as string)
    expect(found).toEqual(['{"to":"a@b.c"}', '{"n":1,"to":"a@b.c"}'])
  }
})

test('nothing but elements leaves of a JSON array', async () => {
  const element = (text: string) =>
    JSON.stringify({ candidates: [{ index: 0, content: { parts: [{ text }] }, finishReason: 'STOP' }] })
  const body = `["SECRET",${element('fine')},"SECRET"]`
  for (const guards of [[guardrail([words([SECRET])], DENY)], [guardrail([words([SECRET], hidden)])]]) {
    const { sent } = await readGuarded(geminiArrayFormat, [Buffer.from(body)], guards)
    expect(sent).not.toContain(SECRET)
    if (sent !== '') expect(sent).toContain(element('fine'))
  }
})

test('a text that grows with every event is not sent up to the middle of a finding', async () => {
  // Perplexity repeats the message so far beside each delta.
  const event = (delta: string, message: string) =>
    encode({ choices: [{ index: 0, delta: { content: delta }, message: { role: 'assistant', content: message } }] })
  const pieces = ['one SE', 'CRE', 'T two', ' three']
  const events = pieces.map((piece, i) => event(piece, pieces.slice(0, i + 1).join('')))
  const denied = await readGuarded(chatFormat, events, [guardrail([words([SECRET])], DENY)])
  expect(denied.isDenied).toBe(true)
  expect(denied.sent).not.toMatch(/SE/)
  const { sent } = await readGuarded(chatFormat, events, [guardrail([words([SECRET], hidden)])])
  expect(sent).not.toMatch(/SE|CRE|"message"/)
  expect(CHAT.read(sent).text).toBe('one [x] two three')
})

test('checks see the text as the checks before them left it, and not as those after them do', async () => {
  const order: string[] = []
  const look = (name: string) =>
    whole({
      run: ({ parts }) => {
        order.push(`${name}: ${parts.map(({ text }) => text).join('|')}`)
        return { verdict: true, data: null }
      },
    })
  for (const actions of [{}, { sequential: true }, { deny: true }, { deny: true, sequential: true }]) {
    order.length = 0
    const guards = [
      guardrail([look('first'), words([SECRET], hidden), look('second')], actions),
      guardrail([look('third'), words(['[x]'], { kind: 'replace', text: '(y)' })], actions),
    ]
    const { sent } = await readGuarded(chatFormat, [content('a SEC'), content('RET')], guards)
    expect(order).toEqual(['first: a SECRET', 'second: a [x]', 'third: a [x]'])
    expect(CHAT.read(sent).text).toBe('a (y)')
  }
})

test('a denial after the status was sent does not end the stream as if it were complete', async () => {
  const { stream } = guard(chatFormat, [content('SECRET')], [guardrail([words([SECRET])], DENY)])
  stream.commit()
  expect(stream.body.read()).rejects.toThrow('denied')
})

test('a check of a sequential guardrail sees what another service made of the text before it', async () => {
  const seen: string[] = []
  const service = (name: string, outcome: (text: string) => Partial<CheckOutcome>): RemoteCheck => ({
    id: name,
    kind: 'remote',
    messages: 'all',
    transforms: true,
    run: ({ parts }) => {
      const text = parts[0]?.text ?? ''
      seen.push(`${name}: ${text}`)
      return Promise.resolve({ verdict: true, data: null, ...outcome(text) })
    },
  })
  const redacting = service('redacts', (text) => {
    const start = text.indexOf(SECRET)
    if (start < 0) return {}
    const span = { start, end: start + SECRET.length, label: 'word', action: hidden }
    return { spans: new Map([[0, [span]]]) }
  })
  const replacing = service('replaces', (text) => ({
    responseBody: { choices: [{ index: 0, message: { content: `${text}!` } }] },
  }))
  const guards = [
    guardrail([redacting, words([SECRET]), replacing, words(['?']), service('last', () => ({}))], {
      deny: true,
      sequential: true,
    }),
    guardrail([service('other', () => ({}))], DENY),
  ]
  const { sent, isDenied, run } = await readGuarded(chatFormat, [content('a SEC'), content('RET')], guards)
  expect([isDenied, CHAT.read(sent).text]).toEqual([false, 'a [x]!'])
  // `redacts` runs again at the end, because it has not seen the body that `replaces` returned.
  const order = ['redacts: a SECRET', 'replaces: a [x]', 'last: a [x]!', 'other: a [x]!', 'redacts: a [x]!']
  expect(seen).toEqual(order)
  expect(run.results[0]?.checks.map(({ id }) => id)).toEqual([
    'redacts',
    'test.words',
    'replaces',
    'test.words',
    'last',
  ])
})

/** The whole response in each format. */
const WHOLE: Readonly<Record<string, (text: string, args: string) => JsonObject>> = {
  chat: (text, args) => ({
    choices: [{ index: 0, message: { content: text, tool_calls: [{ function: { arguments: args } }] } }],
  }),
  completions: (text) => ({ choices: [{ index: 0, text }] }),
  messages: (text, args) => ({
    content: [
      { type: 'text', text },
      { type: 'tool_use', name: 'send', input: JSON.parse(args) },
    ],
  }),
  responses: (text, args) => ({
    output: [
      { type: 'message', content: [{ type: 'output_text', text }] },
      { type: 'function_call', arguments: args },
    ],
  }),
  gemini: (text, args) => ({
    candidates: [{ content: { parts: [{ text }, { functionCall: { name: 'send', args: JSON.parse(args) } }] } }],
  }),
}

test.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
  '%s: a stream has the verdict and the texts of the whole response',
  async (name, { format, stream, read, hasCalls }) => {
    const piece = fc.constantFrom(SECRET, 'SEC', 'RET', 'aa', 'a', ' ', '😀', '"', '\\')
    const pieces = fc.array(piece, { minLength: 1, maxLength: 6 })
    const value = fc.dictionary(fc.oneof(piece, fc.constant('to')), fc.oneof(piece, fc.integer()), { maxKeys: 3 })
    const places = fc.array(fc.nat(), { maxLength: 8 })
    const holds = fc.boolean()
    await fc.assert(
      fc.asyncProperty(pieces, value, places, holds, async (texts, args, ends, isHeld) => {
        const json = JSON.stringify(args)
        const checks = [words([SECRET], hidden), ...(isHeld ? [whole()] : []), words(['aa'])]
        const guards = [guardrail(checks, DENY)]
        const bytes = Buffer.from(stream(texts, hasCalls ? [json.slice(0, 3), json.slice(3)] : []))
        const streamed = await readGuarded(format, chunksOf(bytes, ends), guards)
        const body = WHOLE[name.split(' ')[0]!]!(texts.join(''), json)
        const subject = new GuardedBody(format.endpoint, 'output', Buffer.from(JSON.stringify(body)), body)
        const placeholders = new Placeholders()
        const context = { direction: 'output', request: {} as never, requestBody: null, placeholders } as const
        const run = await runGuardrails(guards, subject, context, {} as never, new AbortController().signal)
        expect(streamed.run.verdict).toBe(run.verdict)
        if (run.verdict === 'denied') return expect(streamed.sent).not.toContain('aa')
        const changed = read(streamed.sent)
        expect(changed.text).toBe(texts.join('').replaceAll(SECRET, '[x]'))
        if (hasCalls) expect(JSON.parse(changed.calls[0] ?? '{}')).toEqual(JSON.parse(json.replaceAll(SECRET, '[x]')))
      }),
      { numRuns: propertyRuns(300) },
    )
  },
)

/** Kinds of checks, and the texts of the responses on which each fails. */
const FAILING = 'aa'
function checkOf(kind: string, calls: string[]): SpanCheck | WholeCheck | RemoteCheck {
  const verdict = kind.startsWith('passing')
  const run = () => {
    calls.push(kind)
    return { verdict, data: null }
  }
  if (kind === 'detect') return words([FAILING])
  if (kind === 'remove') return words([SECRET], hidden)
  if (kind.endsWith('whole')) return whole({ id: kind, run })
  return { id: kind, kind: 'remote', messages: 'all', run: async () => run() }
}

test('a sequential guardrail that does not deny has the same results for a stream as for the whole response', async () => {
  const kinds = ['detect', 'remove', 'passing whole', 'failing whole', 'passing remote', 'failing remote']
  const lists = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 4 })
  const pieces = fc.array(fc.constantFrom('SEC', 'RET', SECRET, FAILING, 'b '), { minLength: 1, maxLength: 5 })
  const told = (run: GuardRun) =>
    run.results.map(({ verdict, transformed, checks }) => [
      verdict,
      transformed,
      checks.map((check) => [check.id, check.verdict]),
    ])
  await fc.assert(
    fc.asyncProperty(lists, pieces, async (list, texts) => {
      const [ofStream, ofWhole]: [string[], string[]] = [[], []]
      const made = (calls: string[]) => [
        guardrail(
          list.map((kind) => checkOf(kind, calls)),
          { sequential: true },
        ),
      ]
      const streamed = await readGuarded(chatFormat, texts.map(content), made(ofStream))
      const body = { choices: [{ index: 0, message: { content: texts.join('') } }] }
      const subject = new GuardedBody('chat.completions', 'output', Buffer.from(JSON.stringify(body)), body)
      const placeholders = new Placeholders()
      const context = { direction: 'output', request: {} as never, requestBody: null, placeholders } as const
      const run = await runGuardrails(made(ofWhole), subject, context, {} as never, new AbortController().signal)
      expect([streamed.run.verdict, told(streamed.run)]).toEqual([run.verdict, told(run)])
      expect(CHAT.read(streamed.sent).text).toBe(subject.parts.map(({ text }) => text).join(''))
      if (list.includes('remove')) expect(streamed.sent).not.toContain(SECRET)
      expect(ofStream.filter((kind) => kind.endsWith('remote'))).toEqual(
        ofWhole.filter((kind) => kind.endsWith('remote')),
      )
    }),
    { numRuns: propertyRuns(500) },
  )
})

/** Events that continue the text of a channel, and a pattern that finds the channel and its text. */
const CHANNELS: [string, typeof chatFormat, (channel: number, text: string) => JsonObject, RegExp][] = [
  [
    'choices',
    chatFormat,
    (index, content) => ({ choices: [{ index, delta: { content } }] }),
    /"index":(\d+),"delta":\{"content":("(?:[^"\\]|\\.)*")/g,
  ],
  [
    'calls of tools',
    chatFormat,
    (index, input) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index, custom: { input } }] } }] }),
    /"tool_calls":\[\{"index":(\d+),"custom":\{"input":("(?:[^"\\]|\\.)*")/g,
  ],
  [
    'blocks',
    messagesFormat,
    (index, text) => ({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } }),
    /"index":(\d+),"delta":\{"type":"text_delta","text":("(?:[^"\\]|\\.)*")/g,
  ],
  [
    'items',
    responsesFormat,
    (output_index, delta) => ({ type: 'response.output_text.delta', output_index, content_index: 0, delta }),
    /"output_index":(\d+),"content_index":0,"delta":("(?:[^"\\]|\\.)*")/g,
  ],
  [
    'candidates',
    geminiFormat,
    (index, text) => ({ candidates: [{ index, content: { parts: [{ text }] } }] }),
    /"index":(\d+),"content":\{"parts":\[\{"text":("(?:[^"\\]|\\.)*")/g,
  ],
]

test.each(CHANNELS)('interleaved %s are checked one by one', async (_name, format, event, pattern) => {
  const pieces = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.constantFrom('SEC', 'RET', SECRET, 'S', 'x', '😀')), {
    minLength: 1,
    maxLength: 24,
  })
  const textsIn = (stream: string) => {
    const texts = ['', '', '', '']
    for (const [, channel, text] of stream.matchAll(pattern)) texts[Number(channel)] += JSON.parse(text!) as string
    return texts
  }
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (list, isHeld) => {
      const expected = ['', '', '', '']
      for (const [channel, text] of list) expected[channel] += text
      const events = list.map(([channel, text]) => encode(event(channel, text)))
      const more = isHeld ? [whole()] : []
      const { sent } = await readGuarded(format, events, [guardrail([words([SECRET], hidden), ...more], DENY)])
      expect(textsIn(sent)).toEqual(expected.map((text) => text.replaceAll(SECRET, '[x]')))
      const denied = await readGuarded(format, events, [guardrail([words([SECRET]), ...more], DENY)])
      expect(denied.isDenied).toBe(expected.some((text) => text.includes(SECRET)))
      for (const [channel, text] of textsIn(denied.sent).entries()) {
        expect(expected[channel]!.startsWith(text)).toBe(true)
        if (denied.isDenied) expect(text).not.toContain(SECRET)
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})

const STARTED: [string, typeof chatFormat, JsonObject[]][] = [
  [
    'the first event of Messages',
    messagesFormat,
    [
      { type: 'message_start', message: { content: [{ type: 'text', text: 'SEC' }] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'RET' } },
    ],
  ],
  [
    'an event of Responses with the output so far',
    responsesFormat,
    [
      { type: 'response.in_progress', response: { output: [{ type: 'message', content: [{ text: 'SEC' }] }] } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'RET' },
    ],
  ],
  [
    'an item of Responses',
    responsesFormat,
    [
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', content: [{ text: 'SEC' }] } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'RET' },
    ],
  ],
]

test.each(STARTED)('a text that begins in %s is continued by deltas', async (_name, format, events) => {
  for (const more of [[], [whole()]]) {
    const denied = await readGuarded(format, events.map(encode), [guardrail([words([SECRET]), ...more], DENY)])
    expect([denied.isDenied, denied.sent]).toEqual([true, ''])
    const { sent } = await readGuarded(format, events.map(encode), [
      guardrail([words([SECRET], hidden), ...more], DENY),
    ])
    expect(sent).not.toMatch(/SEC|RET/)
    expect(sent).toContain('[x]')
  }
})
