/** Reads request bodies of the mock, with limits per request and for all concurrent reads. */

import { failure } from './reply.ts'

/** Bodies up to this size are read in one call and do not count against MAX_READING_BYTES. */
const SMALL_BYTES = 64 * 1024
const MAX_READING_BYTES = 64 * 1024 * 1024

let readingBytes = 0

export type ReadBody = { readonly bytes: Uint8Array<ArrayBuffer>; release(): void }

/** Returns the bytes or an error response. Bodies over the limit are rejected before or during the upload. */
export async function readBody(request: Request, maxBytes: number): Promise<ReadBody | Response> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) return tooLarge(maxBytes)
  if (declared !== null && Number(declared) <= SMALL_BYTES)
    return { bytes: new Uint8Array(await request.arrayBuffer()), release() {} }
  let held = 0
  const release = () => {
    readingBytes -= held
    held = 0
  }
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of request.body ?? []) {
      held += chunk.length
      readingBytes += chunk.length
      if (held > maxBytes || readingBytes > MAX_READING_BYTES) {
        const refusal = held > maxBytes ? tooLarge(maxBytes) : busy()
        release()
        return refusal
      }
      chunks.push(chunk)
    }
    return { bytes: Uint8Array.from(Buffer.concat(chunks, held)), release }
  } catch (error) {
    release()
    throw error
  }
}

function tooLarge(maxBytes: number): Response {
  return failure(413, `The mock accepts bodies of up to ${maxBytes >> 20} MiB here.`, 'body_too_large', CLOSE)
}

function busy(): Response {
  return failure(503, 'The mock is reading too many large bodies.', 'mock_busy', { ...CLOSE, 'retry-after': '1' })
}

/** The rest of the body is not read, so the connection cannot be reused. */
const CLOSE = { connection: 'close' }
