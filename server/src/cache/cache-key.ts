/** What must be equal for one caller's answer to serve another request. */

export type CacheIdentity = {
  readonly workspaceId: string
  /** Hash of the provider credential: who may see the answer at the provider. */
  readonly credential: string
  readonly endpoint: string
  readonly method: string
  /** Full upstream URL: origin, path and query. */
  readonly url: string
  readonly body: Uint8Array
  /** The caller's namespace, which replaces the metadata as partition (spec 5.3). */
  readonly namespace: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** In semantic mode, the user named in the metadata: one user's answers are never another's, in no namespace. */
  readonly user: string | null
}

/** Begins with its scope, so that a workspace or a namespace can be purged. */
export function cacheKey(identity: CacheIdentity): string {
  const digest = hashOf([...partsOf(identity), identity.body])
  return `${cacheScope(identity.workspaceId, identity.namespace ?? '')}${digest}`
}

/** The beginning of all keys of a workspace, or of one namespace of it. */
export function cacheScope(workspaceId: string, namespace: string | null): string {
  return namespace === null ? `${workspaceId}/` : `${workspaceId}/${hashOf([namespace]).slice(0, 16)}/`
}

/**
 * What must be equal before two questions are compared at all: everything of the exact key but the question's words, and
 * whatever else forms the answer.
 */
export function partitionKey(identity: Omit<CacheIdentity, 'body'>, others: readonly string[]): string {
  return hashOf([...partsOf(identity), ...others])
}

function partsOf(identity: Omit<CacheIdentity, 'body'>): string[] {
  const { namespace, metadata } = identity
  const label = namespace === null ? `metadata ${canonical(metadata ?? {})}` : `namespace ${namespace}`
  const user = identity.user === null ? 'no user' : `user ${identity.user}`
  return [identity.workspaceId, identity.credential, identity.endpoint, identity.method, identity.url, label, user]
}

/** Each part goes in with its length, so that no two different requests can run together into the same bytes. */
function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hasher.update(`${bytes.length}:`)
    hasher.update(bytes)
  }
  return hasher.digest('base64')
}

/** The same labels in another order are the same labels. */
function canonical(metadata: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)))
}
