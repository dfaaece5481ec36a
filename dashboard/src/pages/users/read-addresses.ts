/** Extracts email addresses from pasted text: lines, commas, or `Ada <ada@example.com>; Grace <grace@example.com>`. */

export function readAddresses(text: string): readonly string[] {
  const parts = text.split(/[\n,;]+/).flatMap((part) => {
    const inBrackets = /<([^<>]+)>/.exec(part)?.[1]
    return inBrackets === undefined ? part.split(/\s+/) : [inBrackets]
  })
  const found = parts.map((part) => part.trim().toLowerCase()).filter((part) => part !== '')
  return [...new Set(found)]
}
