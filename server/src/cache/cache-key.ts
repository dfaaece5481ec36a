/** What must be equal for one caller's answer to serve another request. */

import { updateInSlices } from '../core/body/hash-slices.ts'
import { CREDENTIAL_HEADERS, type HeaderMap } from '../core/headers.ts'
import type { Awaitable } from '../core/ports.ts'
import { isNeutral } from './neutral-headers.ts'

/** The request as it goes upstream: whatever the provider sees is in here. */
export type SentRequest = {
  readonly method: string
  /** Full upstream URL: origin, path and query. */
  readonly url: string
  readonly headers: HeaderMap
  /** Headers of a credential, a signature or its date; `CacheIdentity.credential` stands for them. */
  readonly credentialHeaders: readonly string[]
  readonly body: Uint8Array
}

export type CacheIdentity = {
  readonly workspaceId: string
  /** Hash of the provider credential: who may see the answer at the provider. */
  readonly credential: string
  readonly provider: string
  /** The provider's settings in effect: what its adapter makes of them may be in no header. */
  readonly settings: Readonly<Record<string, string>>
  readonly sent: SentRequest
  /** The caller's endpoint, which says the format of the answer. */
  readonly endpoint: string
  /** The body in the caller's format when it was translated: the answer's form depends on members that are not sent. */
  readonly translatedFrom: Uint8Array | null
  /** True when the answer is kept without the usage chunk that the provider sends. */
  readonly hidesUsage: boolean
  /** The caller's namespace, which replaces metadata and headers as partition (spec 5.3). */
  readonly namespace: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** In semantic mode, the user named in the metadata: one user's answers are never another's, in no namespace. */
  readonly user: string | null
}

/** Begins with its scope, so that a workspace or a namespace can be purged. */
export function cacheKey(identity: CacheIdentity): Awaitable<string> {
  const hasher = hasherOf(identity)
  const adding = hasher.addBody(identity.sent.body)
  return adding ? adding.then(() => withSource(hasher, identity)) : withSource(hasher, identity)
}

function withSource(hasher: PartHasher, { workspaceId, namespace, translatedFrom }: CacheIdentity): Awaitable<string> {
  const keyed = () => `${cacheScope(workspaceId, namespace ?? '')}${hasher.digest()}`
  if (translatedFrom === null) hasher.add('not translated')
  const adding = translatedFrom && hasher.addBody(translatedFrom)
  return adding ? adding.then(keyed) : keyed()
}

/** The beginning of all keys of a workspace, or of one namespace of it. */
export function cacheScope(workspaceId: string, namespace: string | null): string {
  if (namespace === null) return `${workspaceId}/`
  const hasher = new PartHasher()
  hasher.add(namespace)
  return `${workspaceId}/${hasher.digest().slice(0, 16)}/`
}

/**
 * What must be equal before two questions are compared at all: everything of the exact key but the question's words, and
 * whatever else forms the answer.
 */
export function partitionKey(identity: CacheIdentity, others: readonly string[]): string {
  const hasher = hasherOf(identity)
  for (const part of others) hasher.add(part)
  return hasher.digest()
}

/** Everything but the bodies. */
function hasherOf(identity: CacheIdentity): PartHasher {
  const { namespace, user, sent } = identity
  const hasher = new PartHasher()
  hasher.add(identity.workspaceId)
  hasher.add(identity.credential)
  hasher.add(identity.provider)
  hasher.add(canonical(identity.settings))
  hasher.add(identity.endpoint)
  hasher.add(String(identity.hidesUsage))
  hasher.add(sent.method)
  hasher.add(sent.url)
  const names = Object.keys(sent.headers).filter((name) => isCounted(name, identity))
  hasher.add(String(names.length))
  for (const name of names.sort()) {
    hasher.add(name)
    // The runtime makes a list of `set-cookie`.
    hasher.add(String(sent.headers[name]))
  }
  hasher.add(namespace === null ? `metadata ${canonical(identity.metadata ?? {})}` : `namespace ${namespace}`)
  hasher.add(user === null ? 'no user' : `user ${user}`)
  return hasher
}

/** A caller's own credential is no ordinary header: it counts in a namespace too. */
const CREDENTIALS: ReadonlySet<string> = new Set([...CREDENTIAL_HEADERS, 'cookie'])

/** In a namespace no header counts that a caller chooses; those an adapter makes of its settings are in `settings`. */
function isCounted(name: string, { namespace, sent }: CacheIdentity): boolean {
  if (sent.credentialHeaders.includes(name)) return false
  return namespace === null ? !isNeutral(name) : CREDENTIALS.has(name)
}

/** Each part goes in with its length, so that no two different requests can run together into the same bytes. */
class PartHasher {
  readonly #hasher = new Bun.CryptoHasher('sha256')

  add(part: string | Uint8Array): void {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    this.#hasher.update(`${bytes.length}:`)
    this.#hasher.update(bytes)
  }

  /** As `add`; a large body in several turns of the event loop. */
  addBody(bytes: Uint8Array): Promise<void> | null {
    this.#hasher.update(`${bytes.length}:`)
    return updateInSlices(this.#hasher, bytes) ?? null
  }

  digest(): string {
    return this.#hasher.digest('base64')
  }
}

/** The same members in another order are the same. */
function canonical(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))
}
