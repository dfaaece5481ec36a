/** Ids of workspaces and metadata keys in SQLite rollup tables, assigned on first use. */

import type { Database } from 'bun:sqlite'
import { acceptsNewKey, CardinalityLimit } from './cardinality.ts'
import { FIRST_METADATA_DIMENSION } from './dimensions.ts'
import type { Scope, ScopeNames } from './rollup-builder.ts'

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

/** workspace_id of the scope that covers the whole organisation. */
const ALL_WORKSPACES = ''

export class Scopes implements ScopeNames {
  readonly #database: Database
  readonly #scopes = new Map<string, Map<string, Scope>>()
  readonly #newValues = new CardinalityLimit()

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

  /** Dimension id of a metadata key; null if it has no rollups in this workspace. */
  dimensionOf(scope: Scope, key: string): number | null {
    const known = scope.keys.get(key)
    if (known !== undefined) return known
    if (!acceptsNewKey(scope, key)) {
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

  /** Counts a value that is new in its minute; a key above the limit gets no more rollups. */
  countNewValue(scope: Scope, key: string, dimensionId: number, minuteMs: number): void {
    if (!this.#newValues.isExceeded(scope.id, dimensionId, minuteMs)) return
    scope.keys.set(key, null)
    this.#database
      .query('UPDATE scope_keys SET is_summed = 0 WHERE scope_id = ? AND dimension_id = ?')
      .run(scope.id, dimensionId)
  }

  forget(): void {
    this.#scopes.clear()
  }
}
