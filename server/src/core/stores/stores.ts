/** Everything the control plane keeps, bound to one connection or to one transaction. */

import type { ExportChunkStore, LogExportStore } from '../logs/log-exports.ts'
import type { AlertStore } from '../money/alerts.ts'
import type { CollectionStore } from '../prompts/collections.ts'
import type { LabelStore } from '../prompts/labels.ts'
import type { PromptStore } from '../prompts/prompts.ts'
import type { ApiKeyStore } from './api-keys.ts'
import type { AuditEntryStore } from './audit-entries.ts'
import type { ChangeStore } from './changes.ts'
import type { ConfigStore } from './configs.ts'
import type { InviteStore } from './invites.ts'
import type { OrganisationStore } from './organisations.ts'
import type { PolicyStore } from './policies.ts'
import type { PriceStore } from './prices.ts'
import type { SessionStore } from './sessions.ts'
import type { UserStore } from './users.ts'
import type { VirtualKeyStore } from './virtual-keys.ts'
import type { WorkspaceStore } from './workspaces.ts'

/** The answer of a creating call, kept so that repeating it with the same Idempotency-Key creates nothing twice. */
export type RememberedReply = {
  /** Hash of method, path and body. */
  readonly requestHash: string
  /** Sealed: the reply may hold a secret shown once. */
  readonly sealedReply: string
}

export interface IdempotencyStore {
  find(callerId: string, key: string, nowMs: number): Promise<RememberedReply | undefined>
  remember(callerId: string, key: string, reply: RememberedReply, nowMs: number): Promise<void>
}

export type Stores = {
  readonly alerts: AlertStore
  readonly apiKeys: ApiKeyStore
  readonly auditEntries: AuditEntryStore
  readonly changes: ChangeStore
  readonly collections: CollectionStore
  readonly configs: ConfigStore
  readonly exportChunks: ExportChunkStore
  readonly idempotency: IdempotencyStore
  readonly invites: InviteStore
  readonly labels: LabelStore
  readonly logExports: LogExportStore
  readonly organisations: OrganisationStore
  readonly partials: PromptStore
  readonly prompts: PromptStore
  readonly policies: PolicyStore
  readonly prices: PriceStore
  readonly sessions: SessionStore
  readonly users: UserStore
  readonly virtualKeys: VirtualKeyStore
  readonly workspaces: WorkspaceStore
}

export interface ControlStore {
  /** For reading. */
  readonly stores: Stores
  /** All of it or nothing; the stores given are bound to the transaction. */
  transact<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>
}

/** Seals what must never be readable in a copy of the database. */
export interface Vault {
  /** `place` binds the text to its table, column and row: moved elsewhere it does not open. */
  seal(text: string, place: string): string
  /** Throws when it was changed, moved, or sealed with an unknown master key. */
  open(sealed: string, place: string): string
  /** Keyed hash of a token, under which it is stored and looked up. */
  hash(token: string): string
}
