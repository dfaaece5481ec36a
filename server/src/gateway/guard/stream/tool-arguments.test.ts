import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../tests/harness/property-runs.ts'
import { parseObject } from '../../../core/body/json-text.ts'
import { isObject, type JsonObject } from '../../../core/json.ts'
import { Placeholders } from '../../../guardrails/placeholders.ts'
import { runGuardrails } from '../run-guardrails.ts'
import { GuardedBody } from '../subject.ts'
import { chunksOf, guardrail, readGuarded, SAMPLES, words } from './test-streams.ts'

const SECRET = 'SECRET'
const CASES = propertyRuns(10_000)
const WITH_CALLS = SAMPLES.filter(({ hasCalls }) => hasCalls)
const hidden = { kind: 'replace', text: '[x]' } as const

/** Writes some letters of strings as escapes, which JSON allows for every character. */
function escaped(json: string, isEscaped: (position: number) => boolean): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (string, start: number) =>
    string.replace(/\\.|[A-Za-z]/g, (letter, at: number) =>
      letter.length === 1 && isEscaped(start + at)
        ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
        : letter,
    ),
  )
}

function piecesOf(text: string, ends: readonly number[]): string[] {
  const places = [...new Set(ends.map((end) => end % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...places].map((start, i) => text.slice(start, places[i] ?? text.length))
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...strings(member),
  ])
}

const text = fc
  .array(fc.constantFrom(SECRET, 'SEC', 'RET', 'a', ' ', '"', '\\', '😀', '\n'), { maxLength: 5 })
  .map((all) => all.join(''))
const leaf = fc.oneof(text, text, fc.integer(), fc.boolean(), fc.constant(null))
const args = fc.dictionary(
  fc.oneof(fc.constantFrom('to', 'body', 'list'), text),
  fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(text, leaf, { maxKeys: 2 })),
  { maxKeys: 4 },
)

test(`no argument of ${CASES} generated tool calls leaves that a guardrail forbids, however it is written and cut`, async () => {
  let withSecret = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WITH_CALLS),
      args,
      fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 6 }),
      fc.boolean(),
      async (sample, value, escapes, ends, chunkEnds, isCut) => {
        const json = escaped(JSON.stringify(value), (at) => escapes[at % escapes.length] === true)
        const sentArgs = isCut && sample.format.endpoint !== 'gemini.stream' ? json.slice(0, -1) : json
        const bytes = Buffer.from(sample.stream(['ok'], piecesOf(sentArgs, ends)))
        const hasSecret = strings(value).some((one) => one.includes(SECRET))
        if (hasSecret) withSecret++
        const denied = await readGuarded(sample.format, chunksOf(bytes, chunkEnds), [
          guardrail([words([SECRET])], { deny: true }),
        ])
        expect(denied.isDenied).toBe(hasSecret)
        if (hasSecret && denied.sent !== '') {
          const isArray = denied.sent.startsWith('[')
          expect(sample.read(isArray ? `${denied.sent}]` : denied.sent).calls).toEqual([])
        }
        const redacted = await readGuarded(sample.format, chunksOf(bytes, chunkEnds), [
          guardrail([words([SECRET], hidden)]),
        ])
        const [called = ''] = sample.read(redacted.sent).calls
        if (!isCut) expect(strings(JSON.parse(called || '{}')).join('\n')).not.toContain(SECRET)
        expect(unescaped(called)).not.toContain(SECRET)
      },
    ),
    { numRuns: CASES },
  )
  expect(withSecret).toBeGreaterThan(CASES / 10)
})

function unescaped(json: string): string {
  return json.replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

test('a stream has the verdict and the texts of the whole response', async () => {
  const [chat] = SAMPLES
  const pieces = fc.array(fc.constantFrom(SECRET, 'SEC', 'RET', 'a', ' ', '😀'), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(pieces, args, async (content, value) => {
      const json = JSON.stringify(value)
      const guards = [guardrail([words([SECRET], hidden), words(['aa'])], { deny: true })]
      const streamed = await readGuarded(chat!.format, [Buffer.from(chat!.stream(content, [json]))], guards)
      const body = {
        choices: [
          { index: 0, message: { content: content.join(''), tool_calls: [{ function: { arguments: json } }] } },
        ],
      }
      const subject = new GuardedBody('chat.completions', 'output', Buffer.from(JSON.stringify(body)), body)
      const context = {
        direction: 'output',
        request: {} as never,
        requestBody: null,
        placeholders: new Placeholders(),
      } as const
      const run = await runGuardrails(guards, subject, context, {} as never, new AbortController().signal)
      expect(streamed.run.verdict).toBe(run.verdict)
      if (run.verdict === 'denied') return
      const message = messageOf(parseObject(subject.bytes))
      const read = chat!.read(streamed.sent)
      expect(read.text).toBe(message.content)
      expect(read.calls[0]).toBe(message.args)
    }),
    { numRuns: propertyRuns(500) },
  )
})

function messageOf(body: JsonObject | string): { content: string; args: string } {
  if (!isObject(body)) throw new Error('not JSON')
  const [choice] = body['choices'] as {
    message: { content: string; tool_calls: { function: { arguments: string } }[] }
  }[]
  return { content: choice?.message.content ?? '', args: choice?.message.tool_calls[0]?.function.arguments ?? '' }
}
