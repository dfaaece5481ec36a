/**
 * Interface for each kind of resource that can be managed in files: read, compare, create, update, delete and export.
 */

import type { JsonObject, Remote } from '../../remote.ts'

/** One file. Its path identifies it between runs. */
export type Wanted = {
  /** Folder and name without extension, such as `configs/router`. */
  readonly place: string
  readonly content: JsonObject
}

/** A resource as the gateway has it; `id` is its identifier in the admin API. */
export type Live = { readonly id: string; readonly content: JsonObject }

/** A live resource as a file; `left` is the reason why it cannot be one. */
export type Written = { readonly name: string; readonly content: JsonObject } | { readonly left: string } | null

export interface Kind {
  /** The subfolder, such as `configs`; also shown in messages. */
  readonly folder: string
  /** Throws a CommandError that names the file if its content is invalid. */
  check(wanted: Wanted): void
  /** Environment variables that must be set to create it. */
  needs(wanted: Wanted): readonly string[]
  list(remote: Remote): Promise<readonly Live[]>
  read(remote: Remote, id: string): Promise<Live>
  /** Whether the file describes this resource, if the state does not say so. */
  isSame(wanted: Wanted, live: Live): boolean
  /** The settings the file manages, with the gateway's values. */
  owned(wanted: Wanted, live: Live): JsonObject
  /** The settings the file requests, in the same form as `owned`. */
  desired(wanted: Wanted): JsonObject
  create(remote: Remote, wanted: Wanted): Promise<{ readonly id: string; readonly secret?: string }>
  update(remote: Remote, wanted: Wanted, live: Live): Promise<void>
  remove(remote: Remote, id: string): Promise<void>
  /** The file that would recreate it, without secrets; null for resources that every gateway has by default. */
  toFile(live: Live): Written
  /** Sorts files by their references to each other, so that they can be created in this order. */
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

/** Drops empty members: a file without them means the same. */
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
