/** Interface of each kind of resource that files can manage: read, compare, create, update, delete and export. */

import type { JsonObject, Remote } from '../../remote.ts'

/** One file. Its path identifies it between runs. */
export type Wanted = {
  /** Folder and name without extension, such as `configs/router`. */
  readonly place: string
  readonly content: JsonObject
}

/** A resource as the gateway has it; `id` is its identifier in the admin API. */
export type Live = { readonly id: string; readonly content: JsonObject }

/** A live resource as a file. `left`: the reason why it cannot be written as a file. */
export type Written = { readonly name: string; readonly content: JsonObject } | { readonly left: string } | null

export interface Kind {
  /** The subfolder, such as `configs`; also shown in messages. */
  readonly folder: string
  /** Throws a CommandError that names the file if its content is invalid. */
  check(wanted: Wanted): void
  /** Environment variables that must be set to create the resource. */
  needs(wanted: Wanted): readonly string[]
  list(remote: Remote): Promise<readonly Live[]>
  read(remote: Remote, id: string): Promise<Live>
  /** Whether the file describes this resource. Used if the state has no entry for the file. */
  isSame(wanted: Wanted, live: Live): boolean
  /** The values that the gateway has for the settings that the file manages. */
  owned(wanted: Wanted, live: Live): JsonObject
  /** The values that the file requests for these settings. */
  desired(wanted: Wanted): JsonObject
  create(remote: Remote, wanted: Wanted): Promise<{ readonly id: string; readonly secret?: string }>
  update(remote: Remote, wanted: Wanted, live: Live): Promise<void>
  remove(remote: Remote, id: string): Promise<void>
  /** The file that would recreate the resource, without secrets. Null for resources that every gateway has. */
  toFile(live: Live): Written
  /** Sorts files by their references to each other, so that each can be created after the ones it refers to. */
  ordered?(wanted: readonly Wanted[]): readonly Wanted[]
}

export function nameIn(place: string): string {
  return place.slice(place.indexOf('/') + 1)
}

/** The name in the file, else the file name. */
export function nameOf({ place, content }: Wanted): string {
  return typeof content['name'] === 'string' ? content['name'] : nameIn(place)
}

/** Copies the listed members of `source`. */
export function pick(source: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]))
}

/** Drops empty members, which mean the same as omitted ones. */
export function omitEmpty(content: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => !isEmptyValue(value)))
}

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The configured part of a budget, without its usage and reset times. */
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
  return omitEmpty(set)
}
