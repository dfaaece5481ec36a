/** The text of a request field, for sticky routing. */

/** `field` is a path like `metadata.user.id`, `params.model` or `headers.x-session`. Only own members count. */
export function fieldText(facts: object, field: string): string {
  let value: unknown = facts
  for (const step of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return ''
    value = (value as Record<string, unknown>)[step]
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
