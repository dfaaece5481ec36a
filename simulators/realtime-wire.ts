/** A stand-in for OpenAI's Realtime API: answers `response.create` with a response and its usage. */

import type { SocketPeer, SocketScript } from './socket-simulator.ts'

export type RealtimeUsage = {
  readonly total_tokens: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_token_details?: object
  readonly output_token_details?: object
}

/** 100 input tokens (60 of audio, 20 cached), 50 output tokens (40 of audio). */
export const REALTIME_USAGE: RealtimeUsage = {
  total_tokens: 150,
  input_tokens: 100,
  output_tokens: 50,
  input_token_details: {
    text_tokens: 40,
    audio_tokens: 60,
    cached_tokens: 20,
    cached_tokens_details: { text_tokens: 20, audio_tokens: 0 },
  },
  output_token_details: { text_tokens: 10, audio_tokens: 40 },
}

/** `usageOf`: the usage of the n-th response (from 1). */
export function realtimeScript(usageOf: (count: number) => RealtimeUsage | null = () => REALTIME_USAGE): SocketScript {
  let count = 0
  return {
    open(peer) {
      const model = new URLSearchParams(peer.target.split('?')[1]).get('model')
      peer.sendJson({
        type: 'session.created',
        event_id: 'event_1',
        session: { id: 'sess_1', object: 'realtime.session', model },
      })
    },
    message(peer, message) {
      const event = JSON.parse(String(message)) as {
        readonly type: string
        readonly session?: object
        readonly item?: object
      }
      if (event.type === 'session.update') {
        peer.sendJson({ type: 'session.updated', event_id: 'event_2', session: { id: 'sess_1', ...event.session } })
      } else if (event.type === 'conversation.item.create') {
        peer.sendJson({ type: 'conversation.item.created', event_id: 'event_3', item: { id: 'item_1', ...event.item } })
      } else if (event.type === 'response.create') {
        count++
        playResponse(peer, count, usageOf(count))
      }
    },
  }
}

export function playResponse(peer: SocketPeer, count: number, usage: RealtimeUsage | null): void {
  const id = `resp_${count}`
  const response = { id, object: 'realtime.response', status: 'in_progress', output: [], conversation_id: 'conv_1' }
  peer.sendJson({ type: 'response.created', event_id: `event_c${count}`, response })
  for (const delta of ['Hel', 'lo']) {
    peer.sendJson({
      type: 'response.output_text.delta',
      event_id: `event_t${count}`,
      response_id: id,
      item_id: 'item_2',
      output_index: 0,
      content_index: 0,
      delta,
    })
  }
  peer.sendJson({
    type: 'response.done',
    event_id: `event_d${count}`,
    response: { ...response, status: 'completed', usage },
  })
}
