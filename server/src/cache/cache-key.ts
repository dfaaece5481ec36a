/** Computes cache keys: the properties in which two requests must agree to share a cached response. */

import { updateInSlices } from '../core/body/hash-slices.ts'
import { CREDENTIAL_HEADERS, type HeaderMap } from '../core/headers.ts'
import type { Awaitable } from '../core/ports.ts'
import { isNeutral } from './neutral-headers.ts'

/** The upstream request, with everything the provider receives. */
export type SentRequest = {
  readonly method: string
  /** Full upstream URL: origin, path and query. */
  readonly url: string
  readonly headers: HeaderMap
  /** Headers with the credential, a signature or its date. `CacheIdentity.credential` replaces them in the key. */
  readonly credentialHeaders: readonly string[]
  readonly body: Uint8Array
}

export type CacheIdentity = {
  readonly workspaceId: string
  /** Hash of the provider credential, because a response may depend on the account. */
  readonly credential: string
  readonly provider: string
  /** The provider's effective settings. Some affect the response without changing a header. */
  readonly settings: Readonly<Record<string, string>>
  readonly sent: SentRequest
  /** The client's endpoint, which determines the response format. */
  readonly endpoint: string
  /** The client's body if it was translated: the response format depends on members that are not sent upstream. */
  readonly translatedFrom: Uint8Array | null
  /** `strict_open_ai_compliance` of a translated response. It decides which members the response has. */
  readonly strict: boolean | null
  /** True if the response is stored without the provider's usage chunk. */
  readonly hidesUsage: boolean
  /** The client's namespace. Replaces metadata and headers in the key. */
  readonly namespace: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** In semantic mode, the user from the metadata. Users never share responses, even in one namespace. */
  readonly user: string | null
}

/** Keys start with their scope, so that a workspace or a namespace can be purged. */
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

/** The common prefix of all keys of a workspace, or of one of its namespaces. */
export function cacheScope(workspaceId: string, namespace: string | null): string {
  if (namespace === null) return `${workspaceId}/`
  const hasher = new PartHasher()
  hasher.add(namespace)
  return `${workspaceId}/${hasher.digest().slice(0, 16)}/`
}

/**
 * The semantic cache compares questions only within one partition. The partition key covers everything in the exact key
 * except the bodies, plus `others`, which contains the request without the text of the question.
 */
export function partitionKey(identity: CacheIdentity, others: readonly string[]): string {
  const hasher = hasherOf(identity)
  for (const part of others) hasher.add(part)
  return hasher.digest()
}

/** Hashes everything except the bodies. */
function hasherOf(identity: CacheIdentity): PartHasher {
  const { namespace, user, sent } = identity
  const hasher = new PartHasher()
  hasher.add(identity.workspaceId)
  hasher.add(identity.credential)
  hasher.add(identity.provider)
  hasher.add(canonical(identity.settings))
  hasher.add(identity.endpoint)
  hasher.add(String(identity.hidesUsage))
  hasher.add(String(identity.strict))
  hasher.add(sent.method)
  hasher.add(sent.url)
  const names = Object.keys(sent.headers).filter((name) => isCounted(name, identity))
  hasher.add(String(names.length))
  for (const name of names.sort()) {
    hasher.add(name)
    hasher.add(sent.headers[name]!)
  }
  hasher.add(namespace === null ? `metadata ${canonical(identity.metadata ?? {})}` : `namespace ${namespace}`)
  hasher.add(user === null ? 'no user' : `user ${user}`)
  return hasher
}

/** Credentials sent by the client are part of the key, even in a namespace. */
const CREDENTIALS: ReadonlySet<string> = new Set([...CREDENTIAL_HEADERS, 'cookie'])

/**
 * In a namespace, headers chosen by the client are ignored. Headers derived from settings are covered by `settings`.
 */
function isCounted(name: string, { namespace, sent }: CacheIdentity): boolean {
  if (sent.credentialHeaders.includes(name)) return false
  return namespace === null ? !isNeutral(name) : CREDENTIALS.has(name)
}

/** Prefixes each part with its length, so that different lists of parts are never hashed as equal bytes. */
class PartHasher {
  readonly #hasher = new Bun.CryptoHasher('sha256')

  add(part: string | Uint8Array): void {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    this.#hasher.update(`${bytes.length}:`)
    this.#hasher.update(bytes)
  }

  /** Same as `add`, but hashes large bodies in several event loop turns. */
  addBody(bytes: Uint8Array): Promise<void> | null {
    this.#hasher.update(`${bytes.length}:`)
    return updateInSlices(this.#hasher, bytes) ?? null
  }

  digest(): string {
    return this.#hasher.digest('base64')
  }
}

/** Independent of the order of the top-level members. */
function canonical(members: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))
}
