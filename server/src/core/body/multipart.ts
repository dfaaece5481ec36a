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
    // A repeated field becomes a list, because the gateway and the provider might read different values.
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

/** A text field of a form, by the index of its part. */
export type FormText = { readonly index: number; readonly name: string; readonly text: string }

/**
 * All text fields, or the reason why the form is ambiguous: guardrails must check exactly the texts that the provider
 * reads. Files are allowed only in fields that `isFileName` accepts, because some providers read other fields as text.
 */
export function formTexts(
  bytes: Uint8Array,
  contentType: string,
  isFileName: (name: string) => boolean,
): readonly FormText[] | string {
  const boundary = boundaryOf(contentType)
  if (boundary === null || (contentType.match(/boundary\s*=/gi) ?? []).length !== 1) return 'The form has no boundary.'
  const parts = partsOf(bytes, boundary)
  if (!parts) return 'The form is malformed.'
  const texts: FormText[] = []
  let end = 0
  for (const [index, { start, bodyStart, bodyEnd, end: next }] of parts.entries()) {
    const head = Buffer.from(bytes.buffer, bytes.byteOffset + start, bodyStart - start).toString('latin1')
    const name = start === end ? strictName(head.slice(boundary.length + 2)) : null
    if (name === null) return 'A part of the form has ambiguous headers.'
    end = next
    const { isFile } = parts[index]!
    if (isFile && isFileName(name)) continue
    if (isFile) return `The field ${JSON.stringify(name.slice(0, 64))} of the form is a file.`
    texts.push({ index, name, text: Buffer.from(bytes.subarray(bodyStart, bodyEnd)).toString('utf8') })
  }
  const rest = Buffer.from(bytes.subarray(end, end + boundary.length + 16)).toString('latin1')
  return rest.trimEnd() === `--${boundary}--` ? texts : 'The form does not end with its boundary.'
}

const DISPOSITION =
  /^content-disposition:[\t ]*form-data(?:;[\t ]*(?:name|filename|filename\*)=(?:"[^"\\\r\n]*"|[^\s;"\\]+))+[\t ]*$/i

/** The name, if every parser reads these headers in the same way; else null. */
function strictName(head: string): string | null {
  const lines = head.split('\r\n')
  // The line of the boundary has no other text, and an empty line ends the headers.
  if (lines.shift()?.trim() !== '' || lines.pop() !== '' || lines.pop() !== '') return null
  const names: string[] = []
  for (const line of lines) {
    if (/^content-type:/i.test(line)) {
      if (/charset\s*=\s*(?!"?(?:utf-?8|us-ascii)\b)/i.test(line)) return null
    } else if (/^content-disposition:/i.test(line)) {
      const found = [...line.matchAll(/;[\t ]*name=(?:"([^"]*)"|([^\s;"]+))/gi)]
      if (!DISPOSITION.test(line) || found.length !== 1) return null
      names.push(found[0]![1] ?? found[0]![2] ?? '')
    } else if (!/^content-length:/i.test(line)) return null
  }
  return names.length === 1 ? Buffer.from(names[0]!, 'latin1').toString('utf8') : null
}

/** The form with new texts for some fields, by the index of their part. Null if a text contains the boundary. */
export function replaceFormTexts(
  bytes: Uint8Array,
  boundary: string,
  texts: ReadonlyMap<number, string>,
): Uint8Array | null {
  const parts = partsOf(bytes, boundary)
  if (!parts || [...texts.values()].some((text) => text.includes(`--${boundary}`))) return null
  const pieces = parts.map((part, index) => {
    const text = texts.get(index)
    return text === undefined ? bytes.subarray(part.start, part.end) : field(boundary, part.name ?? '', text)
  })
  return Buffer.concat([...pieces, bytes.subarray(parts.at(-1)?.end ?? 0)])
}

function field(boundary: string, name: string, value: unknown): Uint8Array {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safeName = name.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${safeName}"\r\n\r\n${text}\r\n`)
}

/** Also accepts a name without quotes, as servers do. */
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
