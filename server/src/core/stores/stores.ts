/** All repositories of the control plane, bound to one connection or one transaction. */

import type { AlertChannelStore } from '../alerting/alert-channels.ts'
import type { AlertEventStore } from '../alerting/alert-events.ts'
import type { AlertRuleStore } from '../alerting/alert-rules.ts'
import type { ExportChunkStore, LogExportStore } from '../logs/log-exports.ts'
import type { AlertStore } from '../money/alerts.ts'
import type { CollectionStore } from '../prompts/collections.ts'
import type { LabelStore } from '../prompts/labels.ts'
import type { PromptStore } from '../prompts/prompts.ts'
import type { SinkProgressStore, SinkStore } from '../sinks/sinks.ts'
import type { RevocationStore, WorkloadIssuerStore, WorkloadSubjectStore } from '../workload/workload-issuers.ts'
import type { AccessReviewStore } from './access-review.ts'
import type { ApiKeyStore } from './api-keys.ts'
import type { AuditEntryStore, PendingAuditStore } from './audit-entries.ts'
import type { BodyKeyStore } from './body-keys.ts'
import type { ChangeStore } from './changes.ts'
import type { ConfigStore } from './configs.ts'
import type { DeviceLoginStore } from './device-logins.ts'
import type { ErasureStore } from './erasures.ts'
import type { GroupMappingStore } from './group-mappings.ts'
import type { GuardrailStore } from './guardrails.ts'
import type { IdStore } from './ids.ts'
import type { IntegrationStore } from './integrations.ts'
import type { InviteStore } from './invites.ts'
import type { OrganisationStore } from './organisations.ts'
import type { PolicyStore } from './policies.ts'
import type { PriceStore } from './prices.ts'
import type { RoleStore } from './roles.ts'
import type { ScimStore } from './scim.ts'
import type { SecondFactorStore } from './second-factors.ts'
import type { SessionStore } from './sessions.ts'
import type { SsoConnectionStore, SsoIdentityStore, SsoStateStore } from './sso.ts'
import type { UserStore } from './users.ts'
import type { VirtualKeyStore } from './virtual-keys.ts'
import type { VirtualModelStore } from './virtual-models.ts'
import type { WorkspaceStore } from './workspaces.ts'

/** How long a request waits for the database: the default of GATEWAY_STORE_TIMEOUT_MS. */
export const DEFAULT_STORE_TIMEOUT_MS = 3_000

/** Stored response of a creating request. Repeating the request with the same Idempotency-Key returns it. */
export type StoredReply = {
  /** Hash of method, path and body. */
  readonly requestHash: string
  /** Encrypted, because the response may contain a secret that is shown only once. */
  readonly sealedReply: string
}

export interface IdempotencyStore {
  find(callerId: string, key: string, nowMs: number): Promise<StoredReply | undefined>
  remember(callerId: string, key: string, reply: StoredReply, nowMs: number): Promise<void>
  removeAll(callerId: string): Promise<void>
}

export type Stores = {
  readonly alertChannels: AlertChannelStore
  readonly alertEvents: AlertEventStore
  readonly alertRules: AlertRuleStore
  readonly alerts: AlertStore
  readonly apiKeys: ApiKeyStore
  readonly auditEntries: AuditEntryStore
  readonly pendingAudit: PendingAuditStore
  readonly bodyKeys: BodyKeyStore
  readonly changes: ChangeStore
  readonly collections: CollectionStore
  readonly configs: ConfigStore
  readonly deviceLogins: DeviceLoginStore
  readonly erasures: ErasureStore
  readonly exportChunks: ExportChunkStore
  readonly groupMappings: GroupMappingStore
  readonly guardrails: GuardrailStore
  readonly idempotency: IdempotencyStore
  readonly ids: IdStore
  readonly integrations: IntegrationStore
  readonly invites: InviteStore
  readonly labels: LabelStore
  readonly logExports: LogExportStore
  readonly organisations: OrganisationStore
  readonly partials: PromptStore
  readonly prompts: PromptStore
  readonly policies: PolicyStore
  readonly prices: PriceStore
  readonly roles: RoleStore
  readonly accessReview: AccessReviewStore
  readonly scim: ScimStore
  readonly secondFactors: SecondFactorStore
  readonly sessions: SessionStore
  readonly sinkProgress: SinkProgressStore
  readonly sinks: SinkStore
  readonly ssoConnections: SsoConnectionStore
  readonly ssoIdentities: SsoIdentityStore
  readonly ssoStates: SsoStateStore
  readonly users: UserStore
  readonly virtualKeys: VirtualKeyStore
  readonly virtualModels: VirtualModelStore
  readonly workloadIssuers: WorkloadIssuerStore
  readonly workloadRevocations: RevocationStore
  readonly workloadSubjects: WorkloadSubjectStore
  readonly workspaces: WorkspaceStore
}

export interface ControlStore {
  /** For reads outside a transaction. */
  readonly stores: Stores
  /** Runs `work` in a transaction; the stores it gets are bound to that transaction. */
  transact<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>
}

/** Encrypts secrets before they are stored in the database. */
export interface Vault {
  /** `context` (table, column and row) is authenticated data: the text cannot be decrypted if moved elsewhere. */
  seal(text: string, context: string): string
  /** Throws if the text was changed or moved, or was encrypted with an unknown master key. */
  open(sealed: string, context: string): string
  /** Keyed hash by which a token is stored and looked up. */
  hash(token: string): string
  /** A key of 32 bytes for this purpose, derived from the data key. It is never stored. */
  derive(purpose: string): Uint8Array
}
