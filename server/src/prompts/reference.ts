/** Parses references to prompts and partials: `slug`, `slug@latest`, `slug@5` or `slug@label`. */

export type Reference = { readonly slug: string; readonly suffix: string | null }

export function readReference(text: string): Reference {
  const at = text.indexOf('@', 1)
  return at < 0 ? { slug: text, suffix: null } : { slug: text.slice(0, at), suffix: text.slice(at + 1) }
}
