/** PostgreSQL schema of the log store. Never change a released step: append a new one. */

import type { Client, QueryConfig } from 'pg'
import { FIRST_METADATA_DIMENSION } from '../rollups/dimensions.ts'
import { initialWatermarks, WATERMARK_COLUMNS } from '../rollups/watermarks.ts'
import { closeClient, inTransaction, LOCKS, LOG_SCHEMA, openClient, rowsOf } from './connection.ts'

/** Longer text is indexed by its prefix: a btree entry must fit a third of a page. */
export const INDEXED_LENGTH = 200

const TEXT = ['id', 'trace_id', 'organisation_id', 'workspace_id', 'key_id', 'method', 'path', 'endpoint', 'source']
const OPTIONAL_TEXT = `ending error_code provider target model response_model cache_status metadata user_label prompt_label
  organisation_label environment_label warnings virtual_key config_id prompt_id price_version span_id parent_span_id
  span_name`
/** Some providers report fractional usage. Doubles hold integers up to 2^53 exactly. */
const NUMBERS = `duration_ms first_byte_ms status is_stream retries has_usage input_tokens output_tokens total_tokens
  cached_tokens reasoning_tokens attempt_count request_bytes response_bytes request_body_cut response_body_cut
  config_version prompt_version cost_nano_usd cache_saved_ms cache_saved_nano_usd cached_write_tokens audio_input_tokens
  audio_output_tokens images search_units cached_write_long_tokens image_input_tokens image_output_tokens characters
  audio_seconds usage_is_estimate detail_block detail_offset detail_length body_block body_offset request_length
  response_length`

const words = (list: string) => list.split(/\s+/)

const LOG_COLUMNS = [
  `seq bigint NOT NULL DEFAULT nextval('log_numbers')`,
  'started_at_ms bigint NOT NULL',
  ...TEXT.map((name) => `${name} text COLLATE "C" NOT NULL`),
  ...words(OPTIONAL_TEXT).map((name) => `${name} text COLLATE "C"`),
  ...words(NUMBERS).map((name) => `${name} double precision`),
  ...['feedback_count', 'feedback_micros', 'feedback_weight_micros'].map(
    (name) => `${name} double precision NOT NULL DEFAULT 0`,
  ),
]

/** Each node writes rollups as parts of its own; part 0 holds folded rollups. */
function rollupTable(table: string, key: string): string {
  return `CREATE TABLE ${table} (
    bucket_ms bigint NOT NULL, scope_id integer NOT NULL, dimension_id integer NOT NULL,
    value text COLLATE "C" NOT NULL, part bigint NOT NULL, requests bigint NOT NULL, sums bytea NOT NULL,
    PRIMARY KEY (${key}, part)
  )`
}

const FIRST: readonly string[] = [
  'CREATE SEQUENCE log_numbers',
  `CREATE TABLE logs (${LOG_COLUMNS.join(', ')}) PARTITION BY RANGE (started_at_ms)`,
  'CREATE UNIQUE INDEX logs_id ON logs (id, started_at_ms)',
  'CREATE INDEX logs_workspace_time ON logs (workspace_id, started_at_ms, seq)',
  'CREATE INDEX logs_time ON logs (started_at_ms, seq)',
  'CREATE INDEX logs_workspace_errors ON logs (workspace_id, started_at_ms, seq) WHERE status >= 400',
  'CREATE INDEX logs_errors ON logs (started_at_ms, seq) WHERE status >= 400',
  `CREATE INDEX logs_trace ON logs (left(trace_id, ${INDEXED_LENGTH}))`,
  `CREATE INDEX logs_user ON logs (left(user_label, ${INDEXED_LENGTH})) WHERE user_label IS NOT NULL`,
  `CREATE INDEX logs_span ON logs (left(span_id, ${INDEXED_LENGTH})) WHERE span_id IS NOT NULL`,
  'CREATE INDEX logs_unpriced ON logs (started_at_ms, id, workspace_id) WHERE cost_nano_usd IS NULL',
  'CREATE INDEX logs_feedback ON logs (workspace_id, started_at_ms, seq) WHERE feedback_count > 0',
  // One number reserves many block ids, see blocks.ts.
  'CREATE SEQUENCE block_numbers',
  `CREATE TABLE blocks (
    id bigint NOT NULL, day_ms bigint NOT NULL, kind text NOT NULL, workspace_id text COLLATE "C" NOT NULL,
    newest_at_ms bigint NOT NULL, raw_bytes integer NOT NULL, data bytea NOT NULL, PRIMARY KEY (id, day_ms)
  ) PARTITION BY RANGE (day_ms)`,
  // Blocks are already compressed.
  'ALTER TABLE blocks ALTER COLUMN data SET STORAGE EXTERNAL',
  'CREATE INDEX blocks_workspace_time ON blocks (workspace_id, newest_at_ms)',
  // Default partitions for times that get no daily partition.
  'CREATE TABLE logs_other PARTITION OF logs DEFAULT',
  'CREATE TABLE blocks_other PARTITION OF blocks DEFAULT',
  `CREATE TABLE journal_positions (
    journal text NOT NULL, segment bigint NOT NULL, "offset" bigint NOT NULL, PRIMARY KEY (journal, segment)
  )`,
  `CREATE TABLE feedback (
    id text PRIMARY KEY, organisation_id text NOT NULL, workspace_id text COLLATE "C" NOT NULL, trace_id text NOT NULL,
    value double precision NOT NULL, weight_micros double precision NOT NULL, metadata text,
    created_at_ms bigint NOT NULL, updated_at_ms bigint NOT NULL,
    log_seq bigint, log_started_at_ms bigint, provider text, model text
  )`,
  'CREATE INDEX feedback_trace ON feedback (workspace_id, trace_id)',
  'CREATE INDEX feedback_time ON feedback (workspace_id, created_at_ms)',
  `CREATE TABLE scopes (
    id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, organisation_id text NOT NULL, workspace_id text NOT NULL,
    retention_days integer, forget_before_ms bigint, has_unsummed_keys integer NOT NULL DEFAULT 0,
    UNIQUE (organisation_id, workspace_id)
  )`,
  `CREATE TABLE metadata_keys (
    id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (START WITH ${FIRST_METADATA_DIMENSION}), name text NOT NULL UNIQUE
  )`,
  `CREATE TABLE scope_keys (
    scope_id integer NOT NULL, dimension_id integer NOT NULL, is_summed integer NOT NULL,
    PRIMARY KEY (scope_id, dimension_id)
  )`,
  `CREATE TABLE later_costs (
    workspace_id text COLLATE "C" NOT NULL, started_at_ms bigint NOT NULL, log_id text NOT NULL, lines text NOT NULL,
    PRIMARY KEY (workspace_id, started_at_ms, log_id)
  )`,
  'CREATE SEQUENCE part_numbers',
  rollupTable('sums_minutes', 'bucket_ms, scope_id, dimension_id, value'),
  rollupTable('sums_hours', 'bucket_ms, scope_id, dimension_id, value'),
  rollupTable('sums_days', 'scope_id, dimension_id, bucket_ms, value'),
  // `epoch` counts changes to parts that another node may have in memory. `retention_asked` counts requests for a
  // retention run.
  `CREATE TABLE sum_progress (
    id integer PRIMARY KEY CHECK (id = 1), folded_minutes_ms bigint NOT NULL, folded_hours_ms bigint NOT NULL,
    thinned_minutes_ms bigint NOT NULL, thinned_hours_ms bigint NOT NULL, dropped_minutes_ms bigint NOT NULL,
    epoch bigint NOT NULL DEFAULT 0, retention_asked integer NOT NULL DEFAULT 0
  )`,
]

const READ_FROM_INDEX = ['autovacuum_vacuum_scale_factor', 'autovacuum_vacuum_insert_scale_factor']

const SECOND: readonly string[] = [
  // The gateway's own time; NULL for older logs.
  'ALTER TABLE logs ADD COLUMN own_ms double precision',
  // Counting a month of users needs only `requests`. An index-only scan reads a tenth of the data.
  `ALTER TABLE sums_days DROP CONSTRAINT sums_days_pkey,
    ADD PRIMARY KEY (scope_id, dimension_id, bucket_ms, value, part) INCLUDE (requests)`,
  // Index-only scans need vacuumed pages: vacuum after 2 % changes instead of 20 %.
  ...['sums_days', 'sums_hours'].map(
    (table) => `ALTER TABLE ${table} SET (${READ_FROM_INDEX.map((name) => `${name} = 0.02`).join(', ')})`,
  ),
]

/** The outcome of each attempt by provider; NULL for older logs. */
const THIRD: readonly string[] = ['ALTER TABLE logs ADD COLUMN attempt_outcomes text COLLATE "C"']

/** The outcome of each guardrail; NULL for older logs and for logs without guardrails, which are not in the index. */
const FOURTH: readonly string[] = [
  'ALTER TABLE logs ADD COLUMN guardrail_outcomes text COLLATE "C"',
  'CREATE INDEX logs_guardrails ON logs (workspace_id, started_at_ms, seq) WHERE guardrail_outcomes IS NOT NULL',
]

/** The cached part of the audio input; NULL for older logs. */
const FIFTH: readonly string[] = ['ALTER TABLE logs ADD COLUMN cached_audio_tokens double precision']

/** The bodies of attempts are stored with the bodies of the log, and bodies have a retention of their own. */
const SIXTH: readonly string[] = [
  'ALTER TABLE logs ADD COLUMN attempts_length double precision',
  'ALTER TABLE scopes ADD COLUMN body_retention_days integer',
  `CREATE INDEX blocks_bodies ON blocks (workspace_id, newest_at_ms) WHERE kind = 'body'`,
]

/**
 * The version of the key that encrypts a block; NULL: plain text. `scopes.body_key_version` is the lowest version for
 * new blocks: a node that has not learned of a rotation must not store a block whose key is about to be deleted.
 */
const SEVENTH: readonly string[] = [
  'ALTER TABLE blocks ADD COLUMN key_version integer',
  // A version in blocks is little endian, see block-cipher.ts.
  `UPDATE blocks SET key_version = get_byte(substring(data, 5, 4), 0) + (get_byte(substring(data, 5, 4), 1) << 8)
    + (get_byte(substring(data, 5, 4), 2) << 16) WHERE substring(data, 1, 4) = convert_to('GHE1', 'UTF8')`,
  'CREATE INDEX blocks_keys ON blocks (workspace_id, key_version, id) WHERE key_version IS NOT NULL',
  'ALTER TABLE scopes ADD COLUMN body_key_version integer',
  // The address of a block whose data is not in the table.
  'ALTER TABLE blocks ADD COLUMN object text COLLATE "C"',
  'CREATE INDEX blocks_objects ON blocks (object) WHERE object IS NOT NULL',
  // Objects to delete after a time, unless a block refers to them.
  'CREATE TABLE removed_objects (object text COLLATE "C" PRIMARY KEY, due_at_ms bigint NOT NULL)',
  `CREATE FUNCTION note_removed_object() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO ${LOG_SCHEMA}.removed_objects (object, due_at_ms) VALUES (OLD.object, 0) ON CONFLICT DO NOTHING;
    RETURN NULL; END $$`,
  ...['DELETE', 'UPDATE OF object'].map(
    (change, i) => `CREATE TRIGGER blocks_object_${i} AFTER ${change} ON blocks FOR EACH ROW
      WHEN (OLD.object IS NOT NULL) EXECUTE FUNCTION note_removed_object()`,
  ),
]

const LOG_MIGRATIONS: readonly (readonly string[])[] = [FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH]

/** A migration step may read a large table once. */
const STEP_MS = 3_600_000

/** Migrates the log schema, one node at a time. Nodes of the previous release keep working. */
export async function ensureSchema(databaseUrl: string): Promise<void> {
  const client = await openClient(databaseUrl)
  try {
    await migrateLogs(client, Date.now())
  } finally {
    await closeClient(client)
  }
}

export async function migrateLogs(client: Client, nowMs: number): Promise<void> {
  if ((await versionOf(client)) === LOG_MIGRATIONS.length) return
  await inTransaction(client, async () => {
    await rowsOf(client, `SELECT pg_advisory_xact_lock(${LOCKS.schema})`)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${LOG_SCHEMA}`)
    const version = await versionOf(client)
    if (version > LOG_MIGRATIONS.length) {
      throw new Error(
        `The logs in PostgreSQL were written by a newer version of Gatehouse: they have schema ${version}, and this version supports up to ${LOG_MIGRATIONS.length}. Install the newer version again, or restore a backup from before the upgrade.`,
      )
    }
    await client.query('SET LOCAL statement_timeout = 0')
    for (const step of LOG_MIGRATIONS.slice(version))
      for (const text of step) await client.query({ text, query_timeout: STEP_MS } as QueryConfig)
    const watermarks = Object.values(initialWatermarks(nowMs))
    const parameters = watermarks.map((_, i) => `$${i + 1}`).join(', ')
    await rowsOf(
      client,
      `INSERT INTO sum_progress (id, ${WATERMARK_COLUMNS}) VALUES (1, ${parameters}) ON CONFLICT (id) DO NOTHING`,
      watermarks,
    )
    // The version is stored as the schema's comment, because the schema exists before any table.
    await client.query(`COMMENT ON SCHEMA ${LOG_SCHEMA} IS 'version ${LOG_MIGRATIONS.length}'`)
  })
}

async function versionOf(client: Client): Promise<number> {
  const sql = `SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = '${LOG_SCHEMA}'`
  const [note] = ((await rowsOf(client, sql))[0] ?? []) as [string | null | undefined]
  return Number(/^version (\d+)$/.exec(note ?? '')?.[1] ?? 0)
}
