/** The HTTP client of the admin API: JSON in, JSON out, errors as ApiError. */

import { ApiError, errorFromAnswer } from './api-error.ts'
import { noteAnswer, noteSilence } from './connection.ts'

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type Query = Readonly<Record<string, QueryValue>>

export type CallOptions = {
  readonly query?: Query
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

const API = '/v1'
/** No read takes this long. A slower connection is treated as dead, even if it is still open. */
const READ_WITHIN_MS = 15_000

let onSignedOut: () => void = () => {}

/** Registers the callback that runs when any call returns 401 because the session has ended. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

let confirmIdentity: (methods: readonly unknown[]) => Promise<boolean> = async () => false
let onEnrolmentNeeded: () => void = () => {}

/** Registers the dialog that asks the user to confirm their identity. It resolves with false if the user cancels. */
export function whenConfirmationNeeded(ask: typeof confirmIdentity): void {
  confirmIdentity = ask
}

/** Registers the callback that runs when a call is refused because the user must add a second factor first. */
export function whenEnrolmentNeeded(listener: () => void): void {
  onEnrolmentNeeded = listener
}

/** A wrong password or second factor is a 401 too; it does not end the session. */
const KEEPS_SESSION: ReadonlySet<string> = new Set(['sign_in_failed', 'second_factor_failed'])

export const api = {
  get: <Answer>(path: string, options?: CallOptions) => send<Answer>('GET', path, undefined, options),
  post: <Answer>(path: string, body?: unknown, options?: CallOptions) => send<Answer>('POST', path, body, options),
  put: <Answer>(path: string, body?: unknown, options?: CallOptions) => send<Answer>('PUT', path, body, options),
  patch: <Answer>(path: string, body?: unknown, options?: CallOptions) => send<Answer>('PATCH', path, body, options),
  delete: <Answer>(path: string, body?: unknown, options?: CallOptions) => send<Answer>('DELETE', path, body, options),
}

async function send<Answer>(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
  // Only reads have a timeout: aborting a write would not undo it.
  const limit = method === 'GET' ? AbortSignal.timeout(READ_WITHIN_MS) : null
  const signals = [options.signal, limit].filter((one) => one !== undefined && one !== null)
  const response = await rawCall(method, path, body, { ...options, signal: AbortSignal.any(signals) })
  const text = await response.text().catch(failed)
  if (response.ok) return (text === '' ? {} : JSON.parse(text)) as Answer
  const error = errorFromAnswer(response.status, response.headers, text)
  if (error.status === 401 && !KEEPS_SESSION.has(error.code)) onSignedOut()
  if (error.code === 'second_factor_required') onEnrolmentNeeded()
  // Safe to repeat: the gateway refused the call before it had any effect.
  if (error.code === 'step_up_required' && (await confirmIdentity(error.details)))
    return send(method, path, body, options)
  throw error
}

/**
 * For streams and downloads: returns the response whatever its status. `path` starts after /v1. The custom header
 * protects against CSRF: HTML forms and cross-site scripts cannot send it.
 */
export async function rawCall(
  method: string,
  path: string,
  body?: unknown,
  { query, signal, headers }: CallOptions = {},
): Promise<Response> {
  const hasBody = body !== undefined
  try {
    const response = await fetch(`${API}${path}${queryText(query)}`, {
      method,
      credentials: 'same-origin',
      headers: { 'x-gateway-csrf': '1', ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      ...(hasBody && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    noteAnswer()
    return response
  } catch (error) {
    return failed(error)
  }
}

/** Connection failures become an ApiError. Aborts, for example on leaving the page, are rethrown unchanged. */
function failed(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  noteSilence()
  throw new ApiError({
    status: 0,
    code: 'no_answer',
    message: 'The gateway is not responding.',
    hint: 'Is it running, and can this machine reach it? Run "gatehouse doctor" on its machine.',
  })
}

/** Several values of one parameter are joined with commas, as the admin API expects. */
export function queryText(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
