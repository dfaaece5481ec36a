/** The tables of the control store, as Kysely sees them. */

export type OrganisationTable = { id: string; name: string; created_at_ms: number }

export type WorkspaceTable = {
  id: string
  organisation_id: string
  name: string
  is_default: number
  created_at_ms: number
}

export type ApiKeyTable = {
  id: string
  organisation_id: string
  /** Null on Admin keys. */
  workspace_id: string | null
  kind: 'admin' | 'workspace'
  name: string
  /** Keyed hash of the secret. */
  hash: string
  /** The first and last characters, for people to recognise it by. */
  hint: string
  /** JSON array. */
  scopes: string
  allow_inference: number
  expires_at_ms: number | null
  revoked_at_ms: number | null
  created_at_ms: number
}

export type ControlTables = {
  organisations: OrganisationTable
  workspaces: WorkspaceTable
  api_keys: ApiKeyTable
}
