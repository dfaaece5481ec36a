/** The worker that owns semantic.db. It batches writes and reads one response at a time. */

import { Database } from 'bun:sqlite'
import type { CachedResponse } from '../../../core/ports.ts'
import type { StoredQuestion } from '../../../core/semantic/question-store.ts'

export type ToQuestions =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'load'; readonly nowMs: number }
  | { readonly kind: 'put'; readonly question: StoredQuestion; readonly answer: CachedResponse }
  | { readonly kind: 'remove'; readonly keys: readonly string[] }
  | { readonly kind: 'answer'; readonly ticket: number; readonly key: string }
  | { readonly kind: 'purge'; readonly ticket: number; readonly workspaceId: string; readonly namespace: string | null }
  | { readonly kind: 'close' }

export type FromQuestions =
  | { readonly kind: 'some'; readonly questions: readonly StoredQuestion[] }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'answer'; readonly ticket: number; readonly answer: CachedResponse | null }
  | { readonly kind: 'purged'; readonly ticket: number; readonly error: string | null }
  | { readonly kind: 'closed' }

declare const self: Worker

const LOADED_AT_ONCE = 500
const WRITE_AFTER_MS = 20
/** Removed questions are deleted from the write-ahead log after this time. */
const SCRUB_AFTER_MS = 1_000

/** Version 2 added `took_ms`. Vectors or guard texts of files before version 1 cannot be compared with new ones. */
const SCHEMA_VERSION = 2
const WITHOUT_TOOK_MS = 1

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS questions (
    key TEXT PRIMARY KEY, partition TEXT NOT NULL, workspace_id TEXT NOT NULL, namespace TEXT, text TEXT NOT NULL,
    vector BLOB NOT NULL, trace_id TEXT NOT NULL, stored_at_ms INTEGER NOT NULL, expires_at_ms INTEGER NOT NULL,
    status INTEGER NOT NULL, headers TEXT NOT NULL, is_event_stream INTEGER NOT NULL, body BLOB NOT NULL,
    took_ms REAL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS questions_by_age ON questions (stored_at_ms);
`

type Row = {
  key: string
  partition: string
  workspace_id: string
  namespace: string | null
  text: string
  vector: Uint8Array
  trace_id: string
  stored_at_ms: number
  expires_at_ms: number
  answer_bytes: number
}

let database: Database | null = null
let pending: (() => void)[] = []
let timer: ReturnType<typeof setTimeout> | null = null
let scrubTimer: ReturnType<typeof setTimeout> | null = null

function open(path: string): void {
  database = new Database(path, { create: true, strict: true })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;')
  // Overwrites deleted questions, so that purging a cache leaves no copy in the file.
  database.exec('PRAGMA secure_delete = ON')
  const { user_version: version } = database.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {
    user_version: 0,
  }
  // Version 1 lacks only `took_ms`. All earlier and later versions are discarded.
  if (version === WITHOUT_TOOK_MS) database.exec('ALTER TABLE questions ADD COLUMN took_ms REAL')
  else if (version !== SCHEMA_VERSION) database.exec('DROP TABLE IF EXISTS questions')
  database.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`)
}

function load(db: Database, nowMs: number): void {
  db.query('DELETE FROM questions WHERE expires_at_ms <= ?').run(nowMs)
  const rows = db.query<Row, []>(
    `SELECT key, partition, workspace_id, namespace, text, vector, trace_id, stored_at_ms, expires_at_ms,
      length(body) AS answer_bytes FROM questions ORDER BY stored_at_ms`,
  )
  let some: StoredQuestion[] = []
  const tell = () => self.postMessage({ kind: 'some', questions: some } satisfies FromQuestions)
  for (const row of rows.iterate()) {
    some.push(questionOf(row))
    if (some.length < LOADED_AT_ONCE) continue
    tell()
    some = []
  }
  tell()
  self.postMessage({ kind: 'loaded' } satisfies FromQuestions)
}

function questionOf(row: Row): StoredQuestion {
  return {
    key: row.key,
    partition: row.partition,
    workspaceId: row.workspace_id,
    namespace: row.namespace,
    text: row.text,
    vector: new Int8Array(row.vector),
    traceId: row.trace_id,
    storedAtMs: row.stored_at_ms,
    expiresAtMs: row.expires_at_ms,
    answerBytes: row.answer_bytes,
  }
}

function put(db: Database, question: StoredQuestion, answer: CachedResponse): void {
  db.query(
    `INSERT OR REPLACE INTO questions (key, partition, workspace_id, namespace, text, vector, trace_id, stored_at_ms,
      expires_at_ms, status, headers, is_event_stream, body, took_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    question.key,
    question.partition,
    question.workspaceId,
    question.namespace,
    question.text,
    new Uint8Array(question.vector.buffer, question.vector.byteOffset, question.vector.length),
    question.traceId,
    Math.round(question.storedAtMs),
    Math.round(question.expiresAtMs),
    answer.status,
    JSON.stringify(answer.headers),
    answer.isEventStream ? 1 : 0,
    answer.body,
    answer.tookMs,
  )
}

type AnswerRow = {
  status: number
  headers: string
  is_event_stream: number
  body: Uint8Array
  stored_at_ms: number
  took_ms: number | null
}

function answerOf(db: Database, key: string): CachedResponse | null {
  const row = db
    .query<AnswerRow, [string]>(
      'SELECT status, headers, is_event_stream, body, stored_at_ms, took_ms FROM questions WHERE key = ?',
    )
    .get(key)
  if (!row) return null
  const headers = JSON.parse(row.headers) as Record<string, string>
  const { status, body, stored_at_ms: storedAtMs, took_ms: tookMs } = row
  return { status, headers, body: new Uint8Array(body), isEventStream: row.is_event_stream === 1, storedAtMs, tookMs }
}

/** Batches the writes of WRITE_AFTER_MS into one transaction. */
function later(work: () => void): void {
  pending.push(work)
  timer ??= setTimeout(flush, WRITE_AFTER_MS)
}

function flush(): void {
  if (timer) clearTimeout(timer)
  timer = null
  const work = pending
  pending = []
  if (!database || work.length === 0) return
  try {
    database.transaction(() => {
      for (const write of work) write()
    })()
  } catch {
    // Full disk or broken file: the responses are not cached and the provider is called again.
  }
}

function scrub(): void {
  scrubTimer = null
  flush()
  const result = database?.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()
  // Another process is reading the file.
  if (result?.busy) scrubTimer = setTimeout(scrub, SCRUB_AFTER_MS)
}

function purge(db: Database, workspaceId: string, namespace: string | null): string | null {
  flush()
  try {
    if (namespace === null) db.query('DELETE FROM questions WHERE workspace_id = ?').run(workspaceId)
    else db.query('DELETE FROM questions WHERE workspace_id = ? AND namespace = ?').run(workspaceId, namespace)
    if (scrubTimer) clearTimeout(scrubTimer)
    scrub()
    return null
  } catch (error) {
    return String(error)
  }
}

function receive(message: ToQuestions): void {
  if (message.kind === 'open') return open(message.path)
  const db = database
  if (!db) return
  switch (message.kind) {
    case 'load':
      return load(db, message.nowMs)
    case 'put':
      return later(() => put(db, message.question, message.answer))
    case 'remove':
      scrubTimer ??= setTimeout(scrub, SCRUB_AFTER_MS)
      return later(() => {
        const remove = db.query('DELETE FROM questions WHERE key = ?')
        for (const key of message.keys) remove.run(key)
      })
    case 'answer': {
      flush()
      const answer = answerOf(db, message.key)
      return self.postMessage({ kind: 'answer', ticket: message.ticket, answer } satisfies FromQuestions)
    }
    case 'purge': {
      const error = purge(db, message.workspaceId, message.namespace)
      return self.postMessage({ kind: 'purged', ticket: message.ticket, error } satisfies FromQuestions)
    }
    case 'close':
      if (scrubTimer) clearTimeout(scrubTimer)
      flush()
      db.close()
      database = null
      return self.postMessage({ kind: 'closed' } satisfies FromQuestions)
  }
}

self.onmessage = ({ data }: MessageEvent<ToQuestions>) => receive(data)
