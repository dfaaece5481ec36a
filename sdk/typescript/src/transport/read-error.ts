/** Maps an error response to its error class. */

import * as errors from '../errors.ts'
import { readMetadata } from './metadata.ts'
import { readRetryAfterMs } from './retry-after.ts'

type ErrorClass = new (fields: errors.ErrorFields) => errors.GatewayError

const BY_STATUS: ReadonlyMap<number, ErrorClass> = new Map<number, ErrorClass>([
  [400, errors.BadRequestError],
  [401, errors.AuthenticationError],
  [403, errors.PermissionDeniedError],
  [404, errors.NotFoundError],
  [408, errors.RequestTimeoutError],
  [409, errors.ConflictError],
  [429, errors.RateLimitError],
  [504, errors.RequestTimeoutError],
])

export async function readError(response: Response, address: string): Promise<errors.GatewayError> {
  const text = await response.text().catch(() => '')
  const { provider, traceId, requestId, attempts } = readMetadata(response)
  const answer = { status: response.status, provider, traceId, requestId, attempts }
  if (traceId === null) return notAGateway(response, address, text)
  const isOurs = response.headers.get('x-gateway-error-source') === 'gateway'
  const retryAfterMs = readRetryAfterMs(response.headers)
  return errorOf(parse(text), { ...answer, retryAfterMs, source: isOurs ? 'gateway' : 'provider' }, address)
}

type Answer = Omit<errors.ErrorFields, 'message'> & { readonly status: number; readonly source: errors.ErrorSource }

/** Also for error events of a stream: their status comes from the event, because the HTTP status was already 200. */
export function errorOf(body: unknown, answer: Answer, address: string): errors.GatewayError {
  const inner = memberOf(body, 'error')
  const own = typeof inner === 'object' && inner !== null ? inner : body
  const text = (name: string): string | null => textOf(memberOf(own, name))
  const message = text('message') ?? textOf(inner) ?? textOf(memberOf(body, 'message')) ?? shortened(body)
  const docUrl = text('doc_url')
  const details = memberOf(own, 'details')
  const code = text('code')
  const who = answer.source === 'provider' ? `${answer.provider ?? 'The provider'} returned ${answer.status}: ` : ''
  const fields: errors.ErrorFields = {
    ...answer,
    message: who + (message === '' ? 'no message' : message),
    code,
    type: text('type'),
    param: text('param'),
    hint: text('hint'),
    docUrl: docUrl === null ? null : absolute(docUrl, address),
    details: Array.isArray(details) ? details : [],
    body,
  }
  return new (classOf(answer, code))(fields)
}

function classOf(answer: Answer, code: string | null): ErrorClass {
  const isOurs = answer.source === 'gateway'
  if (isOurs && code === 'circuit_open') return errors.CircuitOpenError
  if (isOurs && answer.status === 412) return errors.BudgetExceededError
  if (isOurs && answer.status === 400 && code?.startsWith('config_')) return errors.ConfigError
  return BY_STATUS.get(answer.status) ?? (isOurs ? errors.GatewayError : errors.ProviderError)
}

function notAGateway(response: Response, address: string, body: string): errors.GatewayError {
  return new errors.GatewayError({
    code: 'not_a_gateway',
    status: response.status,
    message: `${address} returned ${response.status}, but not in the format of a Gatehouse gateway.`,
    hint: 'Check baseURL (or GATEWAY_BASE_URL): it is the address of the gateway and ends with /v1.',
    body: body.slice(0, 1000),
  })
}

function absolute(path: string, address: string): string {
  return URL.canParse(path, address) ? new URL(path, address).href : path
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

function shortened(body: unknown): string {
  return (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).slice(0, 500)
}
