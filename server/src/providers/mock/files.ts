/** Files and batches of the mock provider. A batch runs when it is created, so the first response shows it complete. */

import * as reply from './reply.ts'
import { MAX_ENTRY_BYTES, type WorkspaceStore } from './store.ts'

type StoredFile = { readonly meta: reply.JsonObject; readonly bytes: Uint8Array<ArrayBuffer> }

const MAX_BATCH_LINES = 100
const FILE = 'file-'
const BATCH = 'batch_'

export async function createFile(form: reply.Form, store: WorkspaceStore): Promise<Response> {
  const file = form.get('file')
  if (!(file instanceof File)) return reply.failure(400, "The form has no 'file'.", 'missing_file')
  if (file.size > MAX_ENTRY_BYTES) return reply.failure(413, 'The mock stores files of up to 4 MiB.', 'file_too_large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  return reply.json(keep(store, bytes, file.name, String(form.get('purpose') ?? 'user_data')))
}

export function listFiles(store: WorkspaceStore): Response {
  return reply.json(list((store.list(FILE) as StoredFile[]).map((file) => file.meta)))
}

/** `/files/{id}` and `/files/{id}/content`. */
export function answerStoredFile(method: string, id: string, rest: string, store: WorkspaceStore): Response {
  const file = findFile(store, id)
  if (!file) return reply.failure(404, `No such File object: ${id}`, 'not_found')
  if (method === 'GET' && rest === '') return reply.json(file.meta)
  if (method === 'GET' && rest === '/content') {
    return new Response(file.bytes, { headers: { 'content-type': 'application/octet-stream' } })
  }
  if (method !== 'DELETE' || rest !== '') return reply.failure(404, 'Unknown request URL.', 'unknown_url')
  store.delete(id)
  return reply.json({ id, object: 'file', deleted: true })
}

/** `respond` handles each line of the batch as a separate request. */
export async function createBatch(
  body: reply.JsonObject,
  store: WorkspaceStore,
  signal: AbortSignal,
  respond: (request: Request) => Promise<Response>,
): Promise<Response> {
  const input = findFile(store, String(body['input_file_id']))
  if (!input) return reply.failure(400, 'No such File object for input_file_id.', 'not_found')
  const lines = new TextDecoder().decode(input.bytes).split('\n').filter(Boolean)
  if (lines.length > MAX_BATCH_LINES)
    return reply.failure(400, 'The mock accepts at most 100 lines.', 'batch_too_large')
  const outputs: string[] = []
  let outputBytes = 0
  for (const line of lines) {
    const answered = await answerLine(line, signal, respond)
    outputBytes += Buffer.byteLength(answered) + 1
    if (outputBytes > MAX_ENTRY_BYTES)
      return reply.failure(400, 'The mock stores batch results of up to 4 MiB.', 'batch_too_large')
    outputs.push(answered)
    // Yields to other requests between two lines.
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
  }
  const output = keep(store, new TextEncoder().encode(outputs.join('\n')), 'output.jsonl', 'batch_output')
  const createdAt = reply.nowSeconds()
  const batch = {
    id: reply.newId(BATCH),
    object: 'batch',
    endpoint: body['endpoint'] ?? null,
    errors: null,
    input_file_id: body['input_file_id'],
    completion_window: body['completion_window'] ?? '24h',
    status: 'completed',
    output_file_id: output['id'],
    error_file_id: null,
    created_at: createdAt,
    completed_at: createdAt,
    request_counts: { total: lines.length, completed: lines.length, failed: 0 },
    metadata: body['metadata'] ?? null,
  }
  store.put(batch.id, batch, JSON.stringify(batch).length)
  return reply.json(batch)
}

export function listBatches(store: WorkspaceStore): Response {
  return reply.json(list(store.list(BATCH) as reply.JsonObject[]))
}

/** `/batches/{id}` and `/batches/{id}/cancel`. A complete batch stays complete. */
export function answerStoredBatch(method: string, id: string, rest: string, store: WorkspaceStore): Response {
  const batch = id.startsWith(BATCH) ? store.get(id) : undefined
  if (!batch) return reply.failure(404, `No batch found with id '${id}'.`, 'not_found')
  const isKnown = (method === 'GET' && rest === '') || (method === 'POST' && rest === '/cancel')
  return isKnown ? reply.json(batch) : reply.failure(404, 'Unknown request URL.', 'unknown_url')
}

function findFile(store: WorkspaceStore, id: string): StoredFile | undefined {
  return id.startsWith(FILE) ? (store.get(id) as StoredFile | undefined) : undefined
}

function keep(
  store: WorkspaceStore,
  bytes: Uint8Array<ArrayBuffer>,
  filename: string,
  purpose: string,
): reply.JsonObject {
  const id = reply.newId(FILE)
  const createdAt = reply.nowSeconds()
  const meta = {
    id,
    object: 'file',
    bytes: bytes.length,
    created_at: createdAt,
    filename,
    purpose,
    status: 'processed',
  }
  store.put(id, { meta, bytes } satisfies StoredFile, bytes.length)
  return meta
}

function list(data: readonly reply.JsonObject[]): reply.JsonObject {
  return {
    object: 'list',
    data,
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
    has_more: false,
  }
}

async function answerLine(
  line: string,
  signal: AbortSignal,
  respond: (request: Request) => Promise<Response>,
): Promise<string> {
  const parsed = parseLine(line)
  // Batches inside batches are rejected, because they would multiply the work.
  const url = parsed && /^\/v1\/(?!batches)[a-z/]+$/.test(String(parsed['url'])) ? String(parsed['url']) : null
  const response =
    parsed && url
      ? await respond(
          new Request(`http://mock${url}`, { method: 'POST', body: JSON.stringify(parsed['body'] ?? {}), signal }),
        )
      : reply.failure(400, 'The line is not a batch request.', 'invalid_line')
  const answer = {
    status_code: response.status,
    request_id: reply.newId('req_'),
    body: parseLine(await response.text()),
  }
  return JSON.stringify({
    id: reply.newId('batch_req_'),
    custom_id: parsed?.['custom_id'] ?? null,
    response: answer,
    error: null,
  })
}

function parseLine(line: string): reply.JsonObject | null {
  try {
    const value: unknown = JSON.parse(line)
    return reply.isObject(value) ? value : null
  } catch {
    return null
  }
}
