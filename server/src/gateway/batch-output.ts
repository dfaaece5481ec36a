/** `GET /batches/{id}/output`, which providers do not have: returns the output file, or the results of an Anthropic batch. */

import { parseObject } from '../core/body/json-text.ts'
import { readResponse } from '../core/body/read-response.ts'
import { errorResponse } from '../core/error-response.ts'
import { GatewayError } from '../core/errors.ts'
import { originOf, splitUrl } from '../core/request-url.ts'

const PATH = /^\/v1\/batches\/([^/]+)\/output$/
/** Ids of Anthropic's message batches. Their results are not a file. */
const MESSAGE_BATCH = /^msgbatch_/
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 60_000 }

/** The batch id as written in the path; null for every other request. */
export function batchOfOutput(method: string, pathname: string): string | null {
  return method === 'GET' ? (PATH.exec(pathname)?.[1] ?? null) : null
}

/** Sends one or two requests with the caller's headers, thus with the same key, config and provider. Each is logged. */
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
    hint: 'GET /v1/batches/{id} shows its status, and error_file_id if any request failed.',
  })
  const traceId = read.headers.get('x-gateway-trace-id') ?? Bun.randomUUIDv7()
  const { status, headers, body } = errorResponse(error, traceId, traceId, baseUrl)
  return new Response(body, { status, headers })
}

function statusOf(status: unknown): string {
  return typeof status === 'string' ? `; its status is ${status.slice(0, 32)}` : ''
}

/** `isRelayed` is false for a response that is parsed here: it must not be compressed. */
function partOf({ url, headers: sent, signal }: Request, path: string, isRelayed: boolean): Request {
  const headers = new Headers(sent)
  if (!isRelayed) headers.delete('accept-encoding')
  return new Request(`${originOf(url)}${path}${splitUrl(url).search}`, { headers, signal })
}
