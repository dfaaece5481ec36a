/** All migrations of the control store. Loaded only for a store that lacks one: see `migrate.ts`. */

import type { Migration } from 'kysely'
import { keys } from './001-keys.ts'
import { control } from './002-control.ts'
import { prompts } from './003-prompts.ts'
import { prices } from './004-prices.ts'
import { money } from './005-money.ts'
import { changes } from './006-changes.ts'
import { alerts } from './007-alerts.ts'
import { nodes } from './008-nodes.ts'
import { notesAndActivity } from './009-notes-and-activity.ts'
import { exportRuns } from './010-export-runs.ts'
import { keyHolders } from './011-key-holders.ts'
import { keyRotators } from './012-key-rotators.ts'
import { alertRules } from './013-alert-rules.ts'
import { integrations } from './014-integrations.ts'
import { virtualModels } from './015-virtual-models.ts'
import { settingNames } from './016-setting-names.ts'
import { guardrails } from './017-guardrails.ts'
import { sinks } from './018-sinks.ts'
import { bodyKeys } from './019-body-keys.ts'
import { erasures } from './020-erasures.ts'
import { pendingAudit } from './021-pending-audit.ts'
import { bodyKeyRotation } from './023-body-key-rotation.ts'
import { personExports } from './025-person-exports.ts'
import { erasureNodes } from './027-erasure-nodes.ts'
import { groupMappings } from './028-group-mappings.ts'
import { sso } from './029-sso.ts'
import { scim } from './030-scim.ts'
import { workloadIssuers } from './031-workload-issuers.ts'
import { secondFactors } from './032-second-factors.ts'
import { secretReferences } from './033-secret-references.ts'
import { roles } from './034-roles.ts'
import { clientCertificates } from './035-client-certificates.ts'
import { deviceLogins } from './036-device-logins.ts'
import { ssoGroups } from './037-sso-groups.ts'
import { identity } from './038-identity.ts'
import { keyCertifiers } from './039-key-certifiers.ts'
import { trustedKeys } from './040-trusted-keys.ts'

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
