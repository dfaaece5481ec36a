/** Numbers for workspaces and metadata keys in the tables of sums, given out as they are first seen. */

import type { Database } from 'bun:sqlite'
import { FIRST_METADATA_DIMENSION, MOST_VALUE_LENGTH } from './dimensions.ts'

/** A workspace that sends ever new keys gets sums for the first ones; filters on others read the logs. */
const MOST_KEYS = 64
/** New (minute, value) rows a key may make in an hour before it is no longer worth adding up: it names single requests. */
const MOST_NEW_VALUES = 20_000

export const SCOPE_TABLES = [
  `CREATE TABLE scopes (
    id INTEGER PRIMARY KEY,
    organisation_id TEXT NOT NULL,
    workspace_id TEXT NOT NULL,
    retention_days INTEGER,
    forget_before_ms INTEGER,
    has_unsummed_keys INTEGER NOT NULL DEFAULT 0,
    UNIQUE (organisation_id, workspace_id)
  )`,
  'CREATE TABLE metadata_keys (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  `CREATE TABLE scope_keys (
    scope_id INTEGER NOT NULL, dimension_id INTEGER NOT NULL, is_summed INTEGER NOT NULL,
    PRIMARY KEY (scope_id, dimension_id)
  ) WITHOUT ROWID`,
] as const

/** The organisation as a whole is a scope without a workspace. */
const ALL_WORKSPACES = ''

export type Scope = {
  readonly id: number
  readonly organisationScopeId: number
  /** Key -> dimension; null: not added up. */
  readonly keys: Map<string, number | null>
}

export class Scopes {
  readonly #database: Database
  readonly #scopes = new Map<string, Map<string, Scope>>()
  /** Rows that a key made new in this hour, by scope and dimension. */
  readonly #newValues = new Map<number, number>()
  #newValuesHour = 0

  constructor(database: Database) {
    this.#database = database
  }

  of(organisationId: string, workspaceId: string): Scope {
    let workspaces = this.#scopes.get(organisationId)
    if (!workspaces) {
      workspaces = new Map()
      this.#scopes.set(organisationId, workspaces)
    }
    let scope = workspaces.get(workspaceId)
    if (!scope) {
      const id = this.#intern(organisationId, workspaceId)
      scope = { id, organisationScopeId: this.#intern(organisationId, ALL_WORKSPACES), keys: this.#keysOf(id) }
      workspaces.set(workspaceId, scope)
    }
    return scope
  }

  #intern(organisationId: string, workspaceId: string): number {
    const row = this.#database
      .query<{ id: number }, [string, string]>(
        `INSERT INTO scopes (organisation_id, workspace_id) VALUES (?, ?)
         ON CONFLICT DO UPDATE SET workspace_id = excluded.workspace_id RETURNING id`,
      )
      .get(organisationId, workspaceId)
    return row!.id
  }

  #keysOf(scopeId: number): Map<string, number | null> {
    const rows = this.#database
      .query<{ name: string; id: number; is_summed: number }, [number]>(
        'SELECT name, id, is_summed FROM scope_keys JOIN metadata_keys ON id = dimension_id WHERE scope_id = ?',
      )
      .all(scopeId)
    return new Map(rows.map(({ name, id, is_summed }) => [name, is_summed === 1 ? id : null]))
  }

  /** The dimension of a metadata key, or null when it is not added up in this workspace. */
  dimensionOf(scope: Scope, key: string): number | null {
    const known = scope.keys.get(key)
    if (known !== undefined) return known
    if (scope.keys.size >= MOST_KEYS || key.length > MOST_VALUE_LENGTH) {
      this.#database
        .query('UPDATE scopes SET has_unsummed_keys = 1 WHERE id = ? AND has_unsummed_keys = 0')
        .run(scope.id)
      return null
    }
    this.#database
      .query(
        `INSERT INTO metadata_keys (id, name)
         VALUES ((SELECT max(?1, ifnull(max(id), 0) + 1) FROM metadata_keys), ?2) ON CONFLICT (name) DO NOTHING`,
      )
      .run(FIRST_METADATA_DIMENSION, key)
    const { id } = this.#database
      .query<{ id: number }, [string]>('SELECT id FROM metadata_keys WHERE name = ?')
      .get(key)!
    this.#database
      .query('INSERT INTO scope_keys (scope_id, dimension_id, is_summed) VALUES (?, ?, 1)')
      .run(scope.id, id)
    scope.keys.set(key, id)
    return id
  }

  /** Counts a value seen for the first time in its minute; a key with too many is given up. */
  countNewValue(scope: Scope, key: string, dimensionId: number, minuteMs: number): void {
    const hour = Math.floor(minuteMs / 3_600_000)
    if (hour !== this.#newValuesHour) this.#newValues.clear()
    this.#newValuesHour = hour
    const place = scope.id * 65_536 + dimensionId
    const values = (this.#newValues.get(place) ?? 0) + 1
    this.#newValues.set(place, values)
    if (values <= MOST_NEW_VALUES) return
    scope.keys.set(key, null)
    this.#database
      .query('UPDATE scope_keys SET is_summed = 0 WHERE scope_id = ? AND dimension_id = ?')
      .run(scope.id, dimensionId)
  }

  forget(): void {
    this.#scopes.clear()
  }
}

/** The dimension of a metadata key whose sums are complete in this scope; null: read the logs. */
export function findKeyDimension(
  database: Database,
  scope: { readonly organisationId: string; readonly workspaceId: string | null },
  key: string,
): number | null {
  const found = database
    .query<{ id: number | null; least: number | null }, [string, string, string | null]>(
      `SELECT metadata_keys.id AS id, min(is_summed) AS least
       FROM metadata_keys JOIN scope_keys ON dimension_id = metadata_keys.id JOIN scopes ON scopes.id = scope_id
       WHERE name = ?1 AND organisation_id = ?2 AND (?3 IS NULL OR workspace_id = ?3)`,
    )
    .get(key, scope.organisationId, scope.workspaceId)
  if (found?.least !== 1) return null
  return scope.workspaceId === null && hasUnsummedKeys(database, scope.organisationId) ? null : found.id
}

function hasUnsummedKeys(database: Database, organisationId: string): boolean {
  const sql = 'SELECT 1 FROM scopes WHERE organisation_id = ? AND has_unsummed_keys = 1'
  return database.query(sql).get(organisationId) !== null
}
