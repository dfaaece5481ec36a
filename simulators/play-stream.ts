/** Sends server-sent events: one write per event, with chunked transfer encoding. */

import type { StreamAnswer, StreamItem } from './answer.ts'
import type { Connection } from './connection.ts'
import { dataLine, type Events } from './openai-wire.ts'
import type { ReceivedRequest } from './received-request.ts'
import { chunkOf, eventsOf, headOf, LAST_CHUNK } from './wire.ts'

const STREAM_ERROR = { error: { message: 'Simulated overload.', type: 'overloaded_error', param: null, code: null } }

export async function playStream(
  answer: StreamAnswer,
  request: ReceivedRequest,
  connection: Connection,
): Promise<boolean> {
  if (!(await connection.wait(answer.delayMs ?? 0))) return false
  const given = Object.entries(answer.headers ?? {})
  if (!given.some(([name]) => name.toLowerCase() === 'content-type')) given.push(['content-type', 'text/event-stream'])
  if (!(await connection.write(headOf(200, [...given, ['transfer-encoding', 'chunked']])))) return false
  const events = eventsOf(request)
  const stop = await playItems(answer, events, request, connection)
  if (stop === 'closed') return false
  if (stop === 'error') await connection.write(chunkOf(events.error(answer.error ?? STREAM_ERROR)))
  else if (!answer.withoutDone) for (const event of events.closing) await connection.write(chunkOf(event))
  return connection.write(LAST_CHUNK)
}

/**
 * `end`: all items were sent. `error`: the script requests an error now. `closed`: the connection is closed or stalled.
 */
async function playItems(
  answer: StreamAnswer,
  events: Events,
  request: ReceivedRequest,
  connection: Connection,
): Promise<'end' | 'error' | 'closed'> {
  let count = 0
  const iterator = iteratorOf(answer.stream)
  for (;;) {
    const next = await Promise.race([iterator.next(), connection.closed])
    if (!next) return 'closed'
    if (count > 0 && !(await connection.wait(answer.gapMs ?? 0))) return 'closed'
    if (count === answer.errorAfter) return 'error'
    if (count === answer.cutAfter) {
      request.end('cut')
      connection.end()
      return 'closed'
    }
    if (count === answer.stallAfter) {
      await connection.closed
      return 'closed'
    }
    if (next.done) return 'end'
    if (count === 0 && typeof next.value === 'string') {
      for (const event of events.opening) await connection.write(chunkOf(event))
    }
    if (!(await connection.write(chunkOf(textOf(next.value, events))))) return 'closed'
    count++
  }
}

function iteratorOf(items: StreamAnswer['stream']): AsyncIterator<StreamItem> | Iterator<StreamItem> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
}

function textOf(item: StreamItem, events: Events): string {
  if (typeof item === 'string') return events.content(item)
  if ('raw' in item) return item.raw
  return item.event === undefined ? dataLine(item.data) : `event: ${item.event}\n${dataLine(item.data)}`
}
