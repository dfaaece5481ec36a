/** Migrates the schema of the control store: all missing migrations in one transaction, one process at a time. */

import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely'
import { keys } from './migrations/001-keys.ts'
import { control } from './migrations/002-control.ts'
import { prompts } from './migrations/003-prompts.ts'
import { prices } from './migrations/004-prices.ts'
import { money } from './migrations/005-money.ts'
import { changes } from './migrations/006-changes.ts'
import { alerts } from './migrations/007-alerts.ts'
import { nodes } from './migrations/008-nodes.ts'
import { notesAndActivity } from './migrations/009-notes-and-activity.ts'
import { exportRuns } from './migrations/010-export-runs.ts'
import { keyHolders } from './migrations/011-key-holders.ts'
import { keyRotators } from './migrations/012-key-rotators.ts'
import { alertRules } from './migrations/013-alert-rules.ts'
import { integrations } from './migrations/014-integrations.ts'
import { virtualModels } from './migrations/015-virtual-models.ts'
import { settingNames } from './migrations/016-setting-names.ts'
import { guardrails } from './migrations/017-guardrails.ts'
import { sinks } from './migrations/018-sinks.ts'
import { bodyKeys } from './migrations/019-body-keys.ts'
import { erasures } from './migrations/020-erasures.ts'
import { pendingAudit } from './migrations/021-pending-audit.ts'
import { bodyKeyRotation } from './migrations/023-body-key-rotation.ts'
import { personExports } from './migrations/025-person-exports.ts'
import { erasureNodes } from './migrations/027-erasure-nodes.ts'
import { groupMappings } from './migrations/028-group-mappings.ts'
import { sso } from './migrations/029-sso.ts'
import { scim } from './migrations/030-scim.ts'
import { workloadIssuers } from './migrations/031-workload-issuers.ts'
import { secondFactors } from './migrations/032-second-factors.ts'
import { secretReferences } from './migrations/033-secret-references.ts'
import { roles } from './migrations/034-roles.ts'
import { clientCertificates } from './migrations/035-client-certificates.ts'
import { deviceLogins } from './migrations/036-device-logins.ts'
import { ssoGroups } from './migrations/037-sso-groups.ts'
import { identity } from './migrations/038-identity.ts'
import { keyCertifiers } from './migrations/039-key-certifiers.ts'
import { trustedKeys } from './migrations/040-trusted-keys.ts'

/**
 * In order. A released migration is never edited. Each one runs on both engines: `text`, `bigint` for numbers that may
 * exceed 2^31, `integer` for others and for booleans (0 and 1), `text` for JSON.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '001-keys': keys,
  '002-control': control,
  '003-prompts': prompts,
  '004-prices': prices,
  '005-money': money,
  '006-changes': changes,
  '007-alerts': alerts,
  '008-nodes': nodes,
  '009-notes-and-activity': notesAndActivity,
  '010-export-runs': exportRuns,
  '011-key-holders': keyHolders,
  '012-key-rotators': keyRotators,
  '013-alert-rules': alertRules,
  '014-integrations': integrations,
  '015-virtual-models': virtualModels,
  '016-setting-names': settingNames,
  '017-guardrails': guardrails,
  '018-sinks': sinks,
  '019-body-keys': bodyKeys,
  '020-erasures': erasures,
  '021-pending-audit': pendingAudit,
  '023-body-key-rotation': bodyKeyRotation,
  '025-person-exports': personExports,
  '027-erasure-nodes': erasureNodes,
  '028-group-mappings': groupMappings,
  '029-sso': sso,
  '030-scim': scim,
  '031-workload-issuers': workloadIssuers,
  '032-second-factors': secondFactors,
  '033-secret-references': secretReferences,
  '034-roles': roles,
  '035-client-certificates': clientCertificates,
  '036-device-logins': deviceLogins,
  '037-sso-groups': ssoGroups,
  '038-identity': identity,
  '039-key-certifiers': keyCertifiers,
  '040-trusted-keys': trustedKeys,
}

/** A newer version of Gatehouse wrote the store. */
class NewerStoreError extends Error {}

/** `name` starts error messages: the file, or the database without credentials. */
export async function migrate<Tables>(
  database: Kysely<Tables>,
  migrations: Record<string, Migration> = MIGRATIONS,
  name = 'The control store',
): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  const unknown = await unknownMigrations(database, migrations)
  if (unknown.length === 0) throw error
  throw new NewerStoreError(
    `${name} was written by a newer version of Gatehouse: it has the migration ${unknown.join(', ')}, but the latest one of this version is ${Object.keys(migrations).sort().at(-1)}. Install the newer version again, or restore a backup from before the upgrade.`,
    { cause: error },
  )
}

/** Empty if the migration table cannot be read. */
async function unknownMigrations<Tables>(
  database: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const applied = sql<{ readonly name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`
  const { rows } = await applied.execute(database).catch(() => ({ rows: [] }))
  return rows.map(({ name }) => name).filter((name) => migrations[name] === undefined)
}
