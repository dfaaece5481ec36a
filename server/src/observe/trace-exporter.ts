/** Sends spans to an OpenTelemetry collector in batches. A slow or unreachable collector never delays requests. */

import type { RequestRecord } from '../core/record.ts'
import { type Span, type SystemNames, spansOf } from './otlp-spans.ts'

/** Above this many queued records the exporter drops the oldest. */
const MAX_QUEUED = 4_096
const MAX_BATCH = 512
const FLUSH_EVERY_MS = 2_000
const MAX_TRIES = 3
const TRY_TIMEOUT_MS = 10_000

/** Posts a JSON body and resolves with the HTTP status. */
export type Post = (body: string, signal: AbortSignal) => Promise<number>

type Resource = { readonly serviceName: string; readonly version: string }

export class TraceExporter {
  #queue: RequestRecord[] = []
  #dropped = 0
  #sent = 0
  #sending: Promise<void> | null = null
  readonly #timer: Timer

  constructor(
    private readonly post: Post,
    private readonly resource: Resource,
    private readonly systemOf: SystemNames,
    everyMs = FLUSH_EVERY_MS,
  ) {
    this.#timer = setInterval(() => this.#begin(), everyMs)
    this.#timer.unref()
  }

  /** Number of spans sent and of records dropped. */
  get counts(): { readonly sent: number; readonly dropped: number } {
    return { sent: this.#sent, dropped: this.#dropped }
  }

  add(record: RequestRecord): void {
    this.#queue.push(record)
    if (this.#queue.length > MAX_QUEUED) {
      this.#queue.shift()
      this.#dropped++
    }
    if (this.#queue.length >= MAX_BATCH) this.#begin()
  }

  /** Sends the remaining records with a single try. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sending
    if (this.#queue.length > 0) await this.#send(this.#queue.splice(0), 1)
  }

  #begin(): void {
    if (this.#sending !== null || this.#queue.length === 0) return
    this.#sending = this.#send(this.#queue.splice(0, MAX_BATCH), MAX_TRIES).finally(() => {
      this.#sending = null
    })
  }

  async #send(records: readonly RequestRecord[], tries: number): Promise<void> {
    const spans = records.flatMap((record) => spansOf(record, this.systemOf))
    const body = JSON.stringify(this.#document(spans))
    for (let tried = 1; tried <= tries; tried++) {
      const status = await this.post(body, AbortSignal.timeout(TRY_TIMEOUT_MS)).catch(() => 0)
      if (status >= 200 && status < 300) {
        this.#sent += spans.length
        return
      }
      // Do not retry other 4xx responses: the collector would reject the same body again.
      if (status >= 400 && status < 500 && status !== 429) break
      if (tried < tries) await Bun.sleep(1_000 * 2 ** (tried - 1))
    }
    this.#dropped += records.length
  }

  #document(spans: readonly Span[]) {
    const { serviceName, version } = this.resource
    return {
      resourceSpans: [
        {
          resource: {
            attributes: [
              { key: 'service.name', value: { stringValue: serviceName } },
              { key: 'service.version', value: { stringValue: version } },
            ],
          },
          scopeSpans: [{ scope: { name: 'gatehouse', version }, spans }],
        },
      ],
    }
  }
}
