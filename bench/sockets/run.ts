/** Measures WebSockets: memory of 2,000 idle ones, and CPU per relayed message against a bare relay. */

import { join } from 'node:path'
import { startAnnounced } from '../pinned-process.ts'
import { cpuMs, residentBytes, untilIdle } from '../process-meter.ts'
import { mebibytes, printReport, type Row } from '../report.ts'
import { type StartSubject, type Subject, startFreshGateway } from '../subjects.ts'

const IDLE_SOCKETS = 2_000
const MAX_IDLE_BYTES = 60 * 1024 * 1024
const MAX_RATIO = 1.5
const SOCKETS = 16
const MESSAGES = Number(process.argv.find((argument) => argument.startsWith('--messages='))?.slice(11) ?? 60_000)
const ROUNDS = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 3)
const WARM_UP = 1_500
const PATH = '/v1/realtime?model=gpt-realtime'

const startBareRelay: StartSubject = async (upstream) => {
  const relay = await startAnnounced('measured', [process.execPath, join(import.meta.dir, 'bare-relay.ts'), upstream])
  return { name: 'bare relay', pid: relay.pid, url: relay.url, headers: {}, stop: relay.stop }
}

function open({ url, headers }: Subject): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws') + PATH, { headers: { ...headers } })
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('close', ({ code, reason }) => reject(new Error(`closed with ${code} ${reason}`)))
  })
}

async function openMany(subject: Subject, count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const size = Math.min(50, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: size }, () => open(subject)))))
  }
  return sockets
}

/** Sends messages and waits until all have come back. Resolves with the CPU time of the subject in µs per message. */
async function relayCost(subject: Subject, message: string, window: number): Promise<number> {
  const sockets = await openMany(subject, SOCKETS)
  // Warm-up: the JIT compiles the code, and the log capture of each session fills up to its size limit.
  await Promise.all(sockets.map((socket) => roundTrips(socket, message, WARM_UP, window)))
  await untilIdle(subject.pid)
  const beforeMs = cpuMs(subject.pid)
  const each = Math.ceil(MESSAGES / SOCKETS)
  await Promise.all(sockets.map((socket) => roundTrips(socket, message, each, window)))
  const usedMs = cpuMs(subject.pid) - beforeMs
  for (const socket of sockets) socket.close()
  // Each round trip is two messages.
  return (usedMs * 1_000) / (each * SOCKETS * 2)
}

/** `window`: the number of messages in flight at a time. */
function roundTrips(socket: WebSocket, message: string, count: number, window: number): Promise<void> {
  let sent = 0
  let received = 0
  return new Promise((resolve) => {
    socket.onmessage = () => {
      received++
      if (received === count) return resolve()
      if (sent < count) {
        sent++
        socket.send(message)
      }
    }
    for (; sent < Math.min(window, count); sent++) socket.send(message)
  })
}

async function idleBytes(subject: Subject): Promise<number> {
  // Warm-up: the first sockets load code, which must not count as memory of idle sockets.
  for (const socket of await openMany(subject, 20)) socket.close()
  await untilIdle(subject.pid)
  const before = residentBytes(subject.pid)
  const sockets = await openMany(subject, IDLE_SOCKETS)
  await untilIdle(subject.pid)
  const after = residentBytes(subject.pid)
  for (const socket of sockets) socket.close()
  return after - before
}

const EVENTS = [
  [
    'text delta of 200 bytes, one by one',
    JSON.stringify({ type: 'response.output_text.delta', delta: 'x'.repeat(150) }),
    1,
  ],
  [
    'text delta of 200 bytes, eight at a time',
    JSON.stringify({ type: 'response.output_text.delta', delta: 'x'.repeat(150) }),
    8,
  ],
  ['audio of 6 KB', JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(6_000) }), 1],
] as const

async function measured<T>(
  start: StartSubject,
  upstream: string,
  measure: (subject: Subject) => Promise<T>,
): Promise<T> {
  const subject = await start(upstream)
  try {
    return await measure(subject)
  } finally {
    await subject.stop()
  }
}

const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, 'upstream.ts')])
const rows: Row[] = []
try {
  const ours = await measured(startFreshGateway, upstream.url, idleBytes)
  const bare = await measured(startBareRelay, upstream.url, idleBytes)
  rows.push({
    what: `memory of ${IDLE_SOCKETS} idle sockets`,
    bare: mebibytes(bare),
    ours: mebibytes(ours),
    bar: mebibytes(MAX_IDLE_BYTES),
    met: ours <= MAX_IDLE_BYTES,
  })
  for (const [what, message, window] of EVENTS) {
    // The lowest of several rounds, because other processes can only add CPU time.
    let [least, leastBare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < ROUNDS; round++) {
      least = Math.min(least, await measured(startFreshGateway, upstream.url, (one) => relayCost(one, message, window)))
      leastBare = Math.min(
        leastBare,
        await measured(startBareRelay, upstream.url, (one) => relayCost(one, message, window)),
      )
    }
    const ratio = least / leastBare
    rows.push({
      what: `CPU per message, ${what}`,
      bare: `${leastBare.toFixed(1)} µs`,
      ours: `${least.toFixed(1)} µs`,
      compared: `${ratio.toFixed(2)} x`,
      bar: `${MAX_RATIO} x`,
      met: ratio <= MAX_RATIO,
    })
  }
} finally {
  await upstream.stop()
}
printReport(rows)
process.exitCode = rows.every(({ met }) => met !== false) ? 0 : 1
