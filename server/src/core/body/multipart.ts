/** Edits the text fields of a multipart/form-data body as bytes; file parts are not changed. */

type Part = {
  readonly name: string | null
  readonly isFile: boolean
  /** Offset of the first delimiter byte. `end` is the offset of the next delimiter. */
  readonly start: number
  readonly bodyStart: number
  readonly bodyEnd: number
  readonly end: number
}

/** Longer fields are not read as parameters. */
const MAX_FIELD_BYTES = 4096
const MAX_PARTS = 1_000
const MAX_PART_HEADER_BYTES = 16 * 1024

export function boundaryOf(contentType: string | undefined): string | null {
  if (contentType === undefined || !/^multipart\/form-data\b/i.test(contentType)) return null
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? null
}

/** The short text fields by name, or null if the body is malformed. */
export function formFields(bytes: Uint8Array, boundary: string): Record<string, unknown> | null {
  const parts = partsOf(bytes, boundary)
  if (!parts) return null
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const part of parts) {
    if (part.name === null || part.isFile || part.bodyEnd - part.bodyStart > MAX_FIELD_BYTES) continue
    const text = Buffer.from(bytes.subarray(part.bodyStart, part.bodyEnd)).toString('utf8')
    const known = fields[part.name]
    // If a field is repeated, the gateway and the provider might use different values.
    if (Array.isArray(known)) known.push(text)
    else fields[part.name] = known === undefined ? text : [known, text]
  }
  return fields
}

/** Sets and drops fields. Set fields come first, because some providers require them before the file. */
export function changeForm(
  bytes: Uint8Array,
  boundary: string,
  values: ReadonlyMap<string, unknown>,
  drops: ReadonlySet<string>,
): Uint8Array | null {
  const parts = partsOf(bytes, boundary)
  if (!parts) return null
  const pieces: Uint8Array[] = []
  for (const [name, value] of values) pieces.push(field(boundary, name, value))
  for (const part of parts) {
    const isReplaced = part.name !== null && !part.isFile && (values.has(part.name) || drops.has(part.name))
    if (!isReplaced) pieces.push(bytes.subarray(part.start, part.end))
  }
  pieces.push(bytes.subarray(parts.at(-1)?.end ?? 0))
  return Buffer.concat(pieces)
}

function field(boundary: string, name: string, value: unknown): Uint8Array {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safeName = name.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${safeName}"\r\n\r\n${text}\r\n`)
}

/** Servers also read a name without quotes. */
function nameIn(disposition: string): string | null {
  const match = /;[\t ]*name=(?:"([^"]*)"|([^;\s"]+))/i.exec(disposition)
  return match?.[1] ?? match?.[2] ?? null
}

function partsOf(bytes: Uint8Array, boundary: string): Part[] | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const delimiter = `--${boundary}`
  const parts: Part[] = []
  let start = buffer.indexOf(delimiter)
  while (start >= 0 && parts.length < MAX_PARTS) {
    const headerStart = start + delimiter.length
    if (buffer.toString('latin1', headerStart, headerStart + 2) === '--') return parts
    const headerEnd = buffer.indexOf('\r\n\r\n', headerStart)
    const next = headerEnd < 0 ? -1 : buffer.indexOf(`\r\n${delimiter}`, headerEnd + 2)
    if (next < 0 || headerEnd - headerStart > MAX_PART_HEADER_BYTES) return null
    const header = buffer.toString('utf8', headerStart, headerEnd)
    const disposition = /^content-disposition:.*$/im.exec(header)?.[0] ?? ''
    parts.push({
      name: nameIn(disposition),
      isFile: /;\s*filename\*?=/i.test(disposition),
      start,
      bodyStart: headerEnd + 4,
      bodyEnd: Math.max(next, headerEnd + 4),
      end: next + 2,
    })
    start = next + 2
  }
  return null
}
