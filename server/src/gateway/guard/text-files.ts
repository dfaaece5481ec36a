/** Files in base64 or in data URLs: finds out whether they are text, and decodes them. */

export type TextFile = {
  /** Null if the file is not text. */
  readonly text: string | null
  /** What precedes the base64 when a changed text is written back. */
  readonly prefix: string
  /** Why the text cannot be read; null if it can, or if there is none. */
  readonly unreadable: string | null
}

const NO_TEXT: TextFile = { text: null, prefix: '', unreadable: null }

/** Enough to tell text from a binary format. A multiple of four, as base64 needs. */
const SAMPLE_LENGTH = 1024
const TEXT_SHARE = 0.9
/** Formats that people do not read as text, though their first bytes may look like it. */
const BINARY_TYPE = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf\b)/i

/** A data URL, or base64 without one. */
export function fileOf(url: string): TextFile {
  if (!/^\s*data:/i.test(url)) return base64File(url, '')
  const comma = url.indexOf(',')
  if (comma < 0) return { text: url, prefix: '', unreadable: null }
  const head = url.slice(0, comma)
  const [type = '', ...parameters] = head.slice(head.indexOf(':') + 1).split(';')
  const plain = `data:${type};base64,`
  if (parameters.at(-1)?.trim().toLowerCase() !== 'base64')
    return { text: percentDecoded(url.slice(comma + 1)), prefix: plain, unreadable: null }
  const file = base64File(url.slice(comma + 1), head.slice(5))
  const isUtf8 = charsetOf(head) === 'utf-8'
  return { ...file, prefix: isUtf8 ? `${head},` : plain }
}

/** `type` may have parameters, such as `text/plain; charset=utf-16`. */
export function base64File(data: string, type: string): TextFile {
  if (BINARY_TYPE.test(type)) return NO_TEXT
  const charset = charsetOf(type)
  const isNamedText = /^\s*text\//i.test(type)
  if (charset === null)
    return isNamedText ? { ...NO_TEXT, unreadable: 'its charset is not known' } : base64File(data, '')
  const samples = [data.slice(0, SAMPLE_LENGTH), data.slice(-SAMPLE_LENGTH)].map((part) => Buffer.from(part, 'base64'))
  const found = charset === 'utf-8' ? (byteOrderOf(samples[0]!) ?? charset) : charset
  if (!isNamedText && !samples.some((sample) => isText(sample, found))) return NO_TEXT
  return { text: new TextDecoder(found).decode(Buffer.from(data, 'base64')), prefix: '', unreadable: null }
}

/** Null if the charset cannot be decoded. */
function charsetOf(type: string): Bun.Encoding | null {
  const named = /;\s*charset\s*=\s*"?([^";,\s]+)/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named as Bun.Encoding).encoding as Bun.Encoding
  } catch {
    return null
  }
}

function byteOrderOf(bytes: Uint8Array): Bun.Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? ('utf-16be' as Bun.Encoding) : null
}

/** Text has hardly any control characters. Even if it is in another charset, most of its bytes are ASCII. */
function isText(sample: Uint8Array, charset: Bun.Encoding): boolean {
  const text = new TextDecoder(charset).decode(sample, { stream: true })
  const plain = text.replace(/[\p{Cc}\ufffd]/gu, (character) => (/\s/.test(character) ? character : ''))
  return plain.length >= TEXT_SHARE * text.length
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
