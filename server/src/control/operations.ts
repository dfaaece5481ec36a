/** The list of all admin operations. */

import type { Analytics } from '../core/logs/analytics.ts'
import type { FeedbackStore } from '../core/logs/feedback.ts'
import type { BudgetService } from '../core/money/budget-service.ts'
import type { SpendingService } from '../core/money/spending.ts'
import type { BreakerAdmin } from '../core/ports.ts'
import type { CacheAdmin } from '../core/semantic/cache-admin.ts'
import { accessReviewOperations } from './access-review/operations.ts'
import type { ChannelPorts } from './alerting/channel-operations.ts'
import { alertingOperations } from './alerting/operations.ts'
import { analyticsOperations } from './analytics/operations.ts'
import { apiKeyOperations } from './api-keys/operations.ts'
import { auditLogOperations } from './audit-log/operations.ts'
import { type BodyKeyPorts, bodyKeyOperations } from './body-keys.ts'
import { breakerOperations } from './breakers.ts'
import { cacheOperations } from './cache.ts'
import { configOperations } from './configs/operations.ts'
import type { ConfigPorts } from './configs/save-config.ts'
import { demoOperations } from './demo/operations.ts'
import { deviceLoginOperations } from './device-logins/operations.ts'
import type { Operation } from './endpoint.ts'
import type { ExportRunner } from './exports/export-runner.ts'
import { exportOperations } from './exports/operations.ts'
import { feedbackOperations } from './feedback.ts'
import { groupMappingOperations } from './group-mappings/operations.ts'
import { type GuardrailPorts, guardrailOperations } from './guardrails/operations.ts'
import { organisationDefaultsOperations } from './guardrails/organisation-defaults.ts'
import { integrationOperations } from './integrations/operations.ts'
import { inviteOperations } from './invites/operations.ts'
import { type LogPorts, logOperations } from './logs/operations.ts'
import { type ModelPorts, modelCatalogueOperation } from './models/model-catalogue.ts'
import { organisationOperations } from './organisation.ts'
import { policyOperations } from './policies/operations.ts'
import { type PricePorts, priceOperations } from './prices/operations.ts'
import { type PrivacyPorts, privacyOperations } from './privacy/operations.ts'
import { collectionOperations } from './prompts/collections.ts'
import { labelOperations } from './prompts/labels.ts'
import { promptOperations } from './prompts/operations.ts'
import { partialOperations } from './prompts/partials.ts'
import type { PromptPorts } from './prompts/save-prompt.ts'
import { providerOperations } from './providers/operations.ts'
import { roleOperations } from './roles/operations.ts'
import { scimLogOperation } from './scim/log-operation.ts'
import { secondFactorOperations } from './second-factors/operations.ts'
import { type SessionPorts, sessionOperations } from './sessions/operations.ts'
import { signInLinkOperation } from './sessions/sign-in-link.ts'
import { userSessionOperations } from './sessions/user-sessions.ts'
import { type SinkPorts, sinkOperations } from './sinks/operations.ts'
import type { IssuerClients } from './sso/issuer-client.ts'
import { ssoOperations } from './sso/operations.ts'
import { type SupportedProvider, supportedProviderOperations } from './supported-providers.ts'
import { traceOperations } from './traces.ts'
import { userOperations } from './users/operations.ts'
import { type VirtualKeyPorts, virtualKeyOperations } from './virtual-keys/operations.ts'
import { secretReferenceOperations } from './virtual-keys/secret-reference-tests.ts'
import { virtualModelOperations } from './virtual-models.ts'
import { workloadIssuerOperations } from './workload-issuers/operations.ts'
import { workspaceOperations } from './workspaces/operations.ts'

export type ControlParts = {
  readonly alertChannels: ChannelPorts
  readonly sinks: SinkPorts
  readonly logs: LogPorts
  readonly analytics: Analytics
  readonly exports: ExportRunner
  readonly feedback: FeedbackStore
  readonly breakers: BreakerAdmin
  readonly cache: CacheAdmin
  readonly providers: readonly SupportedProvider[]
  readonly sessions: SessionPorts
  readonly issuers: IssuerClients
  readonly configs: ConfigPorts
  readonly guardrails: GuardrailPorts
  readonly virtualKeys: Omit<VirtualKeyPorts, 'analytics' | 'spending' | 'configTexts'>
  readonly spending: SpendingService
  readonly budgets: BudgetService
  readonly prices: PricePorts
  readonly erasures: PrivacyPorts['erasures']
  readonly bodyKeys: BodyKeyPorts
  readonly prompts: PromptPorts
  readonly models: Pick<ModelPorts, 'builtIn'>
}

export function adminOperations(parts: ControlParts): readonly Operation[] {
  const { vault } = parts.sessions
  const secrets = { configTexts: parts.configs.texts }
  const virtualKeys = virtualKeyOperations({
    ...parts.virtualKeys,
    ...secrets,
    analytics: parts.analytics,
    spending: parts.spending,
  })
  return [
    ...logOperations(parts.logs),
    ...traceOperations(parts.logs.reader),
    ...analyticsOperations(parts.analytics, parts.logs.reader, parts),
    ...exportOperations(parts.analytics, parts.exports, vault),
    ...feedbackOperations(parts.feedback, parts.logs.reader),
    ...breakerOperations(parts.breakers),
    ...cacheOperations(parts.cache),
    ...supportedProviderOperations(parts.providers),
    ...sessionOperations(parts.sessions),
    signInLinkOperation(parts.sessions),
    ...secondFactorOperations(parts.sessions),
    ...deviceLoginOperations(vault),
    ...organisationOperations(),
    ...organisationDefaultsOperations(),
    ...workspaceOperations(parts.spending, secrets),
    ...bodyKeyOperations(parts.bodyKeys),
    ...demoOperations({
      writer: parts.logs.writer,
      settled: () => parts.prices.unpriced.settled(),
      feedback: parts.feedback,
      prices: parts.prices.prices,
      budgets: parts.budgets,
      vault,
      texts: parts.configs.texts,
      passwords: parts.sessions.passwords,
      exports: parts.exports,
    }),
    ...userOperations(),
    ...roleOperations(),
    ...accessReviewOperations(),
    ...userSessionOperations(vault),
    ...groupMappingOperations(),
    ...ssoOperations({ vault, clients: parts.issuers, passwords: parts.sessions.passwords }),
    ...privacyOperations({
      vault,
      analytics: parts.analytics,
      reader: parts.logs.reader,
      erasures: parts.erasures,
      exports: parts.exports,
    }),
    ...inviteOperations(parts.sessions),
    ...apiKeyOperations(vault.hash, parts.spending),
    ...workloadIssuerOperations(parts.spending),
    ...virtualKeys,
    ...secretReferenceOperations(parts.virtualKeys),
    ...providerOperations(virtualKeys, secrets),
    ...integrationOperations({
      ...parts.virtualKeys,
      ...secrets,
      spending: parts.spending,
      prices: parts.prices.prices,
    }),
    ...configOperations(parts.configs),
    ...guardrailOperations(parts.guardrails),
    ...virtualModelOperations(parts.configs),
    ...policyOperations({ spending: parts.spending, providers: parts.providers }),
    ...alertingOperations(parts.alertChannels),
    ...sinkOperations(parts.sinks),
    ...priceOperations(parts.prices),
    modelCatalogueOperation({
      prices: parts.prices.prices,
      analytics: parts.analytics,
      builtIn: parts.models.builtIn,
    }),
    ...promptOperations(parts.prompts),
    ...partialOperations(parts.prompts),
    ...labelOperations(),
    ...collectionOperations(),
    scimLogOperation,
    ...auditLogOperations(),
  ]
}
