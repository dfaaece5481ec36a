/** Who is calling: what a gateway key says about its holder. */

export type KeyKind = 'admin' | 'workspace'

export type Caller = {
  readonly keyId: string
  readonly keyName: string
  readonly kind: KeyKind
  readonly organisationId: string
  /** The workspace a request is counted to: the key's own, or for an Admin key the default one. */
  readonly workspaceId: string
  readonly scopes: ReadonlySet<string>
  readonly allowInference: boolean
  readonly expiresAtMs: number | null
}
