/** What compiling a config is given besides the config itself, and what it notes on the way. */

import type { Settings } from '../providers/adapter.ts'
import type { QueryNotes } from './conditions.ts'
import type { SavedSource } from './plan.ts'
import type { ConfigObject } from './schema.ts'

/** What the request's headers say: they fill what a root config leaves open; host, time-out and forwarded names beat every level. */
export type RootDefaults = {
  readonly provider: string | null
  readonly virtualKey: string | null
  /** The `slug` of `model: "@slug/model"` in the body. */
  readonly modelKey: string | null
  readonly customHost: string | null
  readonly timeoutMs: number | null
  readonly forwardHeaders: readonly string[] | null
  /** Provider settings from headers, canonical snake_case. */
  readonly settings: Settings
  /** Whether the caller sent a provider credential of its own. */
  readonly hasCallerCredential: boolean
}

type StoredVirtualKey = {
  /** Requests may name the key by its id; prices, limits, logs and circuits know it by its slug. */
  readonly slug: string
  readonly provider: string
  readonly settings: Settings
  readonly customHost: string | null
  /** An Admin key saved the custom host. */
  readonly isHostTrusted: boolean
}

/** What a workspace has saved, as far as the config and the request name it. */
export type StoredObjects = {
  readonly findVirtualKey: (slug: string) => StoredVirtualKey | undefined
}

export const NOTHING_STORED: StoredObjects = { findVirtualKey: () => undefined }

export type Compilation = QueryNotes & {
  readonly root: RootDefaults
  readonly stored: StoredObjects
  /** Set when the config itself is a saved one: its credentials are ours to guard. */
  readonly saved: SavedSource | null
}

/** The keys a target can have from the configs around it; how each travels is the table in compile.ts. */
export type Inherited = Pick<
  ConfigObject,
  | 'override_params'
  | 'default_params'
  | 'drop_params'
  | 'retry'
  | 'cache'
  | 'cb_config'
  | 'request_timeout'
  | 'connect_timeout'
  | 'custom_host'
  | 'forward_headers'
  | 'strict_open_ai_compliance'
>
