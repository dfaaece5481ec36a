/** Replaces the placeholders in a translated response by the JSON texts of large request members. */

/** A placeholder is the JSON string `"<mark>:<index>"`, with an index into `texts`. */
export type LargeTexts = { readonly mark: string; readonly texts: readonly Uint8Array[] }

const QUOTE = 0x22

/** The response in parts, in order. The texts are not copied: a Responses stream contains each of them three times. */
export function withLargeTexts(response: Uint8Array, { mark, texts }: LargeTexts): Uint8Array[] {
  const bytes = Buffer.from(response.buffer, response.byteOffset, response.length)
  const opening = Buffer.from(`"${mark}:`)
  const parts: Uint8Array[] = []
  let start = 0
  for (let at = bytes.indexOf(opening); at >= 0; at = bytes.indexOf(opening, start)) {
    const digits = at + opening.length
    const end = bytes.indexOf(QUOTE, digits)
    const text = texts[Number(bytes.toString('latin1', digits, end))]
    if (!text) throw new Error('The translated response has a placeholder without a text.')
    parts.push(bytes.subarray(start, at), text)
    start = end + 1
  }
  parts.push(bytes.subarray(start))
  return parts
}
