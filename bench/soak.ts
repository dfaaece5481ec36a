/**
 * A long mixed load with faults. Checks that memory stays flat, file descriptors are released, and every finished
 * request has its record.
 */

import { readdirSync } from 'node:fs'
import { contentEvent, DONE_EVENT, PLAIN_REPLY } from './payloads.ts'
import { residentBytes, untilIdle } from './process-meter.ts'
import { mebibytes, printReport, type Row } from './report.ts'
import { type Subject, startFreshGateway } from './subjects.ts'

const MINUTE_MS = 60_000
const WORKERS = 24
/** Pause between two requests of a worker, for about half the load a core can handle. */
const PAUSE_MS = 20
const UPLOAD = new Uint8Array(2 * 1024 * 1024)
/** Maximum growth over the measured time. Smaller growth is noise of garbage collection. */
const MAX_GROWTH = 0.05
const LEAST_BAR_BYTES = 8 * 1024 * 1024
const EXTRA_DESCRIPTORS = 10
const SHORTEST_JUDGED_MINUTES = 5

const KINDS = ['plain', 'stream', 'cached', 'upload', 'leave', 'fault'] as const
type Kind = (typeof KINDS)[number]
type Counts = Record<Kind, number>

const noCounts = (): Counts => ({ plain: 0, stream: 0, cached: 0, upload: 0, leave: 0, fault: 0 })

/** 1 % of requests are faults, 5 % disconnect in the middle of their stream. */
function draw(): Kind {
  const chance = Math.random() * 100
  if (chance < 1) return 'fault'
  if (chance < 6) return 'leave'
  if (chance < 8) return 'upload'
  if (chance < 28) return 'cached'
  return chance < 60 ? 'stream' : 'plain'
}

function eventStream(events: number, isCut: boolean): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      if (sent < events) {
        if (sent > 0) await Bun.sleep(2)
        return controller.enqueue(contentEvent(sent++))
      }
      if (isCut) return controller.error()
      controller.enqueue(DONE_EVENT)
      controller.close()
    },
  })
}

let faults = 0

async function provide(request: Request): Promise<Response> {
  if (request.url.endsWith('/upload')) {
    let bytes = 0
    for await (const chunk of request.body ?? []) bytes += chunk.length
    return Response.json({ bytes })
  }
  const { model } = (await request.json()) as { readonly model: Kind }
  const sse = { headers: { 'content-type': 'text/event-stream' } }
  if (model === 'stream') return new Response(eventStream(20, false), sse)
  if (model === 'leave') return new Response(eventStream(1_000, false), sse)
  if (model === 'fault')
    return ++faults % 2 === 0 ? new Response('busy', { status: 503 }) : new Response(eventStream(3, true), sse)
  return new Response(PLAIN_REPLY, { headers: { 'content-type': 'application/json' } })
}

class Soak {
  readonly finished = noCounts()
  readonly wrong: string[] = []
  isOver = false
  #serial = 0

  constructor(
    private readonly gateway: Subject,
    private readonly upstream: string,
  ) {}

  async work(): Promise<void> {
    while (!this.isOver) {
      await this.send(draw())
      await Bun.sleep(PAUSE_MS)
    }
  }

  /** Resolves when the client is done. The request counts as finished only then. */
  async send(kind: Kind): Promise<void> {
    const target = { provider: 'openai-compatible', custom_host: `${this.upstream}/v1`, api_key: 'sk-soak' }
    const config = kind === 'cached' ? { ...target, cache: { mode: 'simple', max_age: 5 } } : target
    const own = { 'x-gateway-trace-id': `${kind}-${this.#serial++}`, 'x-gateway-config': JSON.stringify(config) }
    const leave = new AbortController()
    const isUpload = kind === 'upload'
    const chat = {
      model: kind,
      stream: kind === 'stream' || kind === 'leave',
      messages: [{ role: 'user', content: 'hi' }],
    }
    try {
      const reply = await fetch(`${this.gateway.url}/v1/${isUpload ? 'proxy/upload' : 'chat/completions'}`, {
        method: 'POST',
        headers: {
          ...this.gateway.headers,
          ...own,
          'content-type': isUpload ? 'application/octet-stream' : 'application/json',
        },
        body: isUpload ? UPLOAD : JSON.stringify(chat),
        signal: leave.signal,
      })
      if (kind === 'leave') {
        await reply.body?.getReader().read()
        leave.abort()
      } else this.#check(kind, reply.status, await reply.text())
    } catch (error) {
      // A `fault` request makes the upstream cut the stream. For every other kind, a cut stream is an error.
      if (kind !== 'fault') this.wrong.push(`${kind}: ${error}`)
    }
    this.finished[kind]++
  }

  #check(kind: Kind, status: number, text: string): void {
    if (kind === 'fault') return
    const isWhole = status === 200 && (kind !== 'stream' || text.endsWith('data: [DONE]\n\n'))
    if (!isWhole) this.wrong.push(`${kind}: ${status} ${text.slice(-80)}`)
  }
}

async function storedRecords(gateway: Subject): Promise<Counts> {
  const counts = noCounts()
  const seen = new Set<string>()
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ page_size: '100', ...(cursor !== null && { cursor }) })
    const reply = await fetch(`${gateway.url}/v1/logs?${query}`, { headers: gateway.headers })
    if (!reply.ok) throw new Error(`GET /v1/logs returned HTTP ${reply.status}: ${await reply.text()}`)
    const page = (await reply.json()) as { data: { id: string; trace_id: string }[]; next_cursor: string | null }
    for (const { id, trace_id: trace } of page.data) {
      const kind = trace.split('-', 1)[0] as Kind
      if (!seen.has(id) && kind in counts) counts[kind]++
      seen.add(id)
    }
    cursor = page.next_cursor
  } while (cursor !== null)
  return counts
}

/**
 * Open file descriptors after a burst, when idle. The same burst runs before and after, so that both values are
 * comparable.
 */
async function restingDescriptors(soak: Soak, pid: number): Promise<number> {
  await Promise.all(Array.from({ length: WORKERS * 2 }, () => soak.send('plain')))
  await untilIdle(pid)
  return readdirSync(`/proc/${pid}/fd`).length
}

type Sample = { readonly minutes: number; readonly bytes: number }

/** Growth per minute by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const [meanMinutes, meanBytes] = [mean((sample) => sample.minutes), mean((sample) => sample.bytes)]
  let [above, below] = [0, 0]
  for (const { minutes, bytes } of samples) {
    above += (minutes - meanMinutes) * (bytes - meanBytes)
    below += (minutes - meanMinutes) ** 2
  }
  return below === 0 ? 0 : above / below
}

function memoryRow(samples: readonly Sample[], minutes: number): Row {
  const measured = samples.filter((sample) => sample.minutes >= minutes / 4)
  const slope = slopeOf(measured)
  const growth = slope * minutes * 0.75
  const median = measured.map((sample) => sample.bytes).sort((a, b) => a - b)[measured.length >> 1] ?? 0
  const bar = Math.max(LEAST_BAR_BYTES, median * MAX_GROWTH)
  return {
    what: `memory slope after a warm-up of ${(minutes / 4).toFixed(1)} min`,
    ours: `${(slope / 1024 ** 2).toFixed(3)} MiB/min, median ${mebibytes(median)}`,
    bar: `${mebibytes(bar)} over the rest`,
    // A short run is mostly warm-up, so its slope is not evaluated.
    met: minutes < SHORTEST_JUDGED_MINUTES ? null : growth <= bar,
  }
}

async function main(minutes: number): Promise<boolean> {
  using upstream = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: provide,
    error: () => new Response(null, { status: 500 }),
  })
  const url = `http://127.0.0.1:${upstream.port}`
  const gateway = await startFreshGateway(url)
  try {
    const soak = new Soak(gateway, url)
    const before = await restingDescriptors(soak, gateway.pid)
    const startMs = performance.now()
    const samples: Sample[] = []
    const sampler = setInterval(() => {
      const bytes = residentBytes(gateway.pid)
      samples.push({ minutes: (performance.now() - startMs) / MINUTE_MS, bytes })
      if (samples.length % 60 === 0) console.log(`minute ${samples.length / 60}: ${mebibytes(bytes)}`)
    }, 1_000)
    const workers = Array.from({ length: WORKERS }, () => soak.work())
    await Bun.sleep(minutes * MINUTE_MS)
    soak.isOver = true
    await Promise.all(workers)
    clearInterval(sampler)
    const after = await restingDescriptors(soak, gateway.pid)
    const stored = await storedRecords(gateway)
    const total = KINDS.reduce((sum, kind) => sum + soak.finished[kind], 0)
    const rows: Row[] = [
      { what: `requests in ${minutes} min`, ours: `${total}`, bar: '-', met: null },
      { what: 'wrong answers', ours: `${soak.wrong.length}`, bar: '0', met: soak.wrong.length === 0 },
      memoryRow(samples, minutes),
      {
        what: 'descriptors at rest, before and after',
        ours: `${before}, ${after}`,
        bar: `+ ${EXTRA_DESCRIPTORS}`,
        met: after <= before + EXTRA_DESCRIPTORS,
      },
      ...KINDS.map((kind) => ({
        what: `records of ${kind}: finished, stored`,
        ours: `${soak.finished[kind]}, ${stored[kind]}`,
        bar: 'equal',
        met: soak.finished[kind] === stored[kind],
      })),
    ]
    printReport(rows)
    for (const problem of soak.wrong.slice(0, 10)) console.log(problem)
    return rows.every((row) => row.met !== false)
  } finally {
    await gateway.stop()
  }
}

const given = process.argv.indexOf('--minutes')
const minutes = given < 0 ? 20 : Number(process.argv[given + 1])
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0')
process.exit((await main(minutes)) ? 0 : 1)
