/** Reads a response body by its content type. */

import { GatewayError } from '../errors.ts'
import type { Arrived, Transport } from './transport.ts'

/** JSON as a value, other text as a string, an empty body as undefined, everything else as the Response. */
export async function readAny(transport: Transport, arrived: Arrived): Promise<unknown> {
  const type = arrived.response.headers.get('content-type') ?? ''
  if (/^application\/([\w.+-]+\+)?json\b/i.test(type)) return readJson(transport, arrived)
  if (/^text\/(?!event-stream)/i.test(type)) return readText(transport, arrived)
  if (arrived.response.status === 204 || arrived.response.body === null) {
    arrived.deadline.release()
    return undefined
  }
  return readRaw(arrived)
}

export async function readJson(transport: Transport, arrived: Arrived): Promise<unknown> {
  const text = await readText(transport, arrived)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { traceId, requestId, provider, status } = arrived.gateway
    throw new GatewayError({
      code: 'invalid_answer',
      message: `The response is not JSON: ${text.slice(0, 200)}`,
      hint: 'Check the address, or read the response with asResponse().',
      source: 'provider',
      status,
      traceId,
      requestId,
      provider,
      cause,
    })
  }
}

export async function readText(transport: Transport, { response, deadline }: Arrived): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw transport.failure(error, deadline)
  } finally {
    deadline.release()
  }
}

/** The caller reads the body, without a time limit. */
export async function readRaw({ response, deadline }: Arrived): Promise<Response> {
  deadline.stopClock()
  return response
}
