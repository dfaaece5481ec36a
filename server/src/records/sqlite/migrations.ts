/** Schema of logs.db. Never change a released step: append a new one. */

import type { Database } from 'bun:sqlite'
import { HEAD_BYTES, keyVersionOf } from '../encryption/block-cipher.ts'
import { AT, COLUMNS, type RecordRow } from '../log-row.ts'
import { createRollupTable } from '../rollups/rollup-table.ts'
import { picker, Rollups } from '../rollups/rollups.ts'
import { SCOPE_TABLES } from '../rollups/scopes.ts'
import { PROGRESS_TABLE } from '../rollups/watermarks.ts'
import { LABEL_INDEX } from './label-index.ts'
import { ROW_BUCKET } from './row-bucket.ts'
import { TRACE_TABLES } from './trace-index.ts'

const FIRST_COLUMNS = `id TEXT NOT NULL, trace_id TEXT NOT NULL, organisation_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL, key_id TEXT NOT NULL, started_at_ms NUMERIC NOT NULL, duration_ms NUMERIC,
  first_byte_ms NUMERIC, method TEXT NOT NULL, path TEXT NOT NULL, endpoint TEXT NOT NULL, ending TEXT, status NUMERIC,
  error_code TEXT, provider TEXT, target TEXT, model TEXT, response_model TEXT, is_stream NUMERIC, cache_status TEXT,
  retries NUMERIC, has_usage NUMERIC, input_tokens NUMERIC, output_tokens NUMERIC, total_tokens NUMERIC,
  cached_tokens NUMERIC, reasoning_tokens NUMERIC, metadata TEXT, user_label TEXT, prompt_label TEXT,
  organisation_label TEXT, environment_label TEXT, attempt_count NUMERIC, request_bytes NUMERIC, response_bytes NUMERIC,
  request_body_cut NUMERIC, response_body_cut NUMERIC, warnings TEXT, detail_block NUMERIC, detail_offset NUMERIC,
  detail_length NUMERIC, body_block NUMERIC, body_offset NUMERIC, request_length NUMERIC, response_length NUMERIC`

const FIRST: readonly string[] = [
  `CREATE TABLE logs (seq INTEGER PRIMARY KEY, ${FIRST_COLUMNS})`,
  'CREATE UNIQUE INDEX logs_id ON logs (id)',
  // SQLite appends the rowid (`seq`) to every index, so logs of equal time are ordered too.
  'CREATE INDEX logs_workspace_time ON logs (workspace_id, started_at_ms)',
  'CREATE INDEX logs_time ON logs (started_at_ms)',
  // Lists of errors must not scan successful requests.
  'CREATE INDEX logs_workspace_errors ON logs (workspace_id, started_at_ms) WHERE status >= 400',
  'CREATE INDEX logs_errors ON logs (started_at_ms) WHERE status >= 400',
  `CREATE INDEX logs_trace ON logs (${ROW_BUCKET}, trace_id)`,
  `CREATE TABLE blocks (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    newest_at_ms NUMERIC NOT NULL,
    raw_bytes INTEGER NOT NULL,
    data BLOB NOT NULL
  )`,
  'CREATE INDEX blocks_time ON blocks (newest_at_ms)',
  'CREATE TABLE journal_positions (segment INTEGER PRIMARY KEY, offset INTEGER NOT NULL)',
]

const SECOND: readonly string[] = [
  // Tables of the first release, no longer read.
  'DROP TABLE IF EXISTS rollup_minutes',
  'DROP TABLE IF EXISTS rollup_hours',
  ...[
    'virtual_key TEXT',
    'config_id TEXT',
    'config_version NUMERIC',
    'prompt_id TEXT',
    'prompt_version NUMERIC',
    'cost_nano_usd NUMERIC',
    'price_version TEXT',
    'cache_saved_ms NUMERIC',
    'cache_saved_nano_usd NUMERIC',
    'span_id TEXT',
    'parent_span_id TEXT',
    'span_name TEXT',
    `source TEXT NOT NULL DEFAULT 'gateway'`,
    'cached_write_tokens NUMERIC',
    'audio_input_tokens NUMERIC',
    'audio_output_tokens NUMERIC',
    'images NUMERIC',
    'search_units NUMERIC',
    'cached_write_long_tokens NUMERIC',
    'image_input_tokens NUMERIC',
    'image_output_tokens NUMERIC',
    'characters NUMERIC',
    'audio_seconds NUMERIC',
    'usage_is_estimate NUMERIC',
    'feedback_count NUMERIC NOT NULL DEFAULT 0',
    'feedback_micros NUMERIC NOT NULL DEFAULT 0',
    'feedback_weight_micros NUMERIC NOT NULL DEFAULT 0',
  ].map((column) => `ALTER TABLE logs ADD COLUMN ${column}`),
  `CREATE INDEX logs_user ON logs (${ROW_BUCKET}, user_label) WHERE user_label IS NOT NULL`,
  // Partial indexes: they cost nothing for logs without a span or feedback.
  `CREATE INDEX logs_span ON logs (${ROW_BUCKET}, span_id) WHERE span_id IS NOT NULL`,
  'CREATE INDEX logs_feedback ON logs (workspace_id, started_at_ms) WHERE feedback_count > 0',
  // Each workspace has its own retention.
  'DROP INDEX blocks_time',
  'CREATE INDEX blocks_workspace_time ON blocks (workspace_id, newest_at_ms)',
  `CREATE TABLE feedback (
    id TEXT PRIMARY KEY,
    organisation_id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    value INTEGER NOT NULL,
    weight_micros INTEGER NOT NULL,
    metadata TEXT,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    log_seq INTEGER
  )`,
  'CREATE INDEX feedback_trace ON feedback (workspace_id, trace_id)',
  'CREATE INDEX feedback_time ON feedback (workspace_id, created_at_ms)',
  ...SCOPE_TABLES,
  PROGRESS_TABLE,
  createRollupTable('sums_minutes'),
  createRollupTable('sums_hours'),
  createRollupTable('sums_days'),
]

/** Feedback stores provider and model, so that graphs need no join with `logs`. */
const THIRD: readonly string[] = [
  'ALTER TABLE feedback ADD COLUMN provider TEXT',
  'ALTER TABLE feedback ADD COLUMN model TEXT',
  `UPDATE feedback SET (provider, model) = (SELECT provider, model FROM logs WHERE seq = log_seq)
   WHERE log_seq IS NOT NULL`,
]

/**
 * Costs found later: an index to find logs without a cost, and a table for their lines, because details are compressed
 * and immutable.
 */
const FOURTH: readonly string[] = [
  // Partial index: it costs nothing for logs that have a cost.
  'CREATE INDEX logs_unpriced ON logs (started_at_ms, id, workspace_id) WHERE cost_nano_usd IS NULL',
  `CREATE TABLE later_costs (
    workspace_id TEXT NOT NULL, started_at_ms INTEGER NOT NULL, log_id TEXT NOT NULL, lines TEXT NOT NULL,
    PRIMARY KEY (workspace_id, started_at_ms, log_id)
  ) WITHOUT ROWID`,
]

/** The gateway's own time; NULL for older logs. */
const FIFTH: readonly string[] = ['ALTER TABLE logs ADD COLUMN own_ms NUMERIC']

/** The outcome of each attempt by provider; NULL for older logs. */
const SIXTH: readonly string[] = ['ALTER TABLE logs ADD COLUMN attempt_outcomes TEXT']

/** The outcome of each guardrail; NULL for older logs and for logs without guardrails, which are not in the index. */
const SEVENTH: readonly string[] = [
  'ALTER TABLE logs ADD COLUMN guardrail_outcomes TEXT',
  'CREATE INDEX logs_guardrails ON logs (workspace_id, started_at_ms) WHERE guardrail_outcomes IS NOT NULL',
]

/** The cached part of the audio input; NULL for older logs. */
const EIGHTH: readonly string[] = ['ALTER TABLE logs ADD COLUMN cached_audio_tokens NUMERIC']

/** The bodies of attempts are stored with the bodies of the log, and bodies have a retention of their own. */
const TENTH: readonly string[] = [
  'ALTER TABLE logs ADD COLUMN attempts_length NUMERIC',
  'ALTER TABLE scopes ADD COLUMN body_retention_days INTEGER',
  `CREATE INDEX blocks_bodies ON blocks (workspace_id, newest_at_ms) WHERE kind = 'body'`,
]

/**
 * The version of the key that encrypts a block; NULL: plain text. `block_numbers` has the last id of a block: the id of
 * a deleted block must not be used again, because logs may still refer to it.
 */
const ELEVENTH: readonly string[] = [
  'ALTER TABLE blocks ADD COLUMN key_version INTEGER',
  'CREATE INDEX blocks_keys ON blocks (workspace_id, key_version) WHERE key_version IS NOT NULL',
  // The address of a block whose data is not in the table.
  'ALTER TABLE blocks ADD COLUMN object TEXT',
  'CREATE INDEX blocks_objects ON blocks (object) WHERE object IS NOT NULL',
  // Objects to delete after a time, unless a block refers to them.
  'CREATE TABLE removed_objects (object TEXT PRIMARY KEY, due_at_ms INTEGER NOT NULL) WITHOUT ROWID',
  ...['DELETE', 'UPDATE OF object'].map(
    (change, i) => `CREATE TRIGGER blocks_object_${i} AFTER ${change} ON blocks WHEN OLD.object IS NOT NULL BEGIN
      INSERT INTO removed_objects (object, due_at_ms) VALUES (OLD.object, 0) ON CONFLICT DO NOTHING; END`,
  ),
  'CREATE TABLE block_numbers (id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL)',
]

/** `fill` changes data after the statements of a step, in the same transaction. */
const STEPS: readonly { readonly statements: readonly string[]; readonly fill?: (database: Database) => void }[] = [
  { statements: FIRST },
  { statements: SECOND, fill: buildRollups },
  { statements: THIRD },
  { statements: FOURTH },
  { statements: FIFTH },
  { statements: SIXTH },
  { statements: SEVENTH },
  { statements: EIGHTH },
  // Empty at first: the ingest worker fills them in steps, so that a large store starts at once.
  { statements: TRACE_TABLES },
  // Reads `sums_days` once: 150,000 rows per month and 5,000 users take about a second.
  { statements: [LABEL_INDEX] },
  { statements: TENTH },
  { statements: ELEVENTH, fill: numberBlocks },
]

export const SCHEMA_VERSION = STEPS.length

export function versionOf(database: Database): number {
  return database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0
}

export function assertNotNewer(version: number): void {
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `logs.db was written by a newer version of Gatehouse: it has schema ${version}, and this version supports up to ${SCHEMA_VERSION}. Install the newer version again, or restore a backup from before the upgrade`,
    )
  }
}

export function migrate(database: Database): void {
  const version = versionOf(database)
  assertNotNewer(version)
  for (let next = version; next < SCHEMA_VERSION; next++) {
    database.transaction(() => {
      const { statements, fill } = STEPS[next]!
      for (const statement of statements) database.run(statement)
      fill?.(database)
      database.run(`PRAGMA user_version = ${next + 1}`)
    })()
  }
}

/** More logs than a batch stores. One of them refers to the last block, which may be deleted already. */
const LAST_LOGS = 10_000

function numberBlocks(database: Database): void {
  database.run(`INSERT INTO block_numbers (id, last) SELECT 1, max(
    coalesce((SELECT max(id) FROM blocks), 0),
    coalesce((SELECT max(max(coalesce(detail_block, 0), coalesce(body_block, 0)))
      FROM (SELECT detail_block, body_block FROM logs ORDER BY seq DESC LIMIT ${LAST_LOGS})), 0))`)
  const encrypted = database.query<{ id: number; head: Uint8Array }, []>(
    `SELECT id, substr(data, 1, ${HEAD_BYTES}) AS head FROM blocks WHERE substr(data, 1, 4) = CAST('GHE1' AS BLOB)`,
  )
  const set = database.query('UPDATE blocks SET key_version = ? WHERE id = ?')
  for (const { id, head } of encrypted.all()) set.run(keyVersionOf(head), id)
}

const ROWS_PER_STEP = 5000

function buildRollups(database: Database): void {
  if (database.query('SELECT 1 FROM logs').get() === null) return
  const rollups = new Rollups(database, Date.now())
  const pick = picker(COLUMNS)
  // Runs in the second migration step, before these columns exist.
  const later = new Set<string>(['own_ms', 'attempt_outcomes', 'guardrail_outcomes', 'cached_audio_tokens'])
  const columns = COLUMNS.map((name) => (later.has(name) ? 'NULL' : name))
  const sql = `SELECT seq, ${columns.join(', ')} FROM logs WHERE seq > ? ORDER BY seq LIMIT ${ROWS_PER_STEP}`
  let seq = 0
  for (;;) {
    const rows = database.query(sql).values(seq) as [number, ...RecordRow][]
    if (rows.length === 0) break
    for (const [rowSeq, ...row] of rows) {
      seq = rowSeq
      rollups.add(
        {
          organisationId: row[AT.organisationId],
          workspaceId: row[AT.workspaceId],
          input: pick.input(row),
          dimensions: pick.dimensions(row),
        },
        null,
      )
    }
    rollups.flush()
  }
  rollups.close()
}
