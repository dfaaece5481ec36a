/** Kysely types of the control store's tables. */

import type { Generated } from 'kysely'
import type { AuditActor } from '../../core/stores/audit-entries.ts'
import type { RoleLevel } from '../../core/stores/roles.ts'
import type { SignInFactor, SignInMethod } from '../../core/stores/sessions.ts'
import type { OrganisationRole } from '../../core/stores/users.ts'
import type { WorkspaceRole } from '../../core/stores/workspaces.ts'
import type { PromptTables } from './prompt-tables.ts'
import type { AlertTables } from './repositories/alerting/alert-tables.ts'
import type { LedgerTables } from './repositories/money/ledger-tables.ts'
import type { LimitTables } from './repositories/money/limit-tables.ts'
import type { SinkTables } from './repositories/sinks/sink-tables.ts'
import type { WorkloadTables } from './repositories/workload/workload-tables.ts'
import type { SecondFactorTables } from './second-factor-tables.ts'

/** Columns of every table that belongs to an organisation. */
type Owned = { id: string; organisation_id: string; created_at_ms: number; updated_at_ms: number }

export type OrganisationTable = {
  id: string
  name: string
  /** JSON. */
  settings: string
  created_at_ms: number
  updated_at_ms: number
}

export type WorkspaceTable = Owned & {
  slug: string
  name: string
  description: string | null
  icon: string | null
  is_default: number
  /** JSON. */
  default_metadata: string
  default_config_slug: string | null
  retention_days: number | null
  body_retention_days: number | null
  log_bodies: number | null
  /** JSON. */
  limits: string
  /** JSON: slugs by direction; null if there are none. */
  default_guardrails: string | null
}

export type BodyKeyTable = {
  organisation_id: string
  workspace_id: string
  version: number
  sealed: string
  created_at_ms: number
  /** Progress of the rotation to this version, in blocks of stored bodies. */
  blocks_done: Generated<number>
  blocks_unreadable: Generated<number>
  blocks_left: number | null
  finished_at_ms: number | null
}

export type MemberTable = {
  workspace_id: string
  user_id: string
  role: WorkspaceRole
  source: 'manual' | 'groups'
  created_at_ms: number
  updated_at_ms: number
}

export type SsoConnectionTable = Owned & {
  name: string
  issuer: string
  client_id: string
  auth_method: 'client_secret' | 'private_key_jwt'
  sealed: string
  /** JSON. */
  public_key: string | null
  /** JSON. */
  settings: string
  is_enabled: number
  saved_by_role: 'owner' | 'admin' | 'member'
  tested_at_ms: number | null
}

export type SsoIdentityTable = {
  connection_id: string
  subject: string
  user_id: string
  /** JSON. */
  group_names: string | null
  created_at_ms: number
}

export type SsoStateTable = {
  hash: string
  connection_id: string
  kind: 'sign_in' | 'test' | 'logout_token'
  browser_hash: string | null
  sealed: string | null
  expires_at_ms: number
}

export type RoleTable = Owned & {
  slug: string
  name: string
  description: string | null
  level: RoleLevel
  /** JSON array. */
  permissions: string
}

export type GroupMappingTable = Owned & {
  group_name: string
  organisation_role: OrganisationRole | null
  workspace_id: string | null
  workspace_role: WorkspaceRole | null
}

export type ApiKeyTable = Owned & {
  /** Null on Admin keys. */
  workspace_id: string | null
  kind: 'admin' | 'workspace'
  type: 'organisation-service' | 'workspace-service' | 'workspace-user'
  name: string
  description: string | null
  user_id: string | null
  /** Keyed hash of the secret. */
  hash: string
  /** First and last characters of the secret, shown to users. */
  hint: string
  previous_hash: string | null
  previous_hash_expires_at_ms: number | null
  /** JSON array. */
  scopes: string
  allow_inference: number
  /** JSON. */
  defaults: string
  /** JSON. */
  limits: string
  /** JSON array. */
  alert_emails: string
  /** JSON. */
  rotation: string | null
  expires_at_ms: number | null
  revoked_at_ms: number | null
  last_used_at_ms: number | null
  last_used_ip: string | null
  created_by: string | null
  creation_mode: 'ui' | 'api' | 'auto'
  review_since_ms: number | null
  rotated_by: string | null
  /** JSON array; null: none. */
  client_certificates: string | null
  /** JSON array of ids; null: none. */
  certified_by: string | null
  is_trusted: number
}

export type UserTable = Owned & {
  email: string
  first_name: string
  last_name: string
  role: OrganisationRole
  password_hash: string
  is_disabled: number
  last_active_at_ms: number | null
  role_without_groups: OrganisationRole | null
  disabled_by: 'manual' | 'scim' | 'both' | null
  is_break_glass: number
}

export type ScimUserTable = {
  user_id: string
  organisation_id: string
  user_name: string
  user_name_key: string
  external_id: string | null
  /** JSON. */
  attributes: string
}

export type ScimGroupTable = Owned & {
  display_name: string
  display_name_key: string
  external_id: string | null
  version: number
}

export type ScimMemberTable = { group_id: string; user_id: string }

export type ScimRequestTable = {
  id: string
  organisation_id: string
  at_ms: number
  key_id: string
  key_name: string
  method: string
  path: string
  status: number
  detail: string | null
  resource_name: string | null
  duration_ms: number
}

export type InviteTable = Owned & {
  email: string
  role: OrganisationRole
  /** JSON array. */
  workspaces: string
  /** JSON of the key to create; in invitations of earlier versions, a JSON array of its scopes. */
  key_scopes: string | null
  token_hash: string
  invited_by: string
  expires_at_ms: number
  accepted_at_ms: number | null
  cancelled_at_ms: number | null
}

export type SessionTable = {
  token_hash: string
  user_id: string
  created_at_ms: number
  last_seen_at_ms: number
  expires_at_ms: number
  ip: string
  user_agent: string | null
  method: SignInMethod
  connection_id: string | null
  sid: string | null
  id_token: string | null
  factor: SignInFactor | null
}

export type DeviceCodeTable = {
  hash: string
  user_code_hash: string
  client_id: string
  device_name: string | null
  /** JSON array. */
  scopes: string
  workspace: string | null
  ip: string
  user_agent: string | null
  created_at_ms: number
  expires_at_ms: number
  interval_ms: number
  polled_at_ms: number | null
  status: 'pending' | 'approved' | 'denied'
  user_id: string | null
  /** JSON. */
  approval: string | null
}

type DeviceLoginTable = {
  key_id: string
  user_id: string
  client_id: string
  ip: string
  user_agent: string | null
  created_at_ms: number
}

export type VirtualKeyTable = Owned & {
  workspace_id: string
  slug: string
  name: string
  note: string | null
  provider: string
  /** JSON. */
  settings: string
  /** JSON: names of settings as they were sent; null if all have their usual names. */
  setting_names: string | null
  custom_host: string | null
  is_host_trusted: number
  is_disabled: number
  /** JSON. */
  limits: string
  expires_at_ms: number | null
  /** Null: the virtual key has a credential of its own. */
  integration_id: string | null
  integration_given_id: string | null
}

export type IntegrationTable = Owned & {
  workspace_id: string | null
  slug: string
  name: string
  description: string | null
  provider_name: string
  provider: string
  /** JSON. */
  settings: string
  custom_host: string | null
  is_host_trusted: number
  /** JSON array with sealed credentials. */
  credentials: string
  allows_all_models: number
  is_global: number
  /** JSON. */
  global_limits: string
  creates_provider: number
  created_by: string
}

export type IntegrationWorkspaceTable = {
  integration_id: string
  workspace_id: string
  given_id: string
  is_enabled: number
  /** JSON. */
  limits: string
  created_at_ms: number
  updated_at_ms: number
}

export type IntegrationModelTable = {
  integration_id: string
  slug: string
  is_enabled: number
  is_custom: number
  is_finetune: number
  base_model: string | null
  /** JSON. */
  price: string | null
  updated_at_ms: number
}

export type CredentialTable = {
  id: string
  virtual_key_id: string
  sealed: string
  hint: string
  /** JSON: secret references by the name of the secret; null if there are none. */
  secret_references: string | null
  weight: number
  is_disabled: number
  created_at_ms: number
}

export type ConfigTable = Owned & {
  workspace_id: string
  slug: string
  name: string
  status: 'active' | 'archived'
  owner_id: string
  updated_by: string
  version_number: number
}

export type ConfigVersionTable = {
  id: string
  config_id: string
  number: number
  /** JSON with sealed secrets. */
  config: string
  /** JSON array: slugs of the virtual keys that the version uses. */
  names: string
  /** JSON array: custom hosts saved with an Admin key. */
  trusted_hosts: string
  note: string | null
  created_by: string
  created_at_ms: number
}

export type GuardrailTable = Owned & {
  workspace_id: string | null
  /** `workspace_id`, else `organisation_id`. */
  home_id: string
  slug: string
  name: string
  owner_id: string
  updated_by: string
  version_number: number
}

export type GuardrailVersionTable = {
  id: string
  guardrail_id: string
  number: number
  /** JSON array with sealed secrets. */
  checks: string
  /** JSON. */
  actions: string
  is_trusted: number
  created_by: string
  created_at_ms: number
}

export type VirtualModelTable = Owned & {
  workspace_id: string
  name: string
  config_slug: string
  description: string | null
  created_by: string
}

export type PriceTable = Owned & {
  /** Null: all workspaces. */
  workspace_id: string | null
  virtual_key: string | null
  provider: string | null
  model: string
  /** JSON; null: the catalogue's list price. */
  list: string | null
  multiplier_millionths: number
  valid_from_ms: number
  revision: number
  created_by: string
}

export type LogExportTable = Owned & {
  workspace_id: string
  description: string | null
  format: 'jsonl' | 'csv'
  filters: string
  columns: string
  status: 'draft' | 'in_progress' | 'success' | 'failed' | 'stopped'
  total: number
  written: number
  cursor: string | null
  file_bytes: number
  error: string | null
  created_by: string
  /** Null: not running. */
  run_by: string | null
  lease_until_ms: number | null
  /** JSON; null: a log export. */
  person: string | null
}

type LogExportChunkTable = { export_id: string; at_byte: number; written_at_ms: number; data: Uint8Array }

export type IdempotencyTable = {
  caller_id: string
  key: string
  request_hash: string
  sealed_reply: string
  created_at_ms: number
}

export type AuditTable = {
  organisation_id: string
  sequence: number
  id: string
  workspace_id: string | null
  at_ms: number
  actor_type: AuditActor['type']
  actor_id: string
  action: string
  resource: string
  target_id: string | null
  status: number
  ip: string
  request_id: string
  method: string
  uri: string
  /** JSON. */
  entry: string
  hash: string
  /** Keyed hash of the redacted entry; null: the entry is as it was written. */
  redaction: string | null
}

export type ErasureTable = Owned & {
  workspace_id: string | null
  subject_type: 'end_user' | 'account'
  subject_hash: string
  /** JSON, encrypted; null once nothing more can be erased. */
  sealed_subject: string | null
  status: 'in_progress' | 'success'
  until_ms: number
  /** JSON. */
  progress: string
  /** JSON: the actor of the receipt in the audit log. */
  actor: string
  error: string | null
  finished_at_ms: number | null
  sweep_at_ms: number | null
  run_by: string | null
  lease_until_ms: number | null
}

export type ErasureNodeTable = {
  erasure_id: string
  node_id: string
  quarantined_files: number
  cached_responses: number
}

export type AuditHeadTable = { organisation_id: string; count: number; hash: string }

/** The key that encrypts all other secrets, itself encrypted by the master key. */
export type DataKeyTable = { id: string; sealed: string; created_at_ms: number; updated_at_ms: number }

/** Actions of CLI commands that the gateway has not added to the audit log yet. */
type PendingAuditTable = {
  id: string
  at_ms: number
  action: string
  target_id: string
  /** JSON. */
  facts: string
}

/** Change feed, in commit order. */
export type ChangeTable = {
  sequence: number
  at_ms: number
  /** JSON of a `Change`. */
  change: string
}

export type ControlTables = AlertTables &
  LedgerTables &
  LimitTables &
  PromptTables &
  SecondFactorTables &
  SinkTables &
  WorkloadTables & {
    data_keys: DataKeyTable
    organisations: OrganisationTable
    workspaces: WorkspaceTable
    workspace_members: MemberTable
    group_mappings: GroupMappingTable
    roles: RoleTable
    sso_connections: SsoConnectionTable
    sso_domains: { domain: string; connection_id: string }
    sso_identities: SsoIdentityTable
    sso_states: SsoStateTable
    body_keys: BodyKeyTable
    api_keys: ApiKeyTable
    users: UserTable
    scim_users: ScimUserTable
    scim_groups: ScimGroupTable
    scim_group_members: ScimMemberTable
    scim_requests: ScimRequestTable
    invites: InviteTable
    sessions: SessionTable
    device_codes: DeviceCodeTable
    device_logins: DeviceLoginTable
    integrations: IntegrationTable
    integration_workspaces: IntegrationWorkspaceTable
    integration_models: IntegrationModelTable
    virtual_keys: VirtualKeyTable
    virtual_key_credentials: CredentialTable
    configs: ConfigTable
    guardrails: GuardrailTable
    guardrail_versions: GuardrailVersionTable
    virtual_models: VirtualModelTable
    config_versions: ConfigVersionTable
    log_exports: LogExportTable
    log_export_chunks: LogExportChunkTable
    prices: PriceTable
    idempotency_replies: IdempotencyTable
    audit_entries: AuditTable
    audit_heads: AuditHeadTable
    pending_audit_entries: PendingAuditTable
    changes: ChangeTable
    erasures: ErasureTable
    erasure_nodes: ErasureNodeTable
  }
