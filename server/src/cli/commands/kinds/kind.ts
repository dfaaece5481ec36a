/** What can be kept in files: how each kind is read, compared, made, changed, removed and written down. */

import type { JsonObject, Remote } from '../../remote.ts'

/** One file: its place is what identifies it between runs. */
export type Wanted = {
  /** `configs/router`: folder and name without ending. */
  readonly place: string
  readonly content: JsonObject
}

/** What the gateway has: `id` is how the admin API names it. */
export type Live = { readonly id: string; readonly content: JsonObject }

/** A live thing as a file; `left` says why there is none. */
export type Written = { readonly name: string; readonly content: JsonObject } | { readonly left: string } | null

export interface Kind {
  /** The sub-folder, and what people read: `configs`. */
  readonly folder: string
  /** Throws a CommandError that names the file when it cannot be used. */
  check(wanted: Wanted): void
  /** Environment variables that must be set to make this. */
  needs(wanted: Wanted): readonly string[]
  list(remote: Remote): Promise<readonly Live[]>
  read(remote: Remote, id: string): Promise<Live>
  /** Whether this is what the file means, when no state says so. */
  isSame(wanted: Wanted, live: Live): boolean
  /** The settings the file owns, as the gateway has them. */
  owned(wanted: Wanted, live: Live): JsonObject
  /** The settings the file asks for, written as `owned` writes them. */
  asked(wanted: Wanted): JsonObject
  create(remote: Remote, wanted: Wanted): Promise<{ readonly id: string; readonly secret?: string }>
  update(remote: Remote, wanted: Wanted, live: Live): Promise<void>
  remove(remote: Remote, id: string): Promise<void>
  /** The file that would make it again, without secrets; null for what every gateway has by itself. */
  written(live: Live): Written
  /** Files in the order they can be made in, where they name each other. */
  ordered?(wanted: readonly Wanted[]): readonly Wanted[]
}

export function nameIn(place: string): string {
  return place.slice(place.indexOf('/') + 1)
}

/** Members of `source` that `names` names. */
export function pick(source: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]))
}

/** Without members that say nothing: a file that leaves them out means the same. */
export function said(content: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => !isNothing(value)))
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** A budget as it was set: where it stands, and when it begins anew, is not a setting. */
export function budgetIn(value: unknown): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const {
    current_usage: _used,
    held: _held,
    status: _status,
    last_reset_at: _last,
    next_usage_reset_at: _next,
    ...set
  } = value as JsonObject
  return said(set)
}
