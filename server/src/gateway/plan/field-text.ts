/** The text of a request's field by which requests are kept together. */

/** `metadata.user.id`, `params.model`, `headers.x-session`: own members only. */
export function fieldText(facts: object, field: string): string {
  let value: unknown = facts
  for (const step of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return ''
    value = (value as Record<string, unknown>)[step]
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
