/**
 * CPU time of the gateway per request over plain HTTP and over TLS, on kept-alive and on new connections:
 *
 *     npm run bench:tls
 *
 * Plain HTTP and TLS alternate. The provider is the built-in mock. The times include the mock and the log.
 */

import { loadavg } from 'node:os'
import { type GatewayProcess, startGatewayProcess } from '../tests/harness/start-gateway-process.ts'
import { startTlsGateway } from '../tests/harness/tls-gateway.ts'
import { sampleOf } from './measure/sample.ts'
import { cpuMs, untilIdle } from './process-meter.ts'
import { withRange } from './report.ts'

const ROUNDS = 5
const CONCURRENCY = 8
const REQUESTS = { kept: 4_000, new: 800 } as const

type Kind = keyof typeof REQUESTS

await using plain = await startGatewayProcess()
await using tls = await startTlsGateway()
const gateways = { plain, tls: tls.gateway }
const results = { kept: { plain: [], tls: [] }, new: { plain: [], tls: [] } } as Record<
  Kind,
  Record<keyof typeof gateways, number[]>
>

for (let round = 0; round <= ROUNDS; round++) {
  for (const kind of ['kept', 'new'] as const) {
    for (const scheme of ['plain', 'tls'] as const) {
      const microseconds = await measure(gateways[scheme], kind)
      // The first round warms up.
      if (round > 0) results[kind][scheme].push(microseconds)
    }
  }
}

for (const [kind, what] of [
  ['kept', 'kept-alive connections'],
  ['new', 'a new connection for each request'],
] as const) {
  const added = results[kind].tls.map((value, i) => value - (results[kind].plain[i] ?? Number.NaN))
  console.log(what)
  console.log(`  plain HTTP  ${withRange(sampleOf(results[kind].plain), ' µs')}`)
  console.log(`  TLS         ${withRange(sampleOf(results[kind].tls), ' µs')}`)
  console.log(`  added       ${withRange(sampleOf(added), ' µs')}`)
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`)

/** Microseconds of CPU time per request. */
async function measure(gateway: GatewayProcess, kind: Kind): Promise<number> {
  const { pid } = gateway.process.child
  await untilIdle(pid)
  const beforeMs = cpuMs(pid)
  const headers: Record<string, string> = kind === 'new' ? { connection: 'close' } : {}
  const send = async () => {
    for (let i = 0; i < REQUESTS[kind] / CONCURRENCY; i++) {
      const reply = await gateway.chat({ provider: 'mock' }, { headers })
      await reply.text()
      if (reply.status !== 200) throw new Error(`A request got the status ${reply.status}.`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, send))
  await untilIdle(pid)
  return ((cpuMs(pid) - beforeMs) * 1_000) / REQUESTS[kind]
}
