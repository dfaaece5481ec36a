/** Client of a running gateway's admin API. Turns every failure into a CommandError with an explanation. */

import { readResponse } from '../core/body/read-response.ts'
import { isObject } from '../core/json.ts'
import { CommandError } from './command-error.ts'
import { gatewayUrl } from './gateway-url.ts'

export type JsonObject = { readonly [name: string]: unknown }

type RequestParts = {
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: JsonObject
}

const PAGE_SIZE = 100
const MAX_PAGES = 1_000
const TIMEOUT_MS = 60_000
/** Enough for the largest list page: 100 logs with request and response bodies of 256 KiB each. */
const BODY_LIMITS = { maxBytes: 256 * 1024 * 1024, timeoutMs: TIMEOUT_MS }
const SMALL_BODY_LIMITS = { maxBytes: 1024 * 1024, timeoutMs: TIMEOUT_MS }
const UNREACHABLE = 3
const NOT_ALLOWED = 4

export class Remote {
  readonly url: string

  constructor(
    address: string,
    private readonly key: string | null,
    private readonly workspace: string | null,
  ) {
    this.url = gatewayUrl(address)
  }

  /** The same gateway and key with another workspace; null selects no workspace. */
  within(workspace: string | null): Remote {
    return new Remote(this.url, this.key, workspace)
  }

  /** The selected workspace, or null. */
  get workspaceName(): string | null {
    return this.workspace
  }

  get hasKey(): boolean {
    return this.key !== null
  }

  async get(path: string, query: RequestParts['query'] = {}): Promise<JsonObject> {
    return this.#json('GET', path, { query: this.#inWorkspace(query) })
  }

  async post(path: string, body: JsonObject = {}): Promise<JsonObject> {
    return this.#json('POST', path, { body: this.#inWorkspace(body) })
  }

  async put(path: string, body: JsonObject = {}): Promise<JsonObject> {
    return this.#json('PUT', path, { body: this.#inWorkspace(body) })
  }

  async delete(path: string): Promise<JsonObject> {
    return this.#json('DELETE', path, { query: this.#inWorkspace({}) })
  }

  /** Makes any call. `path` may include a query. */
  async call(method: string, path: string, body: JsonObject | null): Promise<JsonObject> {
    return this.#json(method, path, body === null ? {} : { body: this.#inWorkspace(body) })
  }

  /** Fetches all rows of a list, page by page. */
  async list(path: string, query: RequestParts['query'] = {}): Promise<readonly JsonObject[]> {
    const rows: JsonObject[] = []
    for (let page = 0; page < MAX_PAGES; page++) {
      const response = await this.get(path, { ...query, current_page: page, page_size: PAGE_SIZE })
      const data = objectsOf(response['data'])
      rows.push(...data)
      if (data.length < PAGE_SIZE || rows.length >= Number(response['total'])) break
    }
    return rows
  }

  /** Returns a response to read as a stream, without a timeout. */
  async open(path: string, query: RequestParts['query'] = {}, signal: AbortSignal | null = null): Promise<Response> {
    const response = await this.#send('GET', path, { query: this.#inWorkspace(query) }, signal)
    if (!response.ok) throw await responseError(response, path, this.hasKey)
    return response
  }

  /** Sends a request to a provider and returns the response with any status. Only `signal` limits the time. */
  async send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | null,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const key = this.key === null ? {} : { 'x-gateway-api-key': this.key }
    const all = { 'content-type': 'application/json', 'user-agent': 'gatehouse-cli', ...headers, ...key }
    try {
      return await fetch(`${this.url}/v1${path}`, { method, headers: all, body, signal, redirect: 'manual' })
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  /** For `/readyz` and other public paths: sends no key and returns the status. */
  async probe(path: string, timeoutMs: number): Promise<{ status: number; body: JsonObject; dateMs: number | null }> {
    const response = await fetch(this.url + path, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    const date = Date.parse(response.headers.get('date') ?? '')
    const body = await jsonIn(response)
    return { status: response.status, body, dateMs: Number.isNaN(date) ? null : date }
  }

  async #json(method: string, path: string, parts: RequestParts): Promise<JsonObject> {
    const response = await this.#send(method, path, parts, AbortSignal.timeout(TIMEOUT_MS))
    if (!response.ok) throw await responseError(response, path, this.hasKey)
    const text = await readResponse(response, BODY_LIMITS)
    try {
      const value: unknown = text === '' ? {} : JSON.parse(text)
      if (isObject(value)) return value
    } catch {
      // Reported below.
    }
    throw new CommandError({
      what: `${this.url} returned no JSON object for ${method} /v1${path}.`,
      why: 'Another program or a proxy may be listening at this address.',
      fix: 'Set the address of the gateway with --url or GATEWAY_BASE_URL.',
    })
  }

  async #send(
    method: string,
    path: string,
    { query, body }: RequestParts,
    signal: AbortSignal | null,
  ): Promise<Response> {
    const address = new URL(`${this.url}/v1${path}`)
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) address.searchParams.set(name, String(value))
    const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'gatehouse-cli' }
    if (this.key !== null) headers['x-gateway-api-key'] = this.key
    if (body !== undefined) headers['content-type'] = 'application/json'
    const sent = body === undefined ? null : JSON.stringify(body)
    try {
      // Following a redirect could send the key to another host.
      return await fetch(address, { method, headers, body: sent, signal, redirect: 'manual' })
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  #unreachable(error: unknown): CommandError {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    const why = isSlow ? 'It did not respond in time.' : error instanceof Error ? error.message : String(error)
    const report = {
      what: `No gateway responds at ${this.url}.`,
      why,
      fix: 'Start one with "gatehouse start", or set another address with --url or GATEWAY_BASE_URL.',
    }
    return new CommandError(report, UNREACHABLE)
  }

  #inWorkspace<Fields extends object>(fields: Fields): Fields {
    return this.workspace === null ? fields : { workspace_id: this.workspace, ...fields }
  }
}

/** Parses a small body; returns an empty object if it is not a JSON object. */
async function jsonIn(response: Response): Promise<JsonObject> {
  try {
    const body: unknown = JSON.parse(await readResponse(response, SMALL_BODY_LIMITS))
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

/** Errors of the gateway include a hint. Others are described by their status. */
async function responseError(response: Response, path: string, hasKey: boolean): Promise<CommandError> {
  const body = await jsonIn(response)
  const error = isObject(body['error']) ? body['error'] : {}
  const message =
    typeof error['message'] === 'string' ? error['message'] : `The gateway returned HTTP ${response.status}.`
  const code = typeof error['code'] === 'string' ? error['code'] : response.statusText
  const trace = response.headers.get('x-gateway-trace-id')
  const hint = typeof error['hint'] === 'string' ? error['hint'] : undefined
  const isKeyless = response.status === 401 && !hasKey
  const report = {
    what: message,
    why: `${response.status} ${code} for /v1${path}${trace === null ? '' : `, trace ${trace}`}`,
    fix: isKeyless
      ? 'Run gatehouse login, or set GATEWAY_API_KEY (or --key) to a gateway key; the first start printed two.'
      : commandHint(hint),
  }
  return new CommandError(report, [401, 403].includes(response.status) ? NOT_ALLOWED : 1)
}

const LIST_COMMANDS: Readonly<Record<string, string>> = {
  'api-keys': 'keys list',
  configs: 'configs list',
  guardrails: 'guardrails list',
  prompts: 'prompts list',
  'virtual-keys': 'virtual-keys list',
  'virtual-models': 'virtual-models list',
}

/** Hints of the gateway name API calls. Replaces them by CLI commands. */
function commandHint(hint: string | undefined): string | undefined {
  return hint?.replaceAll(/\bGET (\/v1\/([a-z-]+)(?:\/[\w/-]*)?)/g, (_, path: string, resource: string) => {
    const command = path === `/v1/${resource}` && Object.hasOwn(LIST_COMMANDS, resource) && LIST_COMMANDS[resource]
    return `gatehouse ${command || `api get ${path}`}`
  })
}

/** Sends a GET to another gateway's API. Following a redirect could send the key to another host. */
export function readFrom(
  address: URL,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Response> {
  return fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
}

/** For a gateway's OAuth endpoints. Following a redirect could send a code or a key to another host. */
export function postForm(address: string, body: URLSearchParams, timeoutMs: number): Promise<Response> {
  const headers = { accept: 'application/json', 'user-agent': 'gatehouse-cli' }
  return fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
}

export { isObject }

export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
