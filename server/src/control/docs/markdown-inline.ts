/** Markdown inside a line: code, strong, emphasis, links. All else is text and is escaped. */

import { type Html, html } from '../reference/html.ts'

const TOKEN =
  /\\([\\`*_[\]|])|`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/g

export function inlineMarkdown(text: string): Html[] {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) parts.push(html`${text.slice(end, match.index)}`)
    parts.push(inlinePart(match))
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(html`${text.slice(end)}`)
  return parts
}

/** The words alone, as a heading's anchor or a search wants them. */
export function plainText(text: string): string {
  return text.replace(TOKEN, (_whole, escaped, code, strong, emphasis, label) => {
    const words: string = strong ?? emphasis ?? label ?? ''
    return escaped ?? code ?? plainText(words)
  })
}

function inlinePart([, escaped, code, strong, emphasis, label, address]: RegExpExecArray): Html {
  if (escaped !== undefined) return html`${escaped}`
  if (code !== undefined) return html`<code>${code}</code>`
  if (strong !== undefined) return html`<strong>${inlineMarkdown(strong)}</strong>`
  if (emphasis !== undefined) return html`<em>${inlineMarkdown(emphasis)}</em>`
  const inner = inlineMarkdown(label ?? '')
  const target = linkTarget(address ?? '')
  return target === null ? html`${inner}` : html`<a href="${target}">${inner}</a>`
}

/** Null for files that are not served, such as those beside docs/, and for schemes a page should not follow. */
function linkTarget(address: string): string | null {
  const [, page, anchor = ''] = /^([a-z0-9-]+)\.md(#[^/]*)?$/.exec(address) ?? []
  if (page !== undefined) return `/docs/${page}${anchor}`
  return /^(https?:\/\/|#|\/(?!\/))/.test(address) ? address : null
}
