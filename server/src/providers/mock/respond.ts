/** Routes of the mock provider, which implements OpenAI's endpoints without a real model. */

import { answerChat, answerCompletion } from './chat.ts'
import { answerEmbeddings } from './embeddings.ts'
import { applyFault } from './faults.ts'
import { answerStoredBatch, answerStoredFile, createBatch, createFile, listBatches, listFiles } from './files.ts'
import { answerImages, answerModeration, answerSpeech, answerTranscription } from './media.ts'
import { readBody } from './read-body.ts'
import { type Form, failure, isObject, type JsonObject, json } from './reply.ts'
import { answerStoredResponse, createResponse } from './responses.ts'
import type { WorkspaceStore } from './store.ts'

type Awaitable<T> = T | Promise<T>

type Context = {
  /** The workspace's storage. Null without a valid workspace token: nothing is stored or found. */
  readonly store: WorkspaceStore | null
  readonly bodyBytes: number
  readonly signal: AbortSignal
}

type Route<Body> = (body: Body, context: Context) => Awaitable<Response>

const MAX_JSON_BYTES = 32 * 1024 * 1024
/** The largest stored file plus its multipart encoding. */
const MAX_FORM_BYTES = 5 * 1024 * 1024

const JSON_ROUTES: ReadonlyMap<string, Route<JsonObject>> = new Map<string, Route<JsonObject>>([
  ['/chat/completions', answerChat],
  ['/completions', answerCompletion],
  ['/embeddings', answerEmbeddings],
  ['/moderations', answerModeration],
  ['/responses', (body, { store, bodyBytes }) => createResponse(body, store, bodyBytes)],
  ['/images/generations', answerImages],
  ['/audio/speech', answerSpeech],
  [
    '/batches',
    (body, { store, signal }) =>
      store ? createBatch(body, store, signal, (line) => respondAsMock(line, store)) : noWorkspace(),
  ],
])

const FORM_ROUTES: ReadonlyMap<string, Route<Form>> = new Map<string, Route<Form>>([
  ['/audio/transcriptions', answerTranscription],
  ['/audio/translations', answerTranscription],
  ['/images/edits', (form) => answerImages(Object.fromEntries(form))],
  ['/files', (form, { store }) => (store ? createFile(form, store) : noWorkspace())],
])

const LISTS: ReadonlyMap<string, (store: WorkspaceStore) => Response> = new Map([
  ['/files', listFiles],
  ['/batches', listBatches],
])

const STORED: ReadonlyMap<string, (method: string, id: string, rest: string, store: WorkspaceStore) => Response> =
  new Map([
    ['responses', answerStoredResponse],
    ['files', answerStoredFile],
    ['batches', answerStoredBatch],
  ])

/** The models that the mock lists. The model catalogue lists them too. */
export const MOCK_MODELS = [
  'mock',
  'mock-embedding',
  'mock-image',
  'mock-moderation',
  'mock-speech',
  'mock-transcribe',
  'mock-cut',
  'mock-error-429',
  'mock-error-429-after-2',
  'mock-error-500',
  'mock-slow-1500',
  'mock-stream-error',
] as const

export async function respondAsMock(request: Request, store: WorkspaceStore | null): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/v1(?=\/)/, '')
  if (request.method === 'POST') {
    const jsonRoute = JSON_ROUTES.get(path)
    if (jsonRoute) return answerJson(request, store, jsonRoute)
    const formRoute = FORM_ROUTES.get(path)
    if (formRoute) return answerForm(request, store, formRoute)
  }
  if (request.method === 'GET' && path === '/models') return json({ object: 'list', data: MOCK_MODELS.map(modelRow) })
  const list = request.method === 'GET' ? LISTS.get(path) : undefined
  if (list) return store ? list(store) : noWorkspace()
  const item = /^\/([a-z]+)\/([^/]+)(\/.*)?$/.exec(path)
  if (item && request.method === 'GET' && item[1] === 'models' && item[3] === undefined) return answerModel(item[2]!)
  const stored = item && STORED.get(item[1]!)
  if (stored) return store ? stored(request.method, item[2]!, item[3] ?? '', store) : noWorkspace()
  return failure(404, `Unknown request URL: ${request.method} ${path.slice(0, 200)}.`, 'unknown_url')
}

function noWorkspace(): Response {
  return failure(
    401,
    'The mock stores files, batches and responses only for calls with provider "mock".',
    'no_workspace',
  )
}

async function answerJson(
  request: Request,
  store: WorkspaceStore | null,
  answer: Route<JsonObject>,
): Promise<Response> {
  const read = await readBody(request, MAX_JSON_BYTES)
  if (read instanceof Response) return read
  try {
    const body = parseJson(read.bytes)
    if (!isObject(body)) return failure(400, 'The body is not a JSON object.', 'invalid_json')
    const context = { store, bodyBytes: read.bytes.length, signal: request.signal }
    return (await applyFault(String(body['model']), request.signal)) ?? (await answer(body, context))
  } finally {
    read.release()
  }
}

async function answerForm(request: Request, store: WorkspaceStore | null, answer: Route<Form>): Promise<Response> {
  const read = await readBody(request, MAX_FORM_BYTES)
  if (read instanceof Response) return read
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    const form = await new Response(read.bytes, { headers }).formData().catch(() => null)
    if (form === null) return failure(400, 'The body is not multipart/form-data.', 'invalid_form')
    const context = { store, bodyBytes: read.bytes.length, signal: request.signal }
    return (await applyFault(String(form.get('model')), request.signal)) ?? (await answer(form, context))
  } finally {
    read.release()
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function modelRow(id: string): JsonObject {
  return { id, object: 'model', created: 1_700_000_000, owned_by: 'mock' }
}

function answerModel(segment: string): Response {
  const id = MOCK_MODELS.find((model) => model === segment)
  return id ? json(modelRow(id)) : failure(404, 'The model does not exist.', 'model_not_found')
}
