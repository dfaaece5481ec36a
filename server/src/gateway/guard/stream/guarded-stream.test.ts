import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { partOf, propertyRuns } from '../../../../../tests/harness/property-runs.ts'
import { Placeholders } from '../../../guardrails/placeholders.ts'
import { chunksOf, guardrail, readGuarded, SAMPLES, type Sample, words } from './test-streams.ts'

const DENY = { deny: true }
const SECRET = 'SECRET'
const hidden = { kind: 'replace', text: '[x]' } as const

/** Every way to cut a text into pieces; in `npm test` other ones for each wire format. */
function splits(text: string, turn: number): string[][] {
  const places = text.length - 1
  return partOf([...Array(2 ** places).keys()], turn).map((mask) => {
    const pieces: string[] = []
    let start = 0
    for (let i = 0; i < places; i++) {
      if ((mask & (1 << i)) === 0) continue
      pieces.push(text.slice(start, i + 1))
      start = i + 1
    }
    pieces.push(text.slice(start))
    return pieces
  })
}

/** One chunk for each event, so that text could be released after every event. */
function* byEvent({ stream }: Sample, text: readonly string[], args?: readonly string[]): Generator<Uint8Array> {
  const whole = stream(text, args)
  let start = 0
  for (const { index, 0: end } of whole.matchAll(/\r\n\r\n|\n\n|\r\n,\r\n/g)) {
    yield Buffer.from(whole.slice(start, index + end.length))
    start = index + end.length
  }
  yield Buffer.from(whole.slice(start))
}

describe.each(SAMPLES.map((sample, turn) => [sample.name, sample, turn] as const))('%s', (_name, sample, turn) => {
  const { format } = sample

  test('a stream without findings leaves as it came', async () => {
    const stream = sample.stream(['The ', 'secret', ' is SECR', 'ETLY kept? No: SEC', 'URE.'], ['{"a":', '1.0}'])
    const result = await readGuarded(format, [Buffer.from(stream)], [guardrail([words(['SECRETS'])], DENY)])
    expect(result.sent).toBe(stream)
    expect(result.logged).toBe(stream)
    expect(result.run.verdict).toBe('passed')
  })

  test('denies a word in every split of its text, and nothing of it leaves', async () => {
    const check = words([SECRET])
    let started = 0
    for (const pieces of splits('a SECRET b', turn)) {
      const { isDenied, sent, run } = await readGuarded(format, byEvent(sample, pieces), [guardrail([check], DENY)])
      expect(isDenied).toBe(true)
      expect(run.verdict).toBe('denied')
      expect(run.results[0]?.checks[0]?.matches).toEqual([
        expect.objectContaining({ label: 'word', masked: 'S******T' }),
      ])
      if (sent !== '') started++
      // If S or E occurs elsewhere in the events, only the texts are compared.
      expect(sent).not.toMatch(/S|E/.test(sent) ? /"(?:content|text|delta)":"[^"]*S/ : /S/)
    }
    expect(started).toBeGreaterThan(0)
  })

  test('replaces a word in every split of its text', async () => {
    const check = words([SECRET], hidden)
    for (const pieces of splits('SECRET SECRE', turn)) {
      const { isDenied, sent, run } = await readGuarded(format, byEvent(sample, pieces), [guardrail([check], DENY)])
      expect(isDenied).toBe(false)
      expect(sample.read(sent).text).toBe('[x] SECRE')
      expect(run.results[0]).toMatchObject({ verdict: true, transformed: true })
    }
  })

  test('each check sees what the ones before it changed', async () => {
    const checks = [words(['ab'], { kind: 'replace', text: 'cd' }), words(['dd'], { kind: 'replace', text: '-' })]
    for (const pieces of splits('xabdab', turn)) {
      const { sent } = await readGuarded(format, byEvent(sample, pieces), [guardrail(checks)])
      expect(sample.read(sent).text).toBe('xc-cd')
    }
  })

  test('a stream cut at any byte has the same result', async () => {
    const text = ['naïve 😀 SEC', 'RET é', '😀']
    const args = ['{"to":"SE', 'CR\\u0045T 😀","n":1.50}']
    const bytes = Buffer.from(sample.stream(text, args))
    const guards = [guardrail([words([SECRET], hidden)])]
    const expected = await readGuarded(format, [bytes], guards)
    expect(sample.read(expected.sent).text).toBe('naïve 😀 [x] é😀')
    if (sample.hasCalls) expect(JSON.parse(sample.read(expected.sent).calls[0]!)).toEqual({ to: '[x] 😀', n: 1.5 })
    for (const i of partOf([...Array(bytes.length + 1).keys()], turn)) {
      const { sent } = await readGuarded(format, [bytes.subarray(0, i), bytes.subarray(i)], guards)
      expect(sent).toBe(expected.sent)
    }
    const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
    expect((await readGuarded(format, single, guards)).sent).toBe(expected.sent)
  })

  test('any text in any pieces and chunks has the same result', async () => {
    const piece = fc.constantFrom('S', 'SE', 'SEC', 'SECRET', 'RET', 'ECRET', 'é', '😀', ' ', 'x', '\n', '"', '\\', '')
    const texts = fc.array(piece, { minLength: 1, maxLength: 12 })
    const places = fc.array(fc.nat(), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(texts, places, async (pieces, ends) => {
        const text = pieces.join('')
        const chunks = () => chunksOf(Buffer.from(sample.stream(pieces)), ends)
        const redacted = await readGuarded(format, chunks(), [guardrail([words([SECRET], hidden)])])
        expect(sample.read(redacted.sent).text).toBe(text.replaceAll(SECRET, '[x]'))
        const denied = await readGuarded(format, chunks(), [guardrail([words([SECRET])], DENY)])
        expect(denied.isDenied).toBe(text.includes(SECRET))
        expect(denied.sent).not.toContain(SECRET)
      }),
      { numRuns: propertyRuns(200) },
    )
  })

  test('restores placeholders across events; the log keeps them', async () => {
    const placeholders = new Placeholders()
    const token = placeholders.of('EMAIL_ADDRESS', 'a"\\@b.c')
    const args = sample.hasCalls ? [`{"to":"${token.slice(0, 7)}`, `${token.slice(7)}","x":"[EMAIL_ADDRESS_9]"}`] : []
    for (let i = 0; i <= token.length; i++) {
      const text = ['to ', token.slice(0, i), token.slice(i), ' [EMAIL_ADDRESS_9]']
      const { sent, logged } = await readGuarded(format, byEvent(sample, text, args), [], placeholders)
      const read = sample.read(sent)
      expect(read.text).toBe('to a"\\@b.c [EMAIL_ADDRESS_9]')
      if (sample.hasCalls) expect(JSON.parse(read.calls[0]!)).toEqual({ to: 'a"\\@b.c', x: '[EMAIL_ADDRESS_9]' })
      expect(logged).toBe(sample.stream(text, args))
    }
  })

  test('a check of the whole response holds the stream to its end', async () => {
    const check = (isGood: boolean) => ({
      id: 'test.whole',
      kind: 'whole' as const,
      messages: 'last' as const,
      run: ({ parts }: { parts: readonly { text: string }[] }) => ({
        verdict: isGood,
        data: { texts: parts.map(({ text }) => text) },
      }),
    })
    const stream = sample.stream(['One ', 'two'])
    const bytes = Buffer.from(stream)
    const single = () => Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
    const good = await readGuarded(format, single(), [guardrail([check(true)], DENY)])
    expect(good.sent).toBe(stream)
    expect(good.run.results[0]?.checks[0]?.data).toEqual({ texts: ['One two'] })
    const bad = await readGuarded(format, single(), [guardrail([check(false)], DENY)])
    expect(bad.isDenied).toBe(true)
    expect(bad.sent).toBe('')
    // If the guardrail neither denies nor changes text, nothing is held.
    const failed = await readGuarded(format, single(), [guardrail([check(false)])])
    expect(failed.sent).toBe(stream)
    expect(failed.run.verdict).toBe('failed')
  })

  test('spans and checks of the whole response together change the held texts', async () => {
    const check = {
      id: 'test.whole',
      kind: 'whole' as const,
      messages: 'last' as const,
      run: () => ({ verdict: true, data: null }),
    }
    const guards = [guardrail([words([SECRET], hidden), check], DENY)]
    const { sent } = await readGuarded(format, byEvent(sample, ['a SEC', 'RET', ' b'], ['{"to":"SEC', 'RET"}']), guards)
    const read = sample.read(sent)
    expect(read.text).toBe('a [x] b')
    if (sample.hasCalls) expect(JSON.parse(read.calls[0]!)).toEqual({ to: '[x]' })
  })

  test('an event that is not JSON is denied, and passes if nothing denies', async () => {
    const stream = sample.stream(['fine'])
    const at = stream.indexOf('fine') - 20
    const broken = stream.slice(0, at) + stream.slice(at).replace('"', "'")
    const denied = await readGuarded(format, [Buffer.from(broken)], [guardrail([words([SECRET])], DENY)])
    expect(denied.isDenied).toBe(true)
    expect(denied.sent).not.toContain('fine')
    const passed = await readGuarded(format, [Buffer.from(broken)], [guardrail([words([SECRET])])])
    expect(passed.isDenied).toBe(false)
    expect(passed.run.results[0]?.checks[0]?.error?.name).toBe('UnreadableError')
  })

  test('a stream that ends early is checked to its end', async () => {
    const stream = sample.stream(['a SECRE', 'T'])
    for (const end of partOf([...Array(stream.length).keys()], turn)) {
      const { sent } = await readGuarded(
        format,
        [Buffer.from(stream.slice(0, end))],
        [guardrail([words([SECRET])], DENY)],
      )
      expect(sent).not.toContain(SECRET)
      if (sent.endsWith('}') || sent.endsWith('\n')) {
        const text = [...sent.matchAll(/"(?:content|text|delta)":"([^"]*)"/g)].map(([, value]) => value).join('')
        expect(text).not.toContain(SECRET)
      }
    }
  })
})
