/** The two letters that stand for a provider in lists. */

/** `azure-openai` is AO, `openai` is Op. */
export function initials(provider: string): string {
  const words = provider.split(/[^a-z0-9]+/i).filter((word) => word !== '')
  const [first = '', second] = words
  const text = second === undefined ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0).toUpperCase()}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
