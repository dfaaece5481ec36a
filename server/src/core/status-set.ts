/** A set of HTTP statuses, as configs write them: 429, "429" or "5xx". */

export interface StatusSet {
  has(status: number): boolean
}

export const NO_STATUS: StatusSet = { has: () => false }

/** A fallback without codes goes on while the status is not 2xx (contract 1.6). */
export const NOT_SUCCESS: StatusSet = { has: (status) => status < 200 || status > 299 }

const CLASS = /^[1-5]xx$/i

/** One entry as a predicate range [from, to], or null when it is no status. */
export function readStatus(entry: string | number): readonly [number, number] | null {
  if (typeof entry === 'string' && CLASS.test(entry)) {
    const from = Number(entry[0]) * 100
    return [from, from + 99]
  }
  const text = String(entry)
  if (!/^[1-5][0-9][0-9]$/.test(text)) return null
  return [Number(text), Number(text)]
}

/** Compiles entries that `readStatus` accepts; others are passed over (the schema has refused them already). */
export function statusSet(entries: readonly (string | number)[]): StatusSet {
  const statuses = new Set<number>()
  for (const entry of entries) {
    const range = readStatus(entry)
    if (range) for (let status = range[0]; status <= range[1]; status++) statuses.add(status)
  }
  return statuses
}
