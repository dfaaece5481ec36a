/** Simulates upstream faults, selected by name. */

import type { Fault } from './answer.ts'
import type { Connection } from './connection.ts'
import { playStream } from './play-stream.ts'
import type { ReceivedRequest } from './received-request.ts'
import { chunkOf, completionOf, headOf, LAST_CHUNK } from './wire.ts'

const JSON_TYPE: [string, string] = ['content-type', 'application/json']

export async function playFault(fault: Fault, request: ReceivedRequest, connection: Connection): Promise<boolean> {
  switch (fault.fault) {
    case 'reset':
      return leave(request, () => connection.reset())
    case 'close':
      return leave(request, () => connection.end())
    case 'hang':
      await connection.closed
      return false
    case 'headers-then-silence':
      await connection.write(headOf(200, [JSON_TYPE, ['content-length', '100']]))
      await connection.closed
      return false
    case 'drip':
      return drip(completionOf(request, fault.text), fault.gapMs, connection)
    case 'short-body': {
      const body = JSON.stringify(completionOf(request, 'cut short'))
      await connection.write(headOf(200, [JSON_TYPE, ['content-length', String(body.length + 10)]]) + body)
      return leave(request, () => connection.end())
    }
    case 'cut': {
      const body = JSON.stringify(completionOf(request, 'cut short'))
      const half = body.slice(0, body.length / 2)
      await connection.write(headOf(200, [JSON_TYPE, ['content-length', String(body.length)]]) + half)
      return leave(request, () => connection.reset())
    }
    case 'invalid-json': {
      const body = '{"id": "chatcmpl-sim", "choices": [ oops'
      return connection.write(headOf(200, [JSON_TYPE, ['content-length', String(body.length)]]) + body)
    }
    case 'error-in-stream':
      return playStream({ stream: [], errorAfter: 0 }, request, connection)
    case 'huge-event':
      return playStream({ stream: ['x'.repeat(fault.sizeBytes)] }, request, connection)
    case 'header-flood': {
      const flood = Array.from({ length: fault.count }, (_, i): [string, string] => [`x-flood-${i}`, 'x'.repeat(64)])
      return connection.write(headOf(200, [JSON_TYPE, ...flood, ['content-length', '2']]) + '{}')
    }
    case 'not-http':
      await connection.write('SSH-2.0-Simulated\r\n')
      return leave(request, () => connection.end())
  }
}

function leave(request: ReceivedRequest, close: () => void): false {
  request.end('cut')
  close()
  return false
}

async function drip(body: object, gapMs: number, connection: Connection): Promise<boolean> {
  await connection.write(headOf(200, [JSON_TYPE, ['transfer-encoding', 'chunked']]))
  for (const letter of JSON.stringify(body)) {
    if (!(await connection.write(chunkOf(letter)))) return false
    if (!(await connection.wait(gapMs))) return false
  }
  return connection.write(LAST_CHUNK)
}
