/** Template literals for HTML that escape all values except Html. */

export type Html = { readonly html: string }

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function html(parts: TemplateStringsArray, ...values: readonly (Html | readonly Html[] | string)[]): Html {
  let out = parts[0] ?? ''
  for (const [i, value] of values.entries()) out += textOf(value) + (parts[i + 1] ?? '')
  return { html: out }
}

/** Converts text to HTML paragraphs. In the text, empty lines separate paragraphs and backticks mark code. */
export function prose(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${marked(paragraph)}</p>`)
}

export function marked(text: string): Html[] {
  return text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
}

function textOf(value: Html | readonly Html[] | string): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
  return 'html' in value ? value.html : value.map((inner) => inner.html).join('')
}
