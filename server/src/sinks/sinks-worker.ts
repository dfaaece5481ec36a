/** Worker thread that delivers logs to sinks, so that deliveries do not slow the thread that serves requests. */

import type { LogFilter } from '../core/logs/log-filter.ts'
import { lowerThreadPriority } from '../core/runtime/thread-priority.ts'
import { logLine } from '../core/sinks/log-line.ts'
import type {
  Sink,
  SinkProgress,
  SinkSecret,
  SinkSelection,
  SinkSettings,
  SinkTestResult,
} from '../core/sinks/sinks.ts'
import { createSocketOpener, type OpenSocket } from '../egress/checked-socket.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import { createEgress, type Egress } from '../egress/send.ts'
import { FrameOpener } from '../records/encryption/frame-cipher.ts'
import { removeFromOutbox } from '../records/journal/outbox.ts'
import { journalName } from '../records/journal/segments.ts'
import { removeOtherCursors } from './cursor-file.ts'
import { textMask } from './mask-text.ts'
import { batchLimits, type DestinationServices, failingDestination, openDestination } from './open-destination.ts'
import { OutboxReader, type Segments } from './outbox-reader.ts'
import { probeBatch } from './probe-batch.ts'
import { frameSelector } from './read-frame.ts'
import { SinkRun } from './sink-run.ts'

export type SinksStart = {
  readonly journalDirectory: string
  /** Null: the journal is not encrypted. */
  readonly journalKey: Uint8Array | null
  readonly policy: EgressPolicy
  readonly connectTimeoutMs: number
  readonly backlogBytes: number
  /** Maximum age of a batch; null: only the limit of its type applies. */
  readonly maxAgeMs: number | null
  /** Wait before a failed batch is sent again for the first time. */
  readonly firstWaitMs: number
  readonly reportEveryMs: number
  /** The version of Gatehouse. */
  readonly version: string
  /** Names of providers in OpenTelemetry, where they differ from ours. */
  readonly providerNames: Readonly<Record<string, string>>
}

/** A sink with all that delivery needs: its filter compiled and its secret in plain text. */
export type OpenSink = Pick<Sink, 'id' | 'settings' | 'updatedAtMs'> & {
  /** Why the filter or the secret cannot be read; null if both can. The sink keeps its position, and its logs wait. */
  readonly problem: string | null
  readonly filter: LogFilter
  readonly selection: Omit<SinkSelection, 'filter'>
  readonly secret: SinkSecret
}

export type ToSinks =
  | { readonly kind: 'start'; readonly options: SinksStart }
  /** Replaces the sinks that are delivered to. */
  | { readonly kind: 'sinks'; readonly sinks: readonly OpenSink[] }
  | {
      readonly kind: 'test'
      readonly requestId: number
      readonly settings: SinkSettings
      readonly secret: SinkSecret
    }
  | { readonly kind: 'stop' }

export type FromSinks =
  | { readonly kind: 'progress'; readonly progress: readonly SinkProgress[] }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'tested'; readonly requestId: number; readonly result: SinkTestResult }
  | { readonly kind: 'stopped' }

declare const self: Worker

/** Sinks share a listing of the journal. It is renewed after this time, or later if listing is slow. */
const LIST_EVERY_MS = 100
const DELIVERY_TIMEOUT_MS = 30_000
const TEST_TIMEOUT_MS = 15_000
/** Wait after an unexpected error, such as a failed write of the cursor file. */
const RETRY_MS = 5_000

type Running = {
  readonly sink: OpenSink
  readonly stop: AbortController
  /** Resolves when the loop has ended and its resources are closed. */
  readonly ended: Promise<void>
  run: SinkRun | null
}

let options: SinksStart | null = null
let egress: Egress | null = null
let openSocket: OpenSocket | null = null
let reader: OutboxReader | null = null
let opener: FrameOpener | null = null
let nodeId = ''
let listing: { readonly segments: Segments; readonly untilMs: number } | null = null
let mask: ((text: string) => string) | null = null
const running = new Map<string, Running>()
/** Handles the messages `sinks` and `stop` one after the other. */
let queue: Promise<void> = Promise.resolve()

function post(message: FromSinks): void {
  self.postMessage(message)
}

function list(): Segments {
  if (!reader) return new Map()
  if (listing && performance.now() < listing.untilMs) return listing.segments
  const sinceMs = performance.now()
  const segments = reader.list()
  const tookMs = performance.now() - sinceMs
  // A large backlog of small segments takes long to list, so it is listed less often.
  listing = { segments, untilMs: performance.now() + Math.max(LIST_EVERY_MS, 10 * tookMs) }
  return segments
}

function services(): DestinationServices {
  if (!egress || !openSocket) throw new Error('the sinks worker got a message before its start message')
  const { version, providerNames, connectTimeoutMs } = options!
  return { egress, openSocket, connectTimeoutMs, version, systemOf: (provider) => providerNames[provider] ?? provider }
}

function start(sink: OpenSink, sinks: number): void {
  const stop = new AbortController()
  const ended = Promise.withResolvers<void>()
  const entry: Running = { sink, stop, ended: ended.promise, run: null }
  running.set(sink.id, entry)
  void loop(entry, sinks).finally(ended.resolve)
}

async function loop(entry: Running, sinks: number): Promise<void> {
  const { signal } = entry.stop
  /** Last reported problem, so that it is not reported again on every pass. */
  let problem: string | null = null
  while (!signal.aborted) {
    let waitMs = RETRY_MS
    try {
      entry.run ??= await openRun(entry.sink, sinks)
      waitMs = await entry.run.step(signal)
      removeDelivered()
      problem = null
    } catch (error) {
      const message = `Sink ${entry.sink.id} cannot be delivered to: ${String(error)}`
      if (message !== problem) post({ kind: 'problem', message })
      problem = message
    }
    await pause(waitMs, signal)
  }
  await entry.run?.close().catch(() => {})
}

async function openRun(
  { id, settings, secret, filter, selection, problem }: OpenSink,
  sinks: number,
): Promise<SinkRun> {
  const { journalDirectory, backlogBytes, maxAgeMs, firstWaitMs } = options!
  const destination =
    problem === null ? await openDestination(settings, secret, services()) : failingDestination(problem)
  if (selection.bodies === 'masked') mask ??= textMask()
  const maskText = mask ?? ((text: string) => text)
  return new SinkRun({
    sinkId: id,
    nodeId,
    journalDirectory,
    list,
    select: frameSelector(filter, selection.sampleRate, opener),
    lineOf: (record, bodies) => JSON.stringify(logLine(record, bodies, selection, maskText)),
    destination,
    limits: batchLimits(settings.type, sinks, maxAgeMs),
    backlogBytes,
    timeoutMs: DELIVERY_TIMEOUT_MS,
    firstWaitMs,
    onProblem: (message) => post({ kind: 'problem', message }),
  })
}

/** Ends early if the signal is aborted. */
function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    signal.addEventListener('abort', end)
  })
}

/** Deletes the segments of the outbox that every sink has received. */
function removeDelivered(): void {
  const runs = [...running.values()].map(({ run }) => run)
  // A sink that has not opened yet may need any segment.
  if (runs.length === 0 || runs.includes(null)) return
  const needed = Math.min(...runs.map((run) => run?.neededSegment ?? 0))
  const { journalDirectory } = options!
  for (const segment of listing?.segments.keys() ?? []) {
    if (segment >= needed) return
    try {
      removeFromOutbox(journalDirectory, segment)
    } catch {
      // The segment is not in the outbox yet: the store has not finished it.
    }
  }
}

async function replaceSinks(sinks: readonly OpenSink[]): Promise<void> {
  const wanted = new Map(sinks.map((sink) => [sink.id, sink]))
  const isCountChanged = sinks.length !== running.size
  const changed = [...running.values()].filter(
    ({ sink }) => isCountChanged || !Bun.deepEquals(wanted.get(sink.id), sink),
  )
  for (const { sink } of changed) running.delete(sink.id)
  for (const { stop } of changed) stop.abort()
  await Promise.all(changed.map(({ ended }) => ended))
  if (options) removeOtherCursors(options.journalDirectory, new Set(wanted.keys()))
  for (const sink of sinks) if (!running.has(sink.id)) start(sink, sinks.length)
}

async function runTest(requestId: number, settings: SinkSettings, secret: SinkSecret): Promise<void> {
  const sinceMs = performance.now()
  const result = (isDelivered: boolean, message: string) => {
    const durationMs = performance.now() - sinceMs
    post({ kind: 'tested', requestId, result: { isDelivered, message, durationMs } })
  }
  const signal = AbortSignal.timeout(TEST_TIMEOUT_MS)
  try {
    const destination = await openDestination(settings, secret, services())
    try {
      const outcome = await destination.deliver(probeBatch(), signal)
      if (outcome.kind !== 'delivered') return result(false, outcome.message)
      result(outcome.dropped === undefined, outcome.dropped?.message ?? 'The destination accepted a sample log.')
    } finally {
      await destination.close().catch(() => {})
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    result(false, signal.aborted ? `No response within ${TEST_TIMEOUT_MS / 1000} s.` : text)
  }
}

function report(): void {
  const progress: SinkProgress[] = []
  for (const { run } of running.values()) {
    try {
      if (run) progress.push(run.progress())
    } catch {
      // A segment was deleted while it was read. The next report includes this sink.
    }
  }
  post({ kind: 'progress', progress })
}

self.onmessage = ({ data }: MessageEvent<ToSinks>) => {
  switch (data.kind) {
    case 'start':
      lowerThreadPriority()
      options = data.options
      egress = createEgress(options.policy, { connectTimeoutMs: options.connectTimeoutMs })
      openSocket = createSocketOpener(options.policy)
      reader = new OutboxReader(options.journalDirectory)
      opener = options.journalKey && new FrameOpener(options.journalKey)
      nodeId = journalName(options.journalDirectory)
      setInterval(report, options.reportEveryMs)
      break
    case 'sinks':
      queue = queue
        .then(() => replaceSinks(data.sinks))
        .catch((error) => post({ kind: 'problem', message: `The sinks could not be changed: ${String(error)}` }))
      break
    case 'test':
      void runTest(data.requestId, data.settings, data.secret)
      break
    case 'stop':
      queue = queue.then(endAll)
  }
}

async function endAll(): Promise<void> {
  const entries = [...running.values()]
  for (const { stop } of entries) stop.abort()
  await Promise.all(entries.map(({ ended }) => ended))
  report()
  post({ kind: 'stopped' })
}
