/** Ids of workspaces and metadata keys in PostgreSQL, loaded before each batch and cached. */

import type { Client } from 'pg'
import { acceptsNewKey, CardinalityLimit } from '../rollups/cardinality.ts'
import { metadataPairs } from '../rollups/dimensions.ts'
import type { RollupEntry } from '../rollups/log-groups.ts'
import type { Scope, ScopeNames } from '../rollups/rollup-builder.ts'
import { rowsOf } from './connection.ts'

/** workspace_id of the scope that covers the whole organisation. */
const ALL_WORKSPACES = ''

export class SharedScopeNames implements ScopeNames {
  readonly #scopes = new Map<string, Scope>()
  readonly #newValues = new CardinalityLimit()
  /** Scopes that exceeded the key limit in this batch. */
  #overKeyLimit = new Set<number>()
  #droppedKeys: { readonly scopeId: number; readonly dimensionId: number }[] = []

  /** Loads or creates the ids these logs need. */
  async load(
    client: Client,
    logs: Iterable<Pick<RollupEntry, 'organisationId' | 'workspaceId' | 'dimensions'>>,
  ): Promise<void> {
    for (const { organisationId, workspaceId, dimensions } of logs) {
      const key = scopeKey(organisationId, workspaceId)
      let scope = this.#scopes.get(key)
      if (!scope) {
        const id = await internScope(client, organisationId, workspaceId)
        const organisationScopeId = await internScope(client, organisationId, ALL_WORKSPACES)
        scope = { id, organisationScopeId, keys: await keysOf(client, id) }
        this.#scopes.set(key, scope)
      }
      for (const [key] of metadataPairs(dimensions[10])) {
        if (scope.keys.has(key) || !acceptsNewKey(scope, key)) continue
        scope.keys.set(key, await internKey(client, scope.id, key))
      }
    }
  }

  of(organisationId: string, workspaceId: string): Scope {
    const scope = this.#scopes.get(scopeKey(organisationId, workspaceId))
    if (!scope) throw new Error(`the scope of workspace ${workspaceId} was not loaded`)
    return scope
  }

  dimensionOf(scope: Scope, key: string): number | null {
    const known = scope.keys.get(key)
    if (known !== undefined) return known
    this.#overKeyLimit.add(scope.id)
    return null
  }

  countNewValue(scope: Scope, key: string, dimensionId: number, minuteMs: number): void {
    if (!this.#newValues.isExceeded(scope.id, dimensionId, minuteMs)) return
    scope.keys.set(key, null)
    this.#droppedKeys.push({ scopeId: scope.id, dimensionId })
  }

  /** Call inside the batch's transaction. */
  async flush(client: Client): Promise<void> {
    if (this.#overKeyLimit.size > 0) {
      const sql = 'UPDATE scopes SET has_unsummed_keys = 1 WHERE id = ANY($1) AND has_unsummed_keys = 0'
      await rowsOf(client, sql, [[...this.#overKeyLimit]])
    }
    for (const { scopeId, dimensionId } of this.#droppedKeys) {
      const sql = 'UPDATE scope_keys SET is_summed = 0 WHERE scope_id = $1 AND dimension_id = $2'
      await rowsOf(client, sql, [scopeId, dimensionId])
    }
    this.#overKeyLimit = new Set()
    this.#droppedKeys = []
  }

  forget(): void {
    this.#scopes.clear()
    this.#overKeyLimit = new Set()
    this.#droppedKeys = []
  }
}

async function internScope(client: Client, organisationId: string, workspaceId: string): Promise<number> {
  const [row] = await rowsOf(
    client,
    `INSERT INTO scopes (organisation_id, workspace_id) VALUES ($1, $2)
     ON CONFLICT (organisation_id, workspace_id) DO UPDATE SET workspace_id = excluded.workspace_id RETURNING id`,
    [organisationId, workspaceId],
  )
  return row![0] as number
}

async function keysOf(client: Client, scopeId: number): Promise<Map<string, number | null>> {
  const sql = 'SELECT name, id, is_summed FROM scope_keys JOIN metadata_keys ON id = dimension_id WHERE scope_id = $1'
  const rows = (await rowsOf(client, sql, [scopeId])) as [string, number, number][]
  return new Map(rows.map(([name, id, isSummed]) => [name, isSummed === 1 ? id : null]))
}

/** Null if another node stopped rolling up this key. */
async function internKey(client: Client, scopeId: number, key: string): Promise<number | null> {
  const [row] = await rowsOf(
    client,
    'INSERT INTO metadata_keys (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id',
    [key],
  )
  const id = row![0] as number
  const [scopeKeyRow] = await rowsOf(
    client,
    `INSERT INTO scope_keys (scope_id, dimension_id, is_summed) VALUES ($1, $2, 1)
     ON CONFLICT (scope_id, dimension_id) DO UPDATE SET is_summed = scope_keys.is_summed RETURNING is_summed`,
    [scopeId, id],
  )
  return scopeKeyRow![0] === 1 ? id : null
}

/** Ids never contain NUL. */
function scopeKey(organisationId: string, workspaceId: string): string {
  return `${organisationId}\u0000${workspaceId}`
}
