/** Matches method and path to an admin operation. */

import { decodedPart } from '../core/request-url.ts'
import { findScope } from './access/scopes.ts'
import type { Operation } from './endpoint.ts'
import { isStorable } from './read-body.ts'

export type Match = { readonly operation: Operation; readonly params: Readonly<Record<string, string>> }

type Entry = { readonly pattern: RegExp; readonly names: readonly string[]; readonly operation: Operation }

export class Router {
  readonly #entries: readonly Entry[]
  readonly #resources: ReadonlySet<string>

  constructor(operations: readonly Operation[]) {
    // Fewest path parameters first, so that `/logs/exports` is tried before `/logs/{id}`.
    this.#entries = operations.flatMap(entriesOf).sort((left, right) => left.names.length - right.names.length)
    this.#resources = new Set(operations.map((operation) => firstSegment(`/v1${operation.path}`)))
    for (const operation of operations) refuseWithoutPermission(operation)
    refuseDuplicateRoutes(operations)
  }

  /** 'wrong method' if the path exists with another method, null if the path is not part of the admin API. */
  find(method: string, pathname: string): Match | 'wrong method' | null {
    // Most requests go to providers, so check the first path segment before running the patterns.
    if (!this.#resources.has(firstSegment(pathname))) return null
    let isOurs = false
    for (const { pattern, names, operation } of this.#entries) {
      const match = pattern.exec(pathname)
      if (!match) continue
      if (operation.method === method) return { operation, params: paramsOf(names, match) }
      isOurs = true
    }
    return isOurs ? 'wrong method' : null
  }

  methodsOf(pathname: string): string {
    return this.#entries
      .filter(({ pattern }) => pattern.test(pathname))
      .map(({ operation }) => operation.method)
      .join(', ')
  }
}

function entriesOf(operation: Operation): readonly Entry[] {
  return [operation.path, ...(operation.aliases ?? [])].map((path) => entryOf(operation, path))
}

function entryOf(operation: Operation, path: string): Entry {
  const names: string[] = []
  const source = path.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  return { pattern: new RegExp(`^/v1${source}$`), names, operation }
}

/** Fails at startup if an operation has an invalid permission or audit action, which types alone cannot prevent. */
function refuseWithoutPermission({ name, method, path, permission, audit }: Operation): void {
  const hasPermission =
    typeof permission === 'object' && permission !== null
      ? [permission.scope, ...(permission.or ?? [])].every((scope) => findScope(scope) !== undefined)
      : ['any caller', 'public'].includes(permission)
  if (!hasPermission) throw new Error(`Operation ${name} (${method} ${path}) has no valid permission.`)
  if (audit !== null && !/^[a-z_]+\.[a-z_]+$/.test(audit))
    throw new Error(`Operation ${name} has the audit action "${audit}", which is not of the form resource.verb.`)
}

function refuseDuplicateRoutes(operations: readonly Operation[]): void {
  const seen = new Set<string>()
  for (const { method, path, aliases = [], name } of operations) {
    for (const own of [path, ...aliases]) {
      const address = `${method} ${own.replace(/\{[a-z_]+\}/g, '{}')}`
      if (seen.has(address)) throw new Error(`Two operations have the route ${address}; the second is ${name}.`)
      seen.add(address)
    }
  }
}

function paramsOf(names: readonly string[], match: RegExpExecArray): Record<string, string> {
  const params: Record<string, string> = {}
  names.forEach((name, i) => {
    params[name] = decode(match[i + 1] ?? '')
  })
  return params
}

/** Returns the raw segment, which matches no resource, if it is not valid URL encoding or not storable text. */
function decode(segment: string): string {
  const text = decodedPart(segment)
  return isStorable(text) ? text : segment
}

/** Returns `logs` for `/v1/logs/17`. */
function firstSegment(pathname: string): string {
  const end = pathname.indexOf('/', 4)
  return end < 0 ? pathname.slice(4) : pathname.slice(4, end)
}
