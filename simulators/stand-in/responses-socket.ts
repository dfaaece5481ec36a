/** The Responses API over a WebSocket: each `response.create` becomes a request to the stand-in behind it. */

import { startSocketSimulator } from '../socket-simulator.ts'
import type { JsonObject } from '../wire/wire-server.ts'
import type { StandIn } from './stand-in.ts'

/** Like OpenAI, keeps the responses of a connection, so that clients may send only new items. */
export function startResponsesSocket(standIn: StandIn) {
  const known = new Map<string, readonly unknown[]>()
  return startSocketSimulator({
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      return fetch(standIn.url + pathname + search, {
        method: request.method,
        headers: request.headers,
        ...(request.method !== 'GET' && { body: await request.arrayBuffer() }),
      })
    },
    async message(peer, message) {
      const { type: _, previous_response_id, generate, ...params } = JSON.parse(String(message)) as JsonObject
      const before = typeof previous_response_id === 'string' ? known.get(previous_response_id) : []
      if (before === undefined) {
        return peer.sendJson({ type: 'error', status: 400, error: { code: 'previous_response_not_found' } })
      }
      const input = [...before, ...(Array.isArray(params['input']) ? (params['input'] as unknown[]) : [])]
      if (generate === false) {
        const response = { id: `resp_warm${known.size}`, object: 'response', output: [], error: null }
        known.set(response.id, input)
        peer.sendJson({ type: 'response.created', response: { ...response, status: 'in_progress' } })
        return peer.sendJson({ type: 'response.completed', response: { ...response, status: 'completed' } })
      }
      const answer = await fetch(`${standIn.url}/v1/responses`, {
        method: 'POST',
        headers: {
          authorization: peer.headers.get('authorization') ?? '',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ...params, input, stream: true }),
      })
      const text = await answer.text()
      if (!answer.ok) return peer.sendJson({ type: 'error', status: answer.status, error: { message: text } })
      for (const [, data] of text.matchAll(/^data: (.+)$/gm)) {
        const event = JSON.parse(data!) as { type: string; response?: { id: string; output: unknown[] } }
        if (event.type === 'response.completed') known.set(event.response!.id, [...input, ...event.response!.output])
        peer.send(data!)
      }
    },
  })
}
