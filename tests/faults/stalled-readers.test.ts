import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { residentBytes } from '../harness/process-use.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const READERS = 100
const MIB = 1024 * 1024
const EVENT = 'x'.repeat(16 * 1024)
const OFFERED_BYTES = 64 * MIB

function* plenty(): Generator<string> {
  for (let sent = 0; sent < OFFERED_BYTES; sent += EVENT.length) yield EVENT
}

test('readers who stop hold their providers back, cost little, and others are served', async () => {
  await using simulator = await startSimulator({ answers: [() => ({ stream: plenty() })] })
  await (await gateway.chat({ provider: 'mock' })).text()
  const before = residentBytes(gateway.process.child.pid)
  const bytes = rawChat(gateway.workspaceKey, at(simulator), { stream: true })
  const clients = await Promise.all(Array.from({ length: READERS }, () => connectRaw(gateway.url, { keep: false })))
  for (const client of clients) {
    client.pause()
    client.send(bytes)
  }
  await simulator.received(READERS)
  const sent = () => simulator.requests.reduce((sum, request) => sum + request.acceptedBytes, 0)
  for (let last = -1; last !== sent(); await Bun.sleep(300)) last = sent()
  // Most of what left the provider stands in the kernel's buffers of both connections.
  expect(sent() / READERS).toBeLessThan(OFFERED_BYTES / 2)
  expect(simulator.requests.every((request) => request.endedAtMs === null)).toBe(true)
  // The exact figure is bench/'s business; here it must not grow with what is offered.
  expect((residentBytes(gateway.process.child.pid) - before) / READERS / MIB).toBeLessThan(4)
  expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
  for (const client of clients) client.leave()
  await Promise.all(simulator.requests.map((request) => request.ended))
}, 60_000)
