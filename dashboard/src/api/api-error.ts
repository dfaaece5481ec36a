/** A failed admin API call, or no response at all, in the form pages display: message, hint and trace id. */

export type ErrorFacts = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly param?: string | null
  readonly details?: readonly unknown[]
  readonly traceId?: string
  readonly retryAfterSeconds?: number | null
}

export class ApiError extends Error {
  /** 0: no response was received. */
  readonly status: number
  readonly code: string
  readonly hint: string
  readonly param: string | null
  readonly details: readonly unknown[]
  readonly traceId: string
  readonly retryAfterSeconds: number | null

  constructor(facts: ErrorFacts) {
    super(facts.message)
    this.name = 'ApiError'
    this.status = facts.status
    this.code = facts.code
    this.hint = facts.hint ?? ''
    this.param = facts.param ?? null
    this.details = facts.details ?? []
    this.traceId = facts.traceId ?? ''
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
  }

  get isForbidden(): boolean {
    return this.status === 403
  }

  get isOffline(): boolean {
    return this.status === 0
  }

  /** The cause is temporary (a store or the gateway is unavailable): the same request can succeed later. */
  get isPassing(): boolean {
    return this.status >= 502 && this.status <= 504
  }
}

/** Wraps any thrown value, so that pages handle a single error type. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiError({ status: 0, code: 'dashboard_defect', message, hint: 'Reload the page.' })
}

type WireError = {
  readonly error?: {
    readonly message?: unknown
    readonly code?: unknown
    readonly hint?: unknown
    readonly param?: unknown
    readonly details?: unknown
    readonly trace_id?: unknown
  }
}

/** `text` is the raw body. It may be a proxy's HTML error page, so parsing must not throw. */
export function errorFromAnswer(status: number, headers: Headers, text: string): ApiError {
  const wire = wireErrorOf(text)
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    status,
    code: textOf(wire.code) ?? `http_${status}`,
    message: textOf(wire.message) ?? `The gateway returned status ${status} without a readable error.`,
    hint: textOf(wire.hint) ?? '',
    param: textOf(wire.param),
    details: Array.isArray(wire.details) ? wire.details : [],
    traceId: textOf(wire.trace_id) ?? headers.get('x-gateway-trace-id') ?? '',
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

function wireErrorOf(text: string): NonNullable<WireError['error']> {
  try {
    return (JSON.parse(text) as WireError | null)?.error ?? {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
