/** Sets of HTTP statuses. Configs write them as 429, "429" or "5xx". */

export interface StatusSet {
  has(status: number): boolean
}

export const NO_STATUS: StatusSet = { has: () => false }

/** A fallback without `on_status_codes` tries the next target on any status but 2xx. */
export const NOT_SUCCESS: StatusSet = { has: (status) => status < 200 || status > 299 }

const CLASS = /^[1-5]xx$/i

/** The inclusive range [from, to] of an entry, or null if the entry is not valid. */
export function readStatus(entry: string | number): readonly [number, number] | null {
  if (typeof entry === 'string' && CLASS.test(entry)) {
    const from = Number(entry[0]) * 100
    return [from, from + 99]
  }
  const text = String(entry)
  if (!/^[1-5][0-9][0-9]$/.test(text)) return null
  return [Number(text), Number(text)]
}

/** Skips entries that `readStatus` does not accept; the config schema has already rejected those. */
export function statusSet(entries: readonly (string | number)[]): StatusSet {
  const statuses = new Set<number>()
  for (const entry of entries) {
    const range = readStatus(entry)
    if (range) for (let status = range[0]; status <= range[1]; status++) statuses.add(status)
  }
  return statuses
}
