/** Parses the responses on a connection exactly as received, framing included. */

export type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** False if the connection or the bytes so far ended before the body's framing did. */
  readonly isComplete: boolean
}

/** All responses in the bytes; the last one may be incomplete. `isClosed` ends bodies without a length. */
export function readAnswers(bytes: Buffer, isClosed: boolean): RawAnswer[] {
  const answers: RawAnswer[] = []
  let at = 0
  while (at < bytes.length) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    if (headEnd < 0) break
    const [start = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n')
    const headers: Record<string, string> = {}
    for (const line of lines) {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon).toLowerCase()
      const value = line.slice(colon + 1).trim()
      headers[name] = name in headers ? `${headers[name]}, ${value}` : value
    }
    const status = Number(start.split(' ')[1])
    const body = readBody(bytes, headEnd + 4, status, headers, isClosed)
    at = body.end
    if (status >= 200) answers.push({ status, headers, body: body.bytes, isComplete: body.isComplete })
    if (!body.isComplete) break
  }
  return answers
}

type Body = { readonly bytes: Buffer; readonly end: number; readonly isComplete: boolean }

function readBody(
  bytes: Buffer,
  from: number,
  status: number,
  headers: Record<string, string>,
  isClosed: boolean,
): Body {
  const rest = bytes.length - from
  if (status < 200 || status === 204 || status === 304) return { bytes: Buffer.alloc(0), end: from, isComplete: true }
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes, from)
  const length = headers['content-length']
  if (length === undefined) return { bytes: bytes.subarray(from), end: bytes.length, isComplete: isClosed }
  const size = Math.min(Number(length), rest)
  return { bytes: bytes.subarray(from, from + size), end: from + size, isComplete: size === Number(length) }
}

function readChunks(bytes: Buffer, from: number): Body {
  const chunks: Buffer[] = []
  let at = from
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) break
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (lineEnd + 2 + size + 2 > bytes.length) break
    if (size === 0) return { bytes: Buffer.concat(chunks), end: lineEnd + 4, isComplete: true }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return { bytes: Buffer.concat(chunks), end: bytes.length, isComplete: false }
}
