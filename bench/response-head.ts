/**
 * Measures what the client saves by comparing header lines with those of the connection's previous response:
 *
 *     npm run bench:head
 */

import { type HeadLines, readHead } from '../server/src/egress/http/response-head.ts'
import { sampleOf } from './measure/sample.ts'
import { withRange } from './report.ts'

const ROUNDS = 20
const HEADS_PER_ROUND = 20_000

/** The headers of a chat completion by OpenAI. Six of the 22 lines change with every response. */
function headOf(index: number): string {
  const lines = [
    'HTTP/1.1 200 OK',
    `Date: Mon, 16 Nov 2026 09:00:${10 + (index % 50)} GMT`,
    'Content-Type: application/json',
    `Content-Length: ${500 + (index % 64)}`,
    'Connection: keep-alive',
    'access-control-expose-headers: X-Request-ID',
    'openai-organization: user-abcdefghijklmnopqrstuvwx',
    `openai-processing-ms: ${300 + (index % 128)}`,
    'openai-project: proj_abcdefghijklmnopqrstuvwx',
    'openai-version: 2020-10-01',
    'x-ratelimit-limit-requests: 10000',
    'x-ratelimit-limit-tokens: 200000',
    'x-ratelimit-remaining-requests: 9999',
    `x-ratelimit-remaining-tokens: ${190_000 + (index % 1000)}`,
    'x-ratelimit-reset-requests: 8.64s',
    'x-ratelimit-reset-tokens: 3ms',
    `x-request-id: req_${index}`,
    'strict-transport-security: max-age=31536000; includeSubDomains; preload',
    'cf-cache-status: DYNAMIC',
    'X-Content-Type-Options: nosniff',
    'Server: cloudflare',
    `CF-RAY: 9${index}-FRA`,
    'alt-svc: h3=":443"; ma=86400',
  ]
  // Decoded from bytes, like the text that the parser gets.
  return Buffer.from(lines.join('\r\n')).toString('latin1')
}

const heads = Array.from({ length: 2000 }, (_, index) => headOf(index))
const previous: HeadLines = []
const compared: number[] = []
const parsed: number[] = []
for (let round = 0; round <= ROUNDS; round++) {
  const withPrevious = microsecondsEach((head) => readHead(head, 'POST', previous))
  const alone = microsecondsEach((head) => readHead(head, 'POST'))
  if (round === 0) continue
  compared.push(withPrevious)
  parsed.push(alone)
}
console.log(`response head of 22 lines, ${ROUNDS} rounds in turn`)
console.log(`  every line parsed              ${withRange(sampleOf(parsed), ' µs', 2)}`)
console.log(`  compared with the previous one ${withRange(sampleOf(compared), ' µs', 2)}`)

function microsecondsEach(read: (head: string) => unknown): number {
  const startMs = performance.now()
  for (let i = 0; i < HEADS_PER_ROUND; i++) read(heads[i % heads.length]!)
  return ((performance.now() - startMs) * 1000) / HEADS_PER_ROUND
}
