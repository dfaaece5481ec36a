/** Compresses a response body if the caller accepts it, on the runtime's thread pool instead of the main thread. */

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Below this size the headers cost more than compression saves. */
const MIN_BYTES = 1_024
/** Larger bodies are sent uncompressed, so that no thread is busy for long. */
const MAX_BYTES = 32 * 1024 * 1024
/** While this many bodies are compressed, further ones are sent uncompressed, because the pool also reads files. */
const MAX_RUNNING = 4

const GZIP_LEVEL = 6
const ZSTD_LEVEL = 3

const gzipBytes = promisify(gzip)
let running = 0

type Coding = 'zstd' | 'gzip'

/** Whether an Accept-Encoding header allows a coding: `gzip`, `gzip;q=0.5`, but not `gzip;q=0`. */
export function acceptsCoding(accepted: string, name: string): boolean {
  for (const part of accepted.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    if (coding === name) return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  }
  return false
}

function codingFor(accepted: string | null): Coding | null {
  if (accepted === null) return null
  return acceptsCoding(accepted, 'zstd') ? 'zstd' : acceptsCoding(accepted, 'gzip') ? 'gzip' : null
}

/** A 200 response. `accepted` is the caller's Accept-Encoding. Do not use it for a body with a secret shown once. */
export async function compressedResponse(
  body: string,
  headers: Readonly<Record<string, string>>,
  accepted: string | null,
): Promise<Response> {
  const coding = codingFor(accepted)
  const varying = { ...headers, vary: headers['vary'] ? `${headers['vary']}, accept-encoding` : 'accept-encoding' }
  // `length` counts UTF-16 units, each of which takes one to three bytes. That is exact enough for these limits.
  if (coding === null || body.length < MIN_BYTES || body.length > MAX_BYTES || running >= MAX_RUNNING)
    return new Response(body, { headers: varying })
  running++
  try {
    const bytes = await compress(Buffer.from(body), coding)
    return new Response(bytes, { headers: { ...varying, 'content-encoding': coding } })
  } finally {
    running--
  }
}

async function compress(bytes: Buffer, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  const compressed =
    coding === 'zstd'
      ? await Bun.zstdCompress(bytes, { level: ZSTD_LEVEL })
      : await gzipBytes(bytes, { level: GZIP_LEVEL })
  return compressed as Uint8Array<ArrayBuffer>
}

/** Compresses a document that is already complete in memory. Responses with a status other than 200 are not changed. */
export async function compressedDocument(response: Response, accepted: string | null): Promise<Response> {
  if (response.status !== 200 || response.headers.has('content-encoding')) return response
  return compressedResponse(await response.text(), Object.fromEntries(response.headers), accepted)
}
