/**
 * Frames of application/vnd.amazon.eventstream:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html.
 */

import { crc32 } from 'node:zlib'

const STRING = 7

export function eventFrame(name: string, payload: object): Uint8Array {
  return frame({ ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' }, payload)
}

export function exceptionFrame(name: string, message: string): Uint8Array {
  const headers = { ':exception-type': name, ':content-type': 'application/json', ':message-type': 'exception' }
  return frame(headers, { message })
}

function frame(headers: Readonly<Record<string, string>>, payload: object): Uint8Array {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)))
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + head.length + body.length, 0)
  prelude.writeUInt32BE(head.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const message = Buffer.concat([prelude, head, body])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(message))
  return Buffer.concat([message, checksum])
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([STRING]),
    length,
    Buffer.from(value),
  ])
}
