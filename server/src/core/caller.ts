/** Who is calling: what a gateway key says about its holder. */

import type { HeldLimits } from './stores/limits.ts'

export type KeyKind = 'admin' | 'workspace'

export type KeyDefaults = {
  readonly metadata: Readonly<Record<string, string>>
  /** Slug of the key's own default config. The workspace's default is not copied here: it changes while keys are cached. */
  readonly configSlug: string | null
  /** False: the caller may not send another config. */
  readonly allowConfigOverride: boolean
}

export const NO_DEFAULTS: KeyDefaults = { metadata: {}, configSlug: null, allowConfigOverride: true }

export type Caller = {
  readonly keyId: string
  readonly keyName: string
  readonly kind: KeyKind
  readonly organisationId: string
  /** The workspace a request is counted to: the key's own, or for an Admin key the default one. */
  readonly workspaceId: string
  readonly scopes: ReadonlySet<string>
  readonly allowInference: boolean
  /** Of the secret that was sent: during a rotation the older one ends before the key does. */
  readonly expiresAtMs: number | null
  /** What the key brings along when the request says nothing else. */
  readonly defaults: KeyDefaults
  /** Whether its workspace, else its organisation, keeps bodies; null: as the deployment does. */
  readonly logBodies: boolean | null
  /** True for somebody signed in at the dashboard: no key, but a session. */
  readonly isPerson?: true
  /** Limits of the key and of its workspace; absent when neither has any. */
  readonly limits?: readonly HeldLimits[]
  /** Who made the key; null at the first start. */
  readonly createdBy: string | null
  /** The person a personal key belongs to: it never does more than the person may do now. Absent on service keys. */
  readonly holderId?: string
}
