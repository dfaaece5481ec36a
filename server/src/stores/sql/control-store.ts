/** All repositories of the control store, bound to the database or to one transaction. */

import type { ControlStore, Stores, Vault } from '../../core/stores/stores.ts'
import type { ControlDatabase } from './control-database.ts'
import { SqlAccessReview } from './repositories/access-review.ts'
import { SqlAlertChannels } from './repositories/alerting/alert-channels.ts'
import { SqlAlertEvents } from './repositories/alerting/alert-events.ts'
import { SqlAlertRules } from './repositories/alerting/alert-rules.ts'
import { SqlApiKeys } from './repositories/api-keys.ts'
import { SqlAuditEntries } from './repositories/audit-entries.ts'
import { SqlBodyKeys } from './repositories/body-keys.ts'
import { SqlChanges } from './repositories/changes.ts'
import { SqlCollections } from './repositories/collections.ts'
import { SqlConfigs } from './repositories/configs.ts'
import { SqlDeviceLogins } from './repositories/device-logins.ts'
import { SqlErasures } from './repositories/erasures.ts'
import { SqlExportChunks } from './repositories/export-chunks.ts'
import { SqlGroupMappings } from './repositories/group-mappings.ts'
import { SqlGuardrails } from './repositories/guardrails.ts'
import { SqlIdempotency } from './repositories/idempotency.ts'
import { SqlIds } from './repositories/ids.ts'
import { SqlIntegrations } from './repositories/integrations.ts'
import { SqlInvites } from './repositories/invites.ts'
import { SqlLabels } from './repositories/labels.ts'
import { SqlLogExports } from './repositories/log-exports.ts'
import { SqlAlerts } from './repositories/money/alerts.ts'
import { SqlPolicies } from './repositories/money/policies.ts'
import { SqlOrganisations } from './repositories/organisations.ts'
import { SqlPendingAudit } from './repositories/pending-audit.ts'
import { SqlPrices } from './repositories/prices.ts'
import { SqlPrompts } from './repositories/prompts.ts'
import { SqlRoles } from './repositories/roles.ts'
import { SqlScim } from './repositories/scim.ts'
import { SqlSecondFactors } from './repositories/second-factors.ts'
import { SqlSessions } from './repositories/sessions.ts'
import { SqlSinkProgress } from './repositories/sinks/sink-progress.ts'
import { SqlSinks } from './repositories/sinks/sinks.ts'
import { SqlSsoConnections } from './repositories/sso-connections.ts'
import { SqlSsoIdentities, SqlSsoStates } from './repositories/sso-identities.ts'
import { SqlUsers } from './repositories/users.ts'
import { SqlVirtualKeys } from './repositories/virtual-keys.ts'
import { SqlVirtualModels } from './repositories/virtual-models.ts'
import { SqlRevocations } from './repositories/workload/revocations.ts'
import { SqlWorkloadSubjects } from './repositories/workload/subjects.ts'
import { SqlWorkloadIssuers } from './repositories/workload/workload-issuers.ts'
import { SqlWorkspaces } from './repositories/workspaces.ts'

/** `keyedHash`: hash function of the vault, used for the audit chain. */
function storesOn(database: ControlDatabase, keyedHash: Vault['hash']): Stores {
  return {
    alertChannels: new SqlAlertChannels(database),
    alertEvents: new SqlAlertEvents(database),
    alertRules: new SqlAlertRules(database),
    alerts: new SqlAlerts(database),
    apiKeys: new SqlApiKeys(database),
    auditEntries: new SqlAuditEntries(database, keyedHash),
    bodyKeys: new SqlBodyKeys(database),
    changes: new SqlChanges(database),
    collections: new SqlCollections(database),
    configs: new SqlConfigs(database),
    deviceLogins: new SqlDeviceLogins(database),
    erasures: new SqlErasures(database),
    exportChunks: new SqlExportChunks(database),
    groupMappings: new SqlGroupMappings(database),
    guardrails: new SqlGuardrails(database),
    idempotency: new SqlIdempotency(database),
    ids: new SqlIds(database),
    integrations: new SqlIntegrations(database),
    invites: new SqlInvites(database),
    labels: new SqlLabels(database),
    logExports: new SqlLogExports(database),
    organisations: new SqlOrganisations(database),
    partials: new SqlPrompts(database, 'partial'),
    pendingAudit: new SqlPendingAudit(database),
    prompts: new SqlPrompts(database, 'prompt'),
    policies: new SqlPolicies(database),
    prices: new SqlPrices(database),
    roles: new SqlRoles(database),
    accessReview: new SqlAccessReview(database),
    scim: new SqlScim(database),
    secondFactors: new SqlSecondFactors(database),
    sessions: new SqlSessions(database),
    sinkProgress: new SqlSinkProgress(database),
    sinks: new SqlSinks(database),
    ssoConnections: new SqlSsoConnections(database),
    ssoIdentities: new SqlSsoIdentities(database),
    ssoStates: new SqlSsoStates(database),
    users: new SqlUsers(database),
    virtualKeys: new SqlVirtualKeys(database),
    virtualModels: new SqlVirtualModels(database),
    workloadIssuers: new SqlWorkloadIssuers(database),
    workloadRevocations: new SqlRevocations(database),
    workloadSubjects: new SqlWorkloadSubjects(database),
    workspaces: new SqlWorkspaces(database),
  }
}

export function controlStore(database: ControlDatabase, keyedHash: Vault['hash']): ControlStore {
  return {
    stores: storesOn(database, keyedHash),
    transact: (work) => database.transaction().execute((transaction) => work(storesOn(transaction, keyedHash))),
  }
}
