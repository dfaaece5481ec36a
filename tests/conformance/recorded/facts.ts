/** The facts of a response in any format. A translation must not lose them. */

export type JsonObject = Record<string, unknown>

export type Facts = {
  text: string
  calls: { name: string; arguments: string }[]
  /** The URLs of web sources. */
  sources: Set<string>
  /** Input and output tokens; null if the response reports none. */
  totalTokens: number | null
  isError: boolean
}

export function noFacts(): Facts {
  return { text: '', calls: [], sources: new Set(), totalTokens: null, isError: false }
}

/** The differences that are losses; `[]` if `after` has all facts of `before`. */
export function lossesOf(before: Facts, after: Facts): string[] {
  const losses: string[] = []
  // If both are errors, their incomplete content is not compared.
  if (before.isError && after.isError) return losses
  if (before.isError !== after.isError) losses.push(`error: ${before.isError} became ${after.isError}`)
  if (before.text !== after.text) losses.push(`text: ${short(before.text)} became ${short(after.text)}`)
  const [callsBefore, callsAfter] = [before.calls.map(canonical), after.calls.map(canonical)]
  if (callsBefore.join('\n') !== callsAfter.join('\n')) {
    losses.push(`calls: ${short(callsBefore.join(' '))} became ${short(callsAfter.join(' '))}`)
  }
  const lost = [...before.sources].filter((url) => !after.sources.has(url))
  if (lost.length > 0) losses.push(`sources: lost ${short(lost.join(' '))}`)
  // A format that requires counts has 0 if the provider reported none.
  const isUncounted = before.totalTokens === null && after.totalTokens === 0
  if (before.totalTokens !== after.totalTokens && !isUncounted)
    losses.push(`tokens: ${before.totalTokens} became ${after.totalTokens}`)
  return losses
}

/** Ignores spaces and empty arguments. */
function canonical(call: { readonly name: string; readonly arguments: string }): string {
  try {
    return `${call.name}${JSON.stringify(JSON.parse(call.arguments) ?? {})}`
  } catch {
    return `${call.name}${call.arguments === '' ? '{}' : call.arguments}`
  }
}

function short(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 60)}…(${text.length})…${text.slice(-40)}` : text)
}

export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
