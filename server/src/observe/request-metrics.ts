/** Request metrics since process start, for Prometheus. */

import { wasRecovered } from '../core/logs/attempt-outcomes.ts'
import { overheadMs } from '../core/logs/gateway-overhead.ts'
import type { RequestRecord } from '../core/record.ts'
import { Counter, Histogram } from './prometheus.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
/** Gateway overhead is usually below 5 ms, so these buckets are finer than `SECONDS`. */
const OWN_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1]
const NANO_USD = 1e-9

export class RequestMetrics {
  readonly #requests = new Counter('gatehouse_requests_total', 'Requests by endpoint, provider, status and ending.', [
    'endpoint',
    'provider',
    'status',
    'ending',
  ])
  readonly #duration = new Histogram(
    'gatehouse_request_duration_seconds',
    'Time from the first request byte to the last response byte.',
    ['endpoint'],
    SECONDS,
  )
  readonly #firstByte = new Histogram(
    'gatehouse_first_byte_seconds',
    'Time from the first request byte to the first response byte.',
    ['endpoint'],
    SECONDS,
  )
  readonly #own = new Histogram(
    'gatehouse_own_time_seconds',
    'Gateway overhead: request time without upstream time and retry delays.',
    ['endpoint'],
    OWN_SECONDS,
  )
  readonly #attempts = new Counter(
    'gatehouse_attempts_total',
    'Attempts by provider and status; status 0 means no response.',
    ['provider', 'status'],
  )
  readonly #recovered = new Counter(
    'gatehouse_rescued_total',
    'Requests that succeeded after a retry, a fallback, or with another credential.',
    [],
  )
  readonly #cache = new Counter('gatehouse_cache_total', 'Cache lookups by status.', ['status'])
  readonly #tokens = new Counter('gatehouse_tokens_total', 'Tokens by provider, model and kind.', [
    'provider',
    'model',
    'kind',
  ])
  readonly #cost = new Counter('gatehouse_cost_usd_total', 'Cost in US dollars by provider and model.', [
    'provider',
    'model',
  ])
  readonly #unpriced = new Counter('gatehouse_unpriced_total', 'Requests with unknown cost.', ['provider', 'model'])

  add(record: RequestRecord): void {
    const { endpoint, attempts, usage, status, cacheStatus } = record
    const provider = record.provider ?? 'none'
    const model = record.responseModel ?? record.model ?? 'none'
    this.#requests.add([endpoint, provider, String(status), record.ending])
    const byEndpoint = [endpoint]
    this.#duration.observe(byEndpoint, record.durationMs / 1_000)
    if (record.firstByteMs !== null) this.#firstByte.observe(byEndpoint, record.firstByteMs / 1_000)
    this.#own.observe(byEndpoint, overheadMs(record) / 1_000)
    for (const attempt of attempts) this.#attempts.add([attempt.provider, String(attempt.status ?? 0)])
    if (wasRecovered(record)) this.#recovered.add([])
    if (cacheStatus !== 'DISABLED') this.#cache.add([cacheStatus])
    if (usage?.inputTokens) this.#tokens.add([provider, model, 'input'], usage.inputTokens)
    if (usage?.outputTokens) this.#tokens.add([provider, model, 'output'], usage.outputTokens)
    const byModel = [provider, model]
    if (record.costNanoUsd !== null) this.#cost.add(byModel, record.costNanoUsd * NANO_USD)
    else if (attempts.length > 0) this.#unpriced.add(byModel)
  }

  text(): string {
    return [
      this.#requests,
      this.#duration,
      this.#firstByte,
      this.#own,
      this.#attempts,
      this.#recovered,
      this.#cache,
      this.#tokens,
      this.#cost,
      this.#unpriced,
    ]
      .map((metric) => metric.text())
      .join('')
  }
}
