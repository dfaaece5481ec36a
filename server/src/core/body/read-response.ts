/** Reads an upstream response that is not relayed to a caller, as text or bytes, within a size and a time limit. */

export type ResponseLimits = { readonly maxBytes: number; readonly timeoutMs: number }

/** `message` is a predicate such as "is larger than 1024 bytes". Callers put the subject before it. */
export class ResponseLimitError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ResponseLimitError'
  }
}

/** Closes the connection and throws if the response exceeds a limit. Does not decompress. */
export async function readResponse(response: Response, limits: ResponseLimits): Promise<string> {
  return (await readResponseBytes(response, limits)).toString('utf8')
}

/** Same as `readResponse`, without decoding. */
export async function readResponseBytes(response: Response, limits: ResponseLimits): Promise<Buffer> {
  const { bytes, isWhole } = await read(response, limits)
  if (!isWhole) throw new ResponseLimitError(`is larger than ${limits.maxBytes} bytes`)
  return bytes
}

/** Truncates the response at the size limit and closes the connection. Throws if it exceeds the time limit. */
export async function readResponseStart(response: Response, limits: ResponseLimits): Promise<string> {
  return (await read(response, limits)).bytes.toString('utf8')
}

async function read(response: Response, { maxBytes, timeoutMs }: ResponseLimits) {
  if (response.body === null) return { bytes: Buffer.alloc(0), isWhole: true }
  const reader = response.body.getReader()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel().catch(() => undefined)
  }, timeoutMs)
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw new ResponseLimitError(`took longer than ${timeoutMs} ms`)
      if (done) return { bytes: Buffer.concat(chunks), isWhole: true }
      total += value.length
      chunks.push(total > maxBytes ? value.subarray(0, value.length - (total - maxBytes)) : value)
      if (total <= maxBytes) continue
      await reader.cancel()
      return { bytes: Buffer.concat(chunks), isWhole: false }
    }
  } finally {
    clearTimeout(timer)
  }
}
