/** `npm run bench:translation`: measures the cost of translating between client and provider formats. */

import type { Sample } from '../measure/sample.ts'
import { withRange } from '../report.ts'
import type { CallerName } from './callers.ts'
import { FORMATS } from './formats.ts'
import { measureOwn, type OwnCost } from './in-process.ts'
import { measureStreams, type Pair, type StreamCost, type StreamLoad } from './stream-cost.ts'

const STREAM_BAR = 2.5
const CONVERSATION_BAR_MS = 20

const flags = process.argv.slice(2)
const wrong = flags.find((flag) => !['--quick', '--smoke', '--in-process'].includes(flag))
if (wrong !== undefined || process.platform !== 'linux') {
  console.error('usage, on Linux: npm run bench:translation -- [--quick | --smoke] [--in-process]')
  process.exit(2)
}

const FULL: StreamLoad = { rounds: 5, streams: 50, words: 200, gapMs: 10 }
const load: StreamLoad = flags.includes('--smoke')
  ? { rounds: 1, streams: 2, words: 10, gapMs: 5 }
  : flags.includes('--quick')
    ? { ...FULL, rounds: 3 }
    : FULL

const BYTES: Pair = { caller: 'chat', format: 'openai' }
const callers: readonly CallerName[] = ['chat', 'messages', 'responses']
const pairs: Pair[] = callers
  .flatMap((caller) => Object.keys(FORMATS).map((format) => ({ caller, format })))
  // If both sides use the same format, the gateway passes the bytes on without translation.
  .filter(({ caller, format }) => !(caller === 'chat' && format === 'openai'))
  .filter(({ caller, format }) => !(caller === 'messages' && format === 'anthropic'))
  // The openai-compatible provider supports Responses itself.
  .filter(({ caller, format }) => !(caller === 'responses' && format === 'openai'))

let missed = 0

console.log(`bun ${Bun.version}; median (lowest..highest) of CPU time\n`)
console.log('Translation alone, in process: a conversation and a response of one megabyte, and one word of a stream')
for (const pair of pairs) printOwn(await measureOwn(pair, flags.includes('--smoke') ? 2 : 20, 2_000))

if (!flags.includes('--in-process')) {
  console.log(
    `\nA gateway process per word of ${load.streams} streams of ${load.words} words, one every ${load.gapMs} ms`,
  )
  for (const cost of await measureStreams([BYTES, ...pairs], load)) printStream(cost)
}

console.log(`\n${missed === 0 ? 'all limits met' : `${missed} limits missed`}`)
if (flags.includes('--smoke')) console.log('smoke run: the counts are too small to mean anything')
process.exitCode = missed > 0 && !flags.includes('--smoke') ? 1 : 0

function nameOf({ caller, format }: Pair): string {
  return `${caller} -> ${format}`.padEnd(24)
}

function printOwn({ pair, requestBytes, requestMs, answerMs, wordMicroseconds }: OwnCost): void {
  const size = `${(requestBytes / 1e6).toFixed(2)} MB`
  console.log(
    [
      nameOf(pair),
      `request ${size} ${withRange(requestMs, ' ms')} ${verdict(requestMs, CONVERSATION_BAR_MS)}`.padEnd(52),
      `answer ${withRange(answerMs, ' ms')} ${verdict(answerMs, CONVERSATION_BAR_MS)}`.padEnd(40),
      `word ${withRange(wordMicroseconds, ' µs')}`,
    ].join('  '),
  )
}

function printStream({ pair, microseconds, ratio }: StreamCost): void {
  const isYardstick = pair === BYTES
  const said = isYardstick ? 'bytes as they are' : `${withRange(ratio, ' x', 2)} ${verdict(ratio, STREAM_BAR)}`
  console.log([nameOf(pair), withRange(microseconds, ' µs').padEnd(26), said].join('  '))
}

function verdict({ median }: Sample, bar: number): string {
  if (median <= bar) return 'met'
  missed++
  return `MISSED (bar ${bar})`
}
