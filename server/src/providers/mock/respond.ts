/** The mock provider's answers: OpenAI's endpoints, without a model behind them. */

import { answerChat, answerCompletion } from './chat.ts'
import { answerEmbeddings } from './embeddings.ts'
import { applyFault } from './faults.ts'
import { answerStoredBatch, answerStoredFile, createBatch, createFile, listBatches, listFiles } from './files.ts'
import { answerImages, answerModeration, answerSpeech, answerTranscription } from './media.ts'
import { type Form, failure, isObject, type JsonObject, json } from './reply.ts'
import { answerStoredResponse, createResponse } from './responses.ts'

type Awaitable<T> = T | Promise<T>

const JSON_ROUTES: ReadonlyMap<string, (body: JsonObject) => Awaitable<Response>> = new Map<
  string,
  (body: JsonObject) => Awaitable<Response>
>([
  ['/chat/completions', answerChat],
  ['/completions', answerCompletion],
  ['/embeddings', answerEmbeddings],
  ['/moderations', answerModeration],
  ['/responses', createResponse],
  ['/images/generations', answerImages],
  ['/audio/speech', answerSpeech],
  ['/batches', (body) => createBatch(body, respondAsMock)],
])

const FORM_ROUTES: ReadonlyMap<string, (form: Form) => Awaitable<Response>> = new Map<
  string,
  (form: Form) => Awaitable<Response>
>([
  ['/audio/transcriptions', answerTranscription],
  ['/audio/translations', answerTranscription],
  ['/images/edits', (form) => answerImages(Object.fromEntries(form))],
  ['/files', createFile],
])

const LISTS: ReadonlyMap<string, () => Response> = new Map([
  ['/models', () => json({ object: 'list', data: MODELS.map(modelRow) })],
  ['/files', listFiles],
  ['/batches', listBatches],
])

const STORED: ReadonlyMap<string, (method: string, id: string, rest: string) => Response> = new Map([
  ['responses', answerStoredResponse],
  ['files', answerStoredFile],
  ['batches', answerStoredBatch],
])

const MODELS = [
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

export async function respondAsMock(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/v1(?=\/)/, '')
  if (request.method === 'POST') {
    const jsonRoute = JSON_ROUTES.get(path)
    if (jsonRoute) return answerJson(request, jsonRoute)
    const formRoute = FORM_ROUTES.get(path)
    if (formRoute) return answerForm(request, formRoute)
  }
  const list = request.method === 'GET' ? LISTS.get(path) : undefined
  if (list) return list()
  const item = /^\/([a-z]+)\/([^/]+)(\/.*)?$/.exec(path)
  if (item && request.method === 'GET' && item[1] === 'models' && item[3] === undefined) return answerModel(item[2]!)
  const stored = item && STORED.get(item[1]!)
  if (stored) return stored(request.method, item[2]!, item[3] ?? '')
  return failure(404, `Unknown request URL: ${request.method} ${path.slice(0, 200)}.`, 'unknown_url')
}

async function answerJson(request: Request, answer: (body: JsonObject) => Awaitable<Response>): Promise<Response> {
  const body: unknown = await request.json().catch(() => null)
  if (!isObject(body)) return failure(400, 'The body is not a JSON object.', 'invalid_json')
  return (await applyFault(String(body['model']), request.signal)) ?? answer(body)
}

async function answerForm(request: Request, answer: (form: Form) => Awaitable<Response>): Promise<Response> {
  const form = await request.formData().catch(() => null)
  if (form === null) return failure(400, 'The body is not multipart/form-data.', 'invalid_form')
  return (await applyFault(String(form.get('model')), request.signal)) ?? answer(form)
}

function modelRow(id: string): JsonObject {
  return { id, object: 'model', created: 1_700_000_000, owned_by: 'mock' }
}

function answerModel(segment: string): Response {
  const id = MODELS.find((model) => model === segment)
  return id ? json(modelRow(id)) : failure(404, 'The model does not exist.', 'model_not_found')
}
