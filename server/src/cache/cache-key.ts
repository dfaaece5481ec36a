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
}

/** Each part goes in with its length, so that no two different requests can run together into the same bytes. */
export function cacheKey(identity: CacheIdentity): string {
  const hasher = new Bun.CryptoHasher('sha256')
  const put = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hasher.update(`${bytes.length}:`)
    hasher.update(bytes)
  }
  put(identity.workspaceId)
  put(identity.credential)
  put(identity.endpoint)
  put(identity.method)
  put(identity.url)
  put(
    identity.namespace === null ? `metadata ${canonical(identity.metadata ?? {})}` : `namespace ${identity.namespace}`,
  )
  put(identity.body)
  return hasher.digest('base64')
}

/** The same labels in another order are the same labels. */
function canonical(metadata: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)))
}
