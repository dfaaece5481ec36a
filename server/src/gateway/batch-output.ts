/** `GET /batches/{id}/output`, which providers do not have: returns the output file, or the results of an Anthropic batch. */

import { parseObject } from '../core/body/json-text.ts'
import { readResponse } from '../core/body/read-response.ts'
import { errorResponse } from '../core/error-response.ts'
import { GatewayError } from '../core/errors.ts'
import { originOf, splitUrl } from '../core/request-url.ts'

const PATH = /^\/v1\/batches\/([^/]+)\/output$/
/** Ids of message batches of Anthropic. Their results are not a file. */
const MESSAGE_BATCH = /^msgbatch_/
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 60_000 }

/** The batch as it is written in the path; null for every other request. */
export function batchOfOutput({ method, url }: Request): string | null {
  if (method !== 'GET' || !url.includes('/batches/')) return null
  return PATH.exec(splitUrl(url).pathname)?.[1] ?? null
}

/** All requests have the headers of the caller: the same key, config and provider. Each is logged. */
export async function batchOutput(
  request: Request,
  batch: string,
  send: (request: Request) => Promise<Response>,
  baseUrl: string,
): Promise<Response> {
  if (MESSAGE_BATCH.test(batch)) return send(partOf(request, `/v1/messages/batches/${batch}/results`, true))
  const read = await send(partOf(request, `/v1/batches/${batch}`, false))
  if (read.status !== 200) return read
  const parsed = parseObject(Buffer.from(await readResponse(read, LIMITS)))
  const found = typeof parsed === 'string' ? {} : parsed
  const fileId = found['output_file_id']
  if (typeof fileId === 'string' && fileId !== '')
    return send(partOf(request, `/v1/files/${encodeURIComponent(fileId)}/content`, true))
  const error = new GatewayError('not_found', {
    param: 'batch_id',
    message: `The batch has no output file${statusOf(found['status'])}.`,
    hint: 'GET /v1/batches/{id} shows its status, and error_file_id if requests of it failed.',
  })
  const traceId = read.headers.get('x-gateway-trace-id') ?? Bun.randomUUIDv7()
  const { status, headers, body } = errorResponse(error, traceId, traceId, baseUrl)
  return new Response(body, { status, headers })
}

function statusOf(status: unknown): string {
  return typeof status === 'string' ? `; its status is ${status.slice(0, 32)}` : ''
}

/** The batch is read here, so it must not be compressed. */
function partOf({ url, headers: sent, signal }: Request, path: string, isRelayed: boolean): Request {
  const headers = new Headers(sent)
  if (!isRelayed) headers.delete('accept-encoding')
  return new Request(`${originOf(url)}${path}${splitUrl(url).search}`, { headers, signal })
}
