/** One of the two gateways that are compared: sends requests to it, and reads routing and cost from its responses. */

import { createHash } from 'node:crypto'
import { readResponse } from '../../../core/body/read-response.ts'
import { CommandError } from '../../command-error.ts'
import { Remote } from '../../remote.ts'
import type { RecordedRequest } from './recorded-requests.ts'
import { type ComparableBody, comparableBody } from './response-body.ts'

/** The headers in which each kind of gateway expects the key and the routing options. */
const KINDS = {
  gatehouse: { keyHeader: 'x-gateway-api-key', prefix: 'x-gateway-' },
  portkey: { keyHeader: 'x-portkey-api-key', prefix: 'x-portkey-' },
  litellm: { keyHeader: 'authorization', prefix: null },
  openai: { keyHeader: 'authorization', prefix: null },
} as const

export type GatewayKind = keyof typeof KINDS
export const GATEWAY_KINDS = Object.keys(KINDS) as readonly GatewayKind[]

export type Observed = {
  /** Null if there is no complete response. */
  readonly status: number | null
  /** The reason why there is no complete response. */
  readonly failure: string | null
  readonly body: ComparableBody | null
  readonly provider: string | null
  readonly model: string | null
  /** Config path of the target that responded. */
  readonly target: string | null
  readonly costUsd: number | null
  readonly durationMs: number
}

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024
const LOG_TIMEOUT_MS = 5_000
const LOG_POLL_MS = 100
const CENTS_PER_USD = 100

type Settings = {
  readonly name: 'old' | 'new'
  readonly url: string
  readonly kind: GatewayKind
  readonly key: string | null
  /** Headers of every request. They override recorded ones. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

export class ComparedGateway {
  readonly #remote: Remote
  readonly #logs: Remote | null
  /** Set to false if the key may not read logs. */
  #readsLogs: boolean

  constructor(private readonly settings: Settings) {
    this.#remote = new Remote(settings.url, null, null)
    this.#logs = settings.kind === 'gatehouse' ? new Remote(settings.url, settings.key, null) : null
    this.#readsLogs = this.#logs !== null
  }

  get url(): string {
    return this.#remote.url
  }

  async send(request: RecordedRequest): Promise<Observed> {
    const { timeoutMs } = this.settings
    const startMs = performance.now()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await this.#remote.send(
        request.method,
        request.path,
        this.#headersOf(request),
        request.body,
        signal,
      )
      const text = await readResponse(response, { maxBytes: MAX_RESPONSE_BYTES, timeoutMs })
      const durationMs = performance.now() - startMs
      const body = await comparableBody(text, response.headers.get('content-type') ?? '', response.status)
      return {
        status: response.status,
        failure: null,
        body,
        provider: headerOf(response, 'provider'),
        model: body.model,
        target: headerOf(response, 'last-used-option-index'),
        costUsd: await this.#costOf(response),
        durationMs,
      }
    } catch (error) {
      return {
        status: null,
        failure: this.#reasonOf(error),
        ...{ body: null, provider: null, model: null, target: null, costUsd: null },
        durationMs: performance.now() - startMs,
      }
    }
  }

  /** Identifies the gateway and the headers it gets, without secrets. */
  get fingerprint(): string {
    const { kind, headers } = this.settings
    const digest = createHash('sha256').update(JSON.stringify(headers)).digest('hex').slice(0, 16)
    return `${this.url} ${kind} ${digest}`
  }

  #headersOf({ headers: recorded }: RecordedRequest): Record<string, string> {
    const { kind, key, headers } = this.settings
    const { keyHeader, prefix } = KINDS[kind]
    const named = Object.entries({ ...recorded, ...headers })
      .filter(([name]) => prefix !== null || !name.startsWith('x-gateway-'))
      .map(([name, value]) => [name.replace(/^x-gateway-/, prefix ?? ''), value])
    const credential = key === null ? {} : { [keyHeader]: keyHeader === 'authorization' ? `Bearer ${key}` : key }
    return { ...Object.fromEntries(named), ...credential }
  }

  /** The cost from a response header (LiteLLM) or from the log (Gatehouse); null if neither has it. */
  async #costOf(response: Response): Promise<number | null> {
    const stated = response.headers.get('x-litellm-response-cost')
    if (stated !== null && Number.isFinite(Number(stated))) return Number(stated)
    const id = response.headers.get('x-gateway-request-id')
    if (id === null || !this.#readsLogs || this.#logs === null) return null
    const deadlineMs = performance.now() + LOG_TIMEOUT_MS
    for (;;) {
      try {
        const { cost } = await this.#logs.get(`/logs/${encodeURIComponent(id)}`)
        return typeof cost === 'number' ? cost / CENTS_PER_USD : null
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        const isNotYet = error.report.why?.startsWith('404') === true
        if (!isNotYet) this.#readsLogs = false
        if (!isNotYet || performance.now() > deadlineMs) return null
        await Bun.sleep(LOG_POLL_MS)
      }
    }
  }

  /** The reason of a failure, with the key masked. */
  #reasonOf(error: unknown): string {
    const reason =
      error instanceof CommandError
        ? (error.report.why ?? error.report.what)
        : error instanceof Error
          ? error.message
          : ''
    const { key } = this.settings
    return (key === null ? reason : reason.replaceAll(key, '***')).slice(0, 200) || 'no response'
  }
}

function headerOf(response: Response, name: string): string | null {
  const { headers } = response
  return headers.get(`x-gateway-${name}`) ?? headers.get(`x-portkey-${name}`)
}
