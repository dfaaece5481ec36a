/** Markdown formatting of text from tables in the code. */

/** Escapes Markdown syntax except backticks, which mark code. */
export function words(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[*[\]\\]/g, '\\$&').replace(/<[^>]*>/g, '`$&`')))
    .join('')
}

export function code(text: string): string {
  return `\`${text}\``
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const WRITTEN = '<!-- Written by `npm run generate` from the tables in the code: do not edit by hand. -->'
