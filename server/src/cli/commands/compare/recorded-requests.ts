/** Reads the requests to compare: lines of a file, or the last logs of a gateway. */

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { textOrNull } from '../../../core/json.ts'
import { namesSecretParam } from '../../../core/secret-names.ts'
import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf, type Remote } from '../../remote.ts'

export type RecordedRequest = {
  readonly method: string
  /** The part after `/v1`. */
  readonly path: string
  /** Only headers that `isKept` accepts. Names of gateway headers start with `x-gateway-`. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; null for GET. */
  readonly body: string | null
}

export type Recording = {
  readonly requests: readonly RecordedRequest[]
  /** Reasons why requests were skipped, with the number of requests. */
  readonly skipped: ReadonlyMap<string, number>
}

/** Paths of requests that change nothing at the provider. Others, such as uploads and batches, are not repeated. */
const REPEATABLE =
  /^\/(chat\/completions|completions|embeddings|messages|messages\/count_tokens|responses|responses\/input_tokens|moderations|rerank|images\/generations|audio\/speech|models|models\/[^/]+|prompts\/[^/]+\/(completions|render))$/

/** Headers that are sent again. Headers with credentials are not among them: see `isKept`. */
const KEPT = /^(x-(gateway|portkey)-(?!api-key$).+|anthropic-(version|beta)|openai-beta|accept)$/

const MAX_LINE_CHARS = 64 * 1024 * 1024
/** The most reasons to list. Further reasons are counted together. */
const MAX_REASONS = 50
const MAX_REASON = 200

class Collected {
  readonly requests: RecordedRequest[] = []
  readonly skipped = new Map<string, number>()

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.requests.length >= this.most
  }

  add(found: RecordedRequest | string): void {
    if (typeof found !== 'string') this.requests.push(found)
    else {
      const short = found.slice(0, MAX_REASON)
      const reason = this.skipped.has(short) || this.skipped.size < MAX_REASONS ? short : 'other requests'
      this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1)
    }
  }
}

/** `path`: `-` is standard input. */
export async function readRecordedFile(path: string, most: number): Promise<Recording> {
  const input = path === '-' ? process.stdin : createReadStream(path)
  const failed = new Promise<never>((_, reject) => {
    input.once('error', (error) => reject(new CommandError({ what: `Cannot read ${path}.`, why: error.message })))
  })
  return Promise.race([failed, readLines(input, path, most)])
}

async function readLines(input: NodeJS.ReadableStream, path: string, most: number): Promise<Recording> {
  const found = new Collected(most)
  let number = 0
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (line.trim() === '') continue
    if (found.isFull) break
    found.add(line.length > MAX_LINE_CHARS ? 'the line is longer than 64 MiB' : requestIn(parsed(line, path, number)))
  }
  return found
}

function parsed(line: string, path: string, number: number): JsonObject {
  try {
    const value: unknown = JSON.parse(line)
    if (isObject(value)) return value
  } catch {
    // Reported below.
  }
  throw new CommandError({
    what: `Line ${number} of ${path} is not a JSON object.`,
    fix: 'Give a file with one JSON object per line: a log export (--format jsonl), or {"path", "body"}.',
  })
}

/** Returns a request, or the reason why the line is skipped. */
function requestIn(line: JsonObject): RecordedRequest | string {
  const { request } = line
  // A line of `gatehouse logs export`, where `request` is the body itself.
  if ('request_url' in line || 'endpoint' in line) return ofExport(line)
  // Logs of other products: {"request": {"url", "method", "headers", "body"}}.
  const source = isObject(request) ? { ...line, ...request } : line
  const address = source['path'] ?? source['url']
  if (typeof address !== 'string') return 'it has no path or url'
  return recorded({
    method: textOrNull(source['method']) ?? 'POST',
    address,
    headers: isObject(source['headers']) ? source['headers'] : {},
    body: source['body'],
  })
}

function ofExport(line: JsonObject): RecordedRequest | string {
  const address = line['request_url']
  if (typeof address !== 'string')
    return 'the export has no request_url: export it with --fields request_method,request_url,request,ai_org,config,virtual_key,prompt_slug'
  return recorded({
    method: textOrNull(line['request_method']) ?? 'POST',
    address,
    headers: routingOf(line, textOrNull(line['ai_org'])),
    body: line['request'],
  })
}

/** The headers that select the config or virtual key of a logged request. */
function routingOf(log: JsonObject, provider: string | null): Readonly<Record<string, string>> {
  const [config, virtualKey] = [textOrNull(log['config']), textOrNull(log['virtual_key'])]
  if (config !== null) return { 'x-gateway-config': config }
  if (textOrNull(log['prompt_slug']) !== null) return {}
  if (virtualKey !== null) return { 'x-gateway-virtual-key': virtualKey }
  return provider === 'mock' ? { 'x-gateway-provider': provider } : {}
}

type Parts = {
  readonly method: string
  readonly address: string
  readonly headers: JsonObject
  readonly body: unknown
}

function recorded({ method: given, address, headers, body }: Parts): RecordedRequest | string {
  const method = given.toUpperCase()
  const path = pathIn(address)
  const isRead = method === 'GET'
  if (!REPEATABLE.test(path) || (method !== 'POST' && !isRead)) return `${method} ${path} is not repeated`
  if (isRead) return { method, path, headers: kept(headers), body: null }
  if (body === null || body === undefined) return 'its body was not recorded'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (!isJsonObject(text)) return 'its body is cut or not JSON'
  return { method, path, headers: kept(headers), body: text }
}

/** The path after `/v1`, without the query. */
function pathIn(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '')
  return path.replace(/^.*?\/v1(?=\/)/, '')
}

function kept(headers: JsonObject): Record<string, string> {
  const all = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(
    all
      .filter(([name, value]) => typeof value === 'string' && isKept(name))
      .map(([name, value]) => [name.replace(/^x-portkey-/, 'x-gateway-'), String(value)]),
  )
}

/** A recording of another product may have the credentials of its providers in headers. */
function isKept(name: string): boolean {
  return KEPT.test(name) && !namesSecretParam(name)
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}

const LOG_PAGE = 100

/** The last logs with their bodies, newest first. */
export async function readLastLogs(remote: Remote, most: number): Promise<Recording> {
  const found = new Collected(most)
  let cursor: string | undefined
  for (let read = 0; read < most; ) {
    const page = await remote.get('/logs', { page_size: Math.min(LOG_PAGE, most - read), cursor })
    const rows = objectsOf(page['data'])
    for (const row of rows) found.add(await loggedRequest(remote, String(row['id'])))
    read += rows.length
    cursor = textOrNull(page['next_cursor']) ?? undefined
    if (rows.length === 0 || cursor === undefined) break
  }
  return found
}

async function loggedRequest(remote: Remote, id: string): Promise<RecordedRequest | string> {
  const log = await remote.get(`/logs/${encodeURIComponent(id)}`)
  const request = isObject(log['request']) ? log['request'] : {}
  if (request['body_cut'] === true) return 'its body is cut or not JSON'
  return recorded({
    method: String(log['method']),
    address: String(log['path']),
    headers: routingOf(log, textOrNull(log['provider'])),
    body: request['body_encoding'] === 'base64' ? '' : request['body'],
  })
}
