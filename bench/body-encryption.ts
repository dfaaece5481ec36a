/**
 * Prints the CPU time that the encryption of bodies adds to a request: on the main thread (journal frame) and in the
 * ingest worker (frame and block). Each round measures without and with encryption; the result is the median.
 */

import { randomBytes } from 'node:crypto'
import { sealBlock } from '../server/src/records/encryption/block-cipher.ts'
import { FrameOpener, FrameSealer } from '../server/src/records/encryption/frame-cipher.ts'
import { decodePayload, FRAME_HEADER_BYTES, FrameEncoder } from '../server/src/records/journal/frame.ts'
import { sampleRecord } from '../server/src/records/testing/sample-record.ts'

const ROUNDS = 7
const REQUESTS = 20_000
const FRAMES = 1_000
/** A block contains the compressed chat bodies of about 40 requests, 1 KiB each. */
const REQUESTS_PER_BLOCK = 40

const key = { organisationId: 'o', workspaceId: 'w', version: 1, bytes: randomBytes(32) }
const record = sampleRecord()
const body = (bytes: number) => Buffer.from(JSON.stringify({ content: 'word '.repeat(bytes / 5) }))
const bodies = { request: body(1_500), response: body(1_000) }
const compressed = randomBytes(REQUESTS_PER_BLOCK * 1_024)
const journalKey = randomBytes(32)
const opener = new FrameOpener(journalKey)
const encoders = { off: new FrameEncoder(), on: new FrameEncoder(new FrameSealer(journalKey)) }

/** Microseconds of CPU time per request. */
function measure(work: () => void): number {
  const before = process.cpuUsage()
  for (let i = 0; i < REQUESTS; i++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / REQUESTS
}

/** Payloads of consecutive frames, as in a journal. */
function payloadsOf(encoder: FrameEncoder): Buffer[] {
  return Array.from({ length: FRAMES }, () => {
    const end = encoder.encode(record, bodies)
    return Buffer.from(encoder.bytes.subarray(FRAME_HEADER_BYTES, end))
  })
}

const payloads = { off: payloadsOf(encoders.off), on: payloadsOf(encoders.on) }
let requests = 0

function ingest(mode: 'off' | 'on'): void {
  decodePayload(payloads[mode][++requests % FRAMES]!, opener)
  if (mode === 'on' && requests % REQUESTS_PER_BLOCK === 0) sealBlock(compressed, key, { id: requests, kind: 'body' })
}

const added = { main: [] as number[], worker: [] as number[] }
for (let round = 0; round <= ROUNDS; round++) {
  const main = { off: 0, on: 0 }
  const worker = { off: 0, on: 0 }
  for (const mode of ['off', 'on'] as const) {
    main[mode] = measure(() => encoders[mode].encode(record, bodies))
    worker[mode] = measure(() => ingest(mode))
  }
  // The first round warms up.
  if (round === 0) continue
  added.main.push(main.on - main.off)
  added.worker.push(worker.on - worker.off)
  console.log(
    `round ${round}: main thread ${main.off.toFixed(2)} -> ${main.on.toFixed(2)} µs, worker ${worker.off.toFixed(2)} -> ${worker.on.toFixed(2)} µs`,
  )
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
console.log(
  `added per request: main thread ${median(added.main).toFixed(2)} µs, worker ${median(added.worker).toFixed(2)} µs`,
)
