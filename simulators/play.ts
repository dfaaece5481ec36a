/** Sends one scripted response on a connection. */

import type { PlainAnswer, RawAnswer, WholeAnswer } from './answer.ts'
import type { Connection } from './connection.ts'
import { errorBody } from './openai-wire.ts'
import { playDownload } from './play-download.ts'
import { playFault } from './play-fault.ts'
import { playStream } from './play-stream.ts'
import type { ReceivedRequest } from './received-request.ts'
import { bodyOf, completionOf, headOf } from './wire.ts'

/** Resolves when the response ends: true if it was sent completely and the connection can be reused. */
export async function play(answer: PlainAnswer, request: ReceivedRequest, connection: Connection): Promise<boolean> {
  if (typeof answer === 'number') return playWhole({ status: answer, body: errorBody(answer) }, connection)
  if (typeof answer === 'string') {
    if (bodyOf(request)['stream'] === true) return playStream({ stream: wordsOf(answer) }, request, connection)
    return playWhole({ body: completionOf(request, answer) }, connection)
  }
  if ('fault' in answer) return playFault(answer, request, connection)
  if ('stream' in answer) return playStream(answer, request, connection)
  if ('raw' in answer) return playRaw(answer, request, connection)
  if ('download' in answer) return playDownload(answer, connection)
  if ('sink' in answer) {
    return playWhole({ body: { sha256: request.bodySha256, bytes: request.bodyBytes } }, connection)
  }
  if ('echo' in answer) {
    const type = request.headers['content-type'] ?? 'application/octet-stream'
    return playWhole({ headers: { 'content-type': type }, body: request.body }, connection)
  }
  return playWhole(answer, connection)
}

async function playRaw(answer: RawAnswer, request: ReceivedRequest, connection: Connection): Promise<boolean> {
  const whole = await connection.write(answer.raw)
  if (!whole || answer.ending === 'stay') return whole
  request.end('cut')
  if (answer.ending === 'end') connection.end()
  else connection.reset()
  return false
}

/** Splits `a b c` into `a`, ` b`, ` c`. */
function wordsOf(text: string): readonly string[] {
  return text.split(/(?= )/)
}

async function playWhole(answer: WholeAnswer, connection: Connection): Promise<boolean> {
  if (!(await connection.wait(answer.delayMs ?? 0))) return false
  const plain = bytesOf(answer.body ?? '')
  const body = answer.gzip ? Bun.gzipSync(plain) : plain
  const given = Array.isArray(answer.headers) ? answer.headers : Object.entries(answer.headers ?? {})
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const headers: [string, string][] = [...given]
  const add = (name: string, value: string) => {
    if (!names.has(name)) headers.push([name, value])
  }
  if (plain.length > 0 || answer.status !== 204) add('content-type', 'application/json')
  if (answer.gzip) add('content-encoding', 'gzip')
  if (answer.retryAfter !== undefined) headers.push(retryAfterHeader(answer.retryAfter))
  if (answer.status !== 204) add('content-length', String(body.length))
  const head = Buffer.from(headOf(answer.status ?? 200, headers), 'latin1')
  return connection.write(Buffer.concat([head, body]))
}

function bytesOf(body: string | Uint8Array | object): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return Uint8Array.from(body)
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8')
}

function retryAfterHeader(after: NonNullable<WholeAnswer['retryAfter']>): [string, string] {
  if (typeof after === 'string') return ['retry-after', after]
  if (after instanceof Date) return ['retry-after', after.toUTCString()]
  return ['retry-after-ms', String(after.ms)]
}
