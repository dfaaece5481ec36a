/**
 * `gatehouse bench`: measures the latency the gateway adds on this machine, compared with calling the mock provider
 * directly.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandAloneMock } from '../../../app/commands/stand-alone-mock.ts'
import { readResponse } from '../../../core/body/read-response.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readWhole } from '../../input/read-amount.ts'
import { isObject, Remote } from '../../remote.ts'

const DEFAULT_REQUESTS = 1_000
const WARM_UP = 200
const CONCURRENCY = 32
const BODY_LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 60_000 }
const KEY = 'the-workspace-key-of-a-bench'
const BODY = JSON.stringify({ model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] })

type Send = () => Promise<void>
type Times = { readonly p50_ms: number; readonly p99_ms: number }

export async function runBench(call: Call): Promise<void> {
  const given = call.text('requests')
  const requests = given === null ? DEFAULT_REQUESTS : readWhole('requests', given, 10, 100_000)
  const mock = startStandAloneMock({ host: '127.0.0.1', port: 0, latencyMs: 0, failures: [], onResponse: () => {} })
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const gateway = startGateway(folder)
  try {
    const url = await addressOf(gateway.stdout)
    const config = JSON.stringify({ provider: 'openai', api_key: 'sk-no-real-key', custom_host: `${mock.url}/v1` })
    const direct = sender(new Remote(mock.url, null, null), {})
    const through = sender(new Remote(url, KEY, null), { 'x-gateway-config': config })
    call.output.progress('Warming up')
    await oneByOne([direct, through], Math.min(requests, WARM_UP))
    call.output.progress('One at a time')
    const [alone = [], behind = []] = await oneByOne([direct, through], requests)
    call.output.progress(`${CONCURRENCY} concurrent`)
    const perSecond = await manyAtOnce(through, requests)
    report(call, { requests, direct: timesOf(alone), gateway: timesOf(behind), perSecond })
  } finally {
    gateway.kill('SIGTERM')
    await gateway.exited
    await mock.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Measured = {
  readonly requests: number
  readonly direct: Times
  readonly gateway: Times
  readonly perSecond: number
}

function report(call: Call, { requests, direct, gateway, perSecond }: Measured): void {
  const added = { p50_ms: round(gateway.p50_ms - direct.p50_ms), p99_ms: round(gateway.p99_ms - direct.p99_ms) }
  const found = { requests, direct, gateway, added, requests_per_second: perSecond }
  const rows: readonly (readonly [string, Times])[] = [
    ['mock, called directly', direct],
    ['through the gateway', gateway],
    ['added', added],
  ]
  call.output.data(found, () =>
    [
      call.output.table(
        rows,
        [
          ['', ([name]) => name],
          ['P50', ([, times]) => `${times.p50_ms.toFixed(2)} ms`],
          ['P99', ([, times]) => `${times.p99_ms.toFixed(2)} ms`],
        ],
        '',
      ),
      '',
      `${perSecond} requests per second at concurrency ${CONCURRENCY}, with key, config and logged bodies.`,
      'Client, mock and gateway share this machine; other load on it makes these figures worse.',
    ].join('\n'),
  )
}

/** Starts a separate gateway with an empty store, so that a running one is not affected. */
function startGateway(folder: string) {
  const program = import.meta.url.includes('/$bunfs/') ? [process.execPath] : [process.execPath, Bun.main]
  return Bun.spawn([...program, 'start', '--host', '127.0.0.1', '--port', '0', '--data', folder, '--json'], {
    env: { PATH: process.env['PATH'] ?? '', GATEWAY_WORKSPACE_API_KEY: KEY },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
}

async function addressOf(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) break
  }
  const line: unknown = JSON.parse(text.split('\n')[0] || 'null')
  if (isObject(line) && typeof line['url'] === 'string') return line['url']
  throw new CommandError({ what: 'The gateway for the benchmark did not start.' })
}

function sender(remote: Remote, headers: Record<string, string>): Send {
  return async () => {
    const response = await remote.send('POST', '/chat/completions', headers, BODY)
    const text = await readResponse(response, BODY_LIMITS)
    if (!response.ok)
      throw new CommandError({ what: `A call returned HTTP ${response.status}.`, why: text.slice(0, 200) })
  }
}

/** Alternates between the senders, so that other load on the machine affects all of them equally. */
async function oneByOne(senders: readonly Send[], count: number): Promise<readonly (readonly number[])[]> {
  const times = senders.map((): number[] => [])
  for (let i = 0; i < count; i++)
    for (const [index, send] of senders.entries()) {
      const startedMs = performance.now()
      await send()
      times[index]?.push(performance.now() - startedMs)
    }
  return times
}

async function manyAtOnce(send: Send, count: number): Promise<number> {
  let left = count
  const startedMs = performance.now()
  const work = async () => {
    while (left-- > 0) await send()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return Math.round((count * 1_000) / (performance.now() - startedMs))
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50_ms: round(at(0.5)), p99_ms: round(at(0.99)) }
}

function round(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}
