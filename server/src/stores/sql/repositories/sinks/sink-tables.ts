/** Kysely types of the tables of sinks. */

export type SinkTable = {
  id: string
  organisation_id: string
  /** Null: logs of every workspace. */
  workspace_id: string | null
  name: string
  is_enabled: number
  /** JSON. */
  settings: string
  /** JSON. */
  selection: string
  sealed: string | null
  url_hint: string | null
  created_by: string
  created_at_ms: number
  updated_at_ms: number
}

export type SinkTables = {
  sinks: SinkTable
  sink_progress: { sink_id: string; node_id: string; reported_at_ms: number; progress: string }
}
