/** Parses `@slug/model`: a virtual key and the model to use with it. */

const FORM = /^@([^/]+)\/(.+)$/s

/** Splits at the first slash; null if the value does not have this form. */
export function splitModel(value: unknown): { readonly slug: string; readonly model: string } | null {
  const found = typeof value === 'string' && value.startsWith('@') ? FORM.exec(value) : null
  return found === null ? null : { slug: found[1]!, model: found[2]! }
}
