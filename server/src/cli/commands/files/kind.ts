/** What can be kept in files: how each kind is read, compared, made, changed and removed. */

import type { JsonObject, Remote } from '../../remote.ts'

/** One file: its place is what identifies it between runs. */
export type Wanted = {
  /** `configs/router`: folder and name without ending. */
  readonly place: string
  readonly content: JsonObject
}

/** What the gateway has: `id` is how the admin API names it. */
export type Live = { readonly id: string; readonly content: JsonObject }

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
}

export function nameIn(place: string): string {
  return place.slice(place.indexOf('/') + 1)
}

/** Members of `source` that `names` names. */
export function pick(source: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]))
}
