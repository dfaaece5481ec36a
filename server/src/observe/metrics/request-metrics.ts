/** What finished requests add up to since the start, for Prometheus. */

import { overheadMs } from '../../core/logs/gateway-overhead.ts'
import type { RequestRecord } from '../../core/record.ts'
import { Counter, Histogram } from './series.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
/** Our own share is small: a bucket of five milliseconds would hold it all. */
const OWN_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1]
const NANO_USD = 1e-9

export class RequestMetrics {
  readonly #requests = new Counter(
    'gatehouse_requests_total',
    'Requests answered, by endpoint, provider, status and ending.',
    ['endpoint', 'provider', 'status', 'ending'],
  )
  readonly #duration = new Histogram(
    'gatehouse_request_duration_seconds',
    'From the first byte of a request to the last of its answer.',
    ['endpoint'],
    SECONDS,
  )
  readonly #firstByte = new Histogram(
    'gatehouse_first_byte_seconds',
    'From the first byte of a request to the first of its answer.',
    ['endpoint'],
    SECONDS,
  )
  readonly #own = new Histogram(
    'gatehouse_own_time_seconds',
    'What the gateway itself took: without providers, without waiting for a retry.',
    ['endpoint'],
    OWN_SECONDS,
  )
  readonly #attempts = new Counter('gatehouse_attempts_total', 'Calls to providers; status 0 when no answer came.', [
    'provider',
    'status',
  ])
  readonly #rescued = new Counter(
    'gatehouse_rescued_total',
    'Requests answered although a call for them had failed.',
    [],
  )
  readonly #cache = new Counter('gatehouse_cache_total', 'Look-ups in the cache.', ['status'])
  readonly #tokens = new Counter('gatehouse_tokens_total', 'Tokens, by model.', ['provider', 'model', 'kind'])
  readonly #cost = new Counter('gatehouse_cost_usd_total', 'Cost in US dollars, by model.', ['provider', 'model'])
  readonly #unpriced = new Counter('gatehouse_unpriced_total', 'Requests whose cost is unknown.', ['provider', 'model'])

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
    if (attempts.length > 1 && status < 400 && record.ending === 'complete') this.#rescued.add([])
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
      this.#rescued,
      this.#cache,
      this.#tokens,
      this.#cost,
      this.#unpriced,
    ]
      .map((family) => family.text())
      .join('')
  }
}
