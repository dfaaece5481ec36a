/** Puts the JSON texts of large members where a translated answer has their stand-ins. */

/** `mark` begins every stand-in, which is the JSON string `"<mark>:<index>"`. */
export type LargeTexts = { readonly mark: string; readonly texts: readonly Uint8Array[] }

const QUOTE = 0x22

/** The answer in parts, in order. The texts are not copied: an event stream has each three times. */
export function withLargeTexts(answer: Uint8Array, { mark, texts }: LargeTexts): Uint8Array[] {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.length)
  const opening = Buffer.from(`"${mark}:`)
  const parts: Uint8Array[] = []
  let start = 0
  for (let at = bytes.indexOf(opening); at >= 0; at = bytes.indexOf(opening, start)) {
    const digits = at + opening.length
    const end = bytes.indexOf(QUOTE, digits)
    const text = texts[Number(bytes.toString('latin1', digits, end))]
    if (!text) throw new Error('an answer names a large member that its request does not have')
    parts.push(bytes.subarray(start, at), text)
    start = end + 1
  }
  parts.push(bytes.subarray(start))
  return parts
}
