/** What can go wrong, as classes: the class says what happened, `source` says who refused. */

export type ErrorSource =
  /** The gateway refused. */
  | 'gateway'
  /** The provider's own answer, as it came. */
  | 'provider'
  /** Nothing was answered: this client, or the network between. */
  | 'client'

export type ErrorFields = {
  readonly message: string
  readonly code?: string | null
  readonly type?: string | null
  readonly param?: string | null
  readonly hint?: string | null
  readonly docUrl?: string | null
  readonly details?: readonly unknown[]
  readonly source?: ErrorSource
  readonly status?: number | null
  readonly traceId?: string | null
  readonly requestId?: string | null
  readonly provider?: string | null
  readonly attempts?: number | null
  readonly retryAfterMs?: number | null
  readonly body?: unknown
  readonly cause?: unknown
}

export class GatewayError extends Error {
  /** A word for programs, such as `config_invalid`. */
  readonly code: string | null
  readonly type: string | null
  /** The header, parameter or place in the body that is wrong. */
  readonly param: string | null
  /** How to repair it. */
  readonly hint: string | null
  readonly docUrl: string | null
  /** Every problem, when there is more than one. */
  readonly details: readonly unknown[]
  readonly source: ErrorSource
  readonly status: number | null
  /** Finds the request in the logs. */
  readonly traceId: string | null
  readonly requestId: string | null
  readonly provider: string | null
  readonly attempts: number | null
  /** Milliseconds to wait before trying again, when the answer said so. */
  readonly retryAfterMs: number | null
  /** The answer's body: parsed JSON, or text. */
  readonly body: unknown
  /** What a broken stream had said before it broke. */
  partialText = ''

  constructor(fields: ErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.name = new.target.name
    this.code = fields.code ?? null
    this.type = fields.type ?? null
    this.param = fields.param ?? null
    this.hint = fields.hint ?? null
    this.docUrl = fields.docUrl ?? null
    this.details = fields.details ?? []
    this.source = fields.source ?? 'client'
    this.status = fields.status ?? null
    this.traceId = fields.traceId ?? null
    this.requestId = fields.requestId ?? null
    this.provider = fields.provider ?? null
    this.attempts = fields.attempts ?? null
    this.retryAfterMs = fields.retryAfterMs ?? null
    this.body = fields.body
  }

  /** Seconds to wait before trying again, when the answer said so. */
  get retryAfter(): number | null {
    return this.retryAfterMs === null ? null : this.retryAfterMs / 1000
  }

  /** What happened, how to repair it, where to read more. */
  override toString(): string {
    const where = this.docUrl === null ? [] : [`More: ${this.docUrl}`]
    const trace = this.traceId === null ? [] : [`Trace: ${this.traceId}`]
    return [`${this.name}: ${this.message}`, ...(this.hint === null ? [] : [this.hint]), ...where, ...trace].join('\n')
  }
}

/** 400 */
export class BadRequestError extends GatewayError {}
/** 400: the config is wrong, or names something unknown. */
export class ConfigError extends BadRequestError {}
/** 401 */
export class AuthenticationError extends GatewayError {}
/** 403 */
export class PermissionDeniedError extends GatewayError {}
/** 404 */
export class NotFoundError extends GatewayError {}
/** 409 */
export class ConflictError extends GatewayError {}
/** 412: a budget is used up. */
export class BudgetExceededError extends GatewayError {}
/** 429, of the gateway or of the provider. */
export class RateLimitError extends GatewayError {}
/** 503: all targets are resting; `retryAfter` says until when. */
export class CircuitOpenError extends GatewayError {}
/** 408 or 504, or this client's own `timeout`. */
export class RequestTimeoutError extends GatewayError {}
/** The provider failed, or refused with a status that has no class of its own. */
export class ProviderError extends GatewayError {}
/** No answer: nobody listens there, or the connection broke. */
export class ConnectionFailedError extends GatewayError {}
/** The caller's signal, or `abort()` of a stream. */
export class AbortedError extends GatewayError {}
