/** `@slug/model`: a stored credential and the model to ask it for. */

const FORM = /^@([^/]+)\/(.+)$/s

/** Split at the first slash; null when the value is no such name. */
export function splitModel(value: unknown): { readonly slug: string; readonly model: string } | null {
  const found = typeof value === 'string' && value.startsWith('@') ? FORM.exec(value) : null
  return found === null ? null : { slug: found[1]!, model: found[2]! }
}
