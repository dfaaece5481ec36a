/** Formats JSON compactly: values that fit on one line stay on one line. */

export function compactJson(value: unknown, columns: number, indent = 0): string {
  const line = inOneLine(value)
  if (typeof value !== 'object' || value === null || indent + line.length <= columns) return line
  const inner = ' '.repeat(indent + 2)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => inner + compactJson(item, columns, indent + 2))
    : Object.entries(value).map(
        ([key, member]) => `${inner}${JSON.stringify(key)}: ${compactJson(member, columns, indent + 2)}`,
      )
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${' '.repeat(indent)}${close}`
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inOneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
