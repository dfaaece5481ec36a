/** Measures the checks for personal data, secrets and prompt injections at n and 4n, on hostile texts. */

import { expect, test } from 'bun:test'
import { spansIn } from '../../server/src/gateway/guard/run-guardrails.ts'
import type { Span } from '../../server/src/guardrails/check.ts'
import { signalsOf } from '../../server/src/guardrails/injection/score-injection.ts'
import { PII_TYPES } from '../../server/src/guardrails/pii/pii-types.ts'
import { Placeholders } from '../../server/src/guardrails/placeholders.ts'
import { compileSpanCheck } from '../../server/src/guardrails/test-feed.ts'
import { superlinear, type Work } from './measure.ts'

/** The largest n, at four times the base. Texts have 16 characters for each. */
const MAX_SIZE = 8 * 1024

/** Repeated, each piece starts a match that can continue to the end of the text. */
const PIECES = [
  ...['a', 'A', '1', ' ', '\n', '.', '-', '@', '[', '<', '::', 'é', '\u200b', 'aа', '忽略', '\ud83d'],
  ...[
    'a@b.',
    '1.',
    '12 ',
    '+49 30 12345 ',
    '(1',
    'fe80:',
    'AB 12 ',
    'DE89 ',
    'A B C D ',
    'Anna ',
    'Mr. ',
    '12 Big ',
    'Via ',
  ],
  ...[
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    'http://a:b',
    'password=',
    'sk-aaaaaaaaaaaaaaaa/',
    'eyJ',
    'hooks.slack.com/',
  ],
  ...['ignore all previous ', 'your password ', '01010101 ', '.- ', 'QUJD', '<|', '\n##', '[PERSON_'],
  // Words in capitals that a hyphen or an apostrophe joins, and others that made a step read far ahead.
  ...[
    "O'",
    "A'B-",
    'Via V 5 ',
    'Apt=Apt Apt=',
    '14 Crown Street ',
    'New Xx ',
    'is Xx ',
    'Éa ',
    '80 ',
    '0 (0',
    '40 004 1 ',
  ],
  ...['a://', 'pwd=', 'secrets=Secrets=19', `${'max'.repeat(600)}secret=`, 'mode output me ', 'bỏ '],
]

async function expectLinear(run: (text: string) => unknown): Promise<void> {
  const slow: string[] = []
  for (const piece of PIECES) {
    const work: Work = (n) => {
      const text = piece.repeat(Math.ceil((n * 16) / piece.length))
      return () => run(text)
    }
    const growth = await superlinear(work, MAX_SIZE)
    if (growth) slow.push(`${JSON.stringify(piece)}: ${JSON.stringify(growth)}`)
  }
  expect(slow).toEqual([])
}

for (const [id, parameters] of [
  ['default.pii', { types: PII_TYPES, phoneCountries: ['DE'] }],
  ['default.secrets', {}],
] as const) {
  test(`${id} works in linear time`, async () => {
    const check = compileSpanCheck(id, parameters)
    await expectLinear((text) => check.find(text, 0))
    await expectLinear((text) => check.settledUntil(text, 0))
  })
}

test('default.promptInjection works in linear time', () => expectLinear(signalsOf))

/** A loop over the characters takes about 1 µs per KB, ordinary prose 5 to 20, and the worst of these pieces 500. */
const MAX_LOOPS = 1_500
const HOSTILE_SIZE = 32 * 1024

function leastCpu(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 8; i++) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}

function sumOf(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i)
  return sum
}

test('no piece costs much more than others', () => {
  const pii = compileSpanCheck('default.pii', { types: PII_TYPES, phoneCountries: ['DE'] })
  const secrets = compileSpanCheck('default.secrets')
  const runs: readonly (readonly [string, (text: string) => unknown])[] = [
    ['default.pii', (text) => pii.find(text, 0)],
    ['default.pii while text arrives', (text) => pii.settledUntil(text, 0)],
    ['default.secrets', (text) => secrets.find(text, 0)],
    ['default.promptInjection', signalsOf],
  ]
  const costly: string[] = []
  for (const piece of PIECES) {
    const text = piece.repeat(Math.ceil(HOSTILE_SIZE / piece.length))
    const loops = Array.from({ length: 10 })
    const loop = leastCpu(() => loops.map(() => sumOf(text))) / loops.length
    for (const [name, run] of runs) {
      const ratio = leastCpu(() => run(text)) / Math.max(loop, 10)
      if (ratio > MAX_LOOPS) costly.push(`${name} on ${JSON.stringify(piece.slice(0, 40))}: ${ratio.toFixed(0)} loops`)
    }
  }
  expect(costly).toEqual([])
})

test('placeholders are found in linear time', async () => {
  const placeholders = new Placeholders()
  for (let i = 0; i < 100; i++) placeholders.of('PERSON', `value ${i}`)
  await expectLinear((text) => placeholders.find(text, 0))
  await expectLinear((text) => placeholders.settledUntil(text, 0))
  await expectLinear((text) => placeholders.restore(text))
  await expectLinear((text) => new Placeholders(() => Buffer.from(text)).of('PERSON', 'Ada'))
})

test('many values get placeholders in linear time', async () => {
  const work: Work = (n) => {
    const values = Array.from({ length: n }, (_, i) => `user${i}@example.com`)
    const bytes = Buffer.from(values.join(' '))
    return () => {
      const placeholders = new Placeholders(() => bytes)
      for (const value of values) placeholders.of('EMAIL_ADDRESS', value)
    }
  }
  expect(await superlinear(work, MAX_SIZE * 4)).toBeNull()
})

test('spans with and without context are joined in linear time', async () => {
  const find = (text: string, from: number) => {
    const spans: Span[] = []
    for (let at = from; at < text.length; at += 2)
      spans.push({ start: at, end: at + 1, label: 'x', action: { kind: 'report' } })
    return spans
  }
  const work: Work = (n) => {
    const text = 'a'.repeat(n * 4)
    return () => spansIn({ find }, { context: 'k' }, text)
  }
  expect(await superlinear(work, MAX_SIZE * 4)).toBeNull()
})
