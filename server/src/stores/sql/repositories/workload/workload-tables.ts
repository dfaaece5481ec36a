/** Kysely types of the tables of workload issuers. */

import type { RevocationKind } from '../../../../core/workload/workload-issuers.ts'

export type WorkloadIssuerTable = {
  id: string
  organisation_id: string
  /** Null: a claim names the workspace. */
  workspace_id: string | null
  name: string
  is_enabled: number
  issuer: string
  /** JSON. */
  settings: string
  /** JSON. */
  limits: string
  created_by: string
  created_at_ms: number
  updated_at_ms: number
}

export type RevocationTable = {
  id: string
  issuer_id: string
  kind: RevocationKind
  value: string
  value_hash: string
  reason: string | null
  expires_at_ms: number | null
  created_by: string
  created_at_ms: number
}

type SubjectTable = {
  issuer_id: string
  subject_hash: string
  subject: string
  last_used_at_ms: number
  last_used_ip: string
}

export type WorkloadTables = {
  workload_issuers: WorkloadIssuerTable
  workload_revocations: RevocationTable
  workload_subjects: SubjectTable
}
