/** Inputs and state of compiling a config, besides the config itself. */

import type { TargetGuardrails } from '../guardrails/guardrail.ts'
import type { Settings } from '../providers/adapter.ts'
import type { QueryNotes } from './conditions.ts'
import {
  type GuardrailCompilation,
  type HeaderGuardrails,
  NO_SAVED_GUARDRAILS,
  type SavedGuardrails,
} from './guardrails/compile-guardrails.ts'
import type { SavedSource } from './plan.ts'
import type { ConfigObject } from './schema.ts'
import { DEFAULT_SEMANTIC_RULES, type SemanticRules } from './semantic-rules.ts'

/**
 * Values from the request. Host, timeout and forwarded headers override every level of the config. Guardrails are added
 * to every target. The others are defaults of the root config; `passthrough` targets also use the virtual key.
 */
export type RootDefaults = HeaderGuardrails & {
  readonly provider: string | null
  readonly virtualKey: string | null
  /** The `slug` of `model: "@slug/model"` in the request body. */
  readonly modelKey: string | null
  readonly customHost: string | null
  readonly timeoutMs: number | null
  readonly forwardHeaders: readonly string[] | null
  /** Provider settings from headers, under their canonical snake_case names. */
  readonly settings: Settings
  /** True if the caller sent a provider credential. */
  readonly hasCallerCredential: boolean
}

type StoredVirtualKey = {
  /** Requests can use id or slug. Prices, limits, logs and circuits use the slug. */
  readonly slug: string
  readonly provider: string
  readonly settings: Settings
  readonly customHost: string | null
  /** True if a trusted principal (an owner, admin or trusted Admin key) saved the custom host. */
  readonly isHostTrusted: boolean
}

/** The saved objects of the workspace that the config and the request refer to, and the operator's rules. */
export type StoredObjects = {
  readonly semanticRules: SemanticRules
  readonly findVirtualKey: (slug: string) => StoredVirtualKey | undefined
  readonly guardrails: SavedGuardrails
}

export const NOTHING_STORED: StoredObjects = {
  semanticRules: DEFAULT_SEMANTIC_RULES,
  findVirtualKey: () => undefined,
  guardrails: NO_SAVED_GUARDRAILS,
}

export type Compilation = QueryNotes & {
  readonly root: RootDefaults
  readonly stored: StoredObjects
  readonly guardrails: GuardrailCompilation
  /** Guardrails from headers, workspace and organisation. Every target gets them in addition to its own. */
  readonly added: TargetGuardrails
  /** Set for a saved config, whose credentials the gateway must protect from its users. */
  readonly saved: SavedSource | null
}

/** The keys a target can inherit from its parents. `INHERITANCE` in compile.ts defines how. */
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
