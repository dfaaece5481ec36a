/** A whole response has the verdict of the same response as a stream: texts beside the output are checked too. */

import { expect, test } from 'bun:test'
import { parseObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { isObject } from '../../core/json.ts'
import { Placeholders } from '../../guardrails/placeholders.ts'
import { runGuardrails } from './run-guardrails.ts'
import { guardrail, words } from './stream/test-streams.ts'
import { GuardedBody } from './subject.ts'

const SECRET = 'SECRET'
const hidden = { kind: 'replace', text: '[x]' } as const

async function run(format: EndpointName, json: string, check = words([SECRET])) {
  const body = parseObject(Buffer.from(json))
  if (!isObject(body)) throw new Error(body)
  const subject = new GuardedBody(format, 'output', Buffer.from(json), body)
  const context = {
    direction: 'output',
    request: {} as never,
    requestBody: null,
    placeholders: new Placeholders(),
  } as const
  const guards = [guardrail([check], { deny: true })]
  const { verdict } = await runGuardrails(guards, subject, context, {} as never, new AbortController().signal)
  return { verdict, sent: Buffer.from(subject.bytes).toString() }
}

const CASES: [string, EndpointName, string][] = [
  [
    'an annotation',
    'chat.completions',
    '{"choices":[{"message":{"content":"a","annotations":[{"url_citation":{"title":"SECRET"}}]}}]}',
  ],
  ['a list of sources', 'chat.completions', '{"choices":[],"citations":["https://x.org/SECRET"]}'],
  ['an unknown member', 'chat.completions', '{"choices":[{"message":{"content":"a","thoughts":"SECRET"}}]}'],
  [
    'an annotation of Responses',
    'responses',
    '{"output":[{"type":"message","content":[{"type":"output_text","text":"a","annotations":[{"title":"SECRET"}]}]}]}',
  ],
  ['an unknown member of a block', 'messages', '{"content":[{"type":"text","text":"a","note":"SECRET"}]}'],
  [
    'grounding',
    'gemini.generate',
    '{"candidates":[{"content":{"parts":[{"text":"a"}]},"groundingMetadata":{"webSearchQueries":["SECRET"]}}]}',
  ],
  ['a member at the top', 'chat.completions', '{"choices":[{"message":{"content":"fine"}}],"a":{"b":"SECRET"}}'],
]

test.each(CASES)('%s is denied, and can be replaced', async (_name, format, json) => {
  expect((await run(format, json)).verdict).toBe('denied')
  expect(await run(format, json, words([SECRET], hidden))).toEqual({
    verdict: 'passed',
    sent: json.replace(SECRET, '[x]'),
  })
})

test('identifiers, counts and what Responses repeat of the request are not checked', async () => {
  const chat = '{"id":"SECRET","model":"SECRET","choices":[],"usage":{"note":"SECRET"}}'
  expect((await run('chat.completions', chat)).verdict).toBe('passed')
  const responses = '{"instructions":"SECRET","tools":[{"description":"SECRET"}],"metadata":{"a":"SECRET"},"output":[]}'
  expect((await run('responses', responses)).verdict).toBe('passed')
})

test('the tokens of a changed text are removed with it', async () => {
  const replace = words([SECRET], hidden)
  const chat = '{"choices":[{"message":{"content":"SECRET"},"logprobs":{"content":[{"token":"SEC"},{"token":"RET"}]}}]}'
  expect((await run('chat.completions', chat, replace)).sent).toBe(
    '{"choices":[{"message":{"content":"[x]"},"logprobs":null}]}',
  )
  const part = (text: string, logprobs: string) =>
    `{"output":[{"type":"message","content":[{"type":"output_text","text":"${text}","logprobs":${logprobs}}]}]}`
  expect((await run('responses', part(SECRET, '[{"token":"SEC"}]'), replace)).sent).toBe(part('[x]', '[]'))
  expect((await run('responses', part('fine', '[{"token":"fi"}]'), replace)).sent).toContain('"fi"')
})

const BIG = '12345678901234567890'
const OBJECTS: [string, EndpointName, (args: string) => string][] = [
  ['messages', 'messages', (args) => `{"content":[{"type":"tool_use","name":"f","input":${args}}]}`],
  ['gemini', 'gemini.generate', (args) => `{"candidates":[{"content":{"parts":[{"functionCall":{"args":${args}}}]}}]}`],
  [
    'chat with an object',
    'chat.completions',
    (args) => `{"choices":[{"message":{"tool_calls":[{"function":{"arguments":${args}}}]}}]}`,
  ],
]

test.each(OBJECTS)(
  '%s: long numbers and earlier duplicates in arguments are checked and kept',
  async (_, format, body) => {
    const untouched = body(`{"n":${BIG}, "a":1.50,"a":2}`)
    expect(await run(format, untouched)).toEqual({ verdict: 'passed', sent: untouched })
    const other = body(`{"n":${BIG},"to":"SECRET"}`)
    expect((await run(format, other, words([SECRET], hidden))).sent).toBe(body(`{"n":${BIG},"to":"[x]"}`))
    for (const args of [`{"n":${BIG}}`, `{"to":"${BIG}","to":"fine"}`, `{"a":{"x":"${BIG}"},"a":1}`]) {
      expect((await run(format, body(args), words([BIG]))).verdict).toBe('denied')
      const { sent } = await run(format, body(args), words([BIG], hidden))
      expect(sent).not.toContain(BIG)
      expect(sent).toContain('[x]')
    }
  },
)

test('of two other members with the same name, only the one that was checked leaves', async () => {
  const { verdict, sent } = await run(
    'chat.completions',
    '{"choices":[{"message":{"content":"SECRET","content":"fine"}}]}',
  )
  expect([verdict, sent]).toEqual(['passed', '{"choices":[{"message":{"content":"fine"}}]}'])
})

test('a card number that is written as a number with an exponent is found', async () => {
  const json = '{"choices":[{"message":{"tool_calls":[{"function":{"arguments":"{\\"n\\":4.111111111111111e15}"}}]}}]}'
  expect((await run('chat.completions', json, words(['4111111111111111']))).verdict).toBe('denied')
})
