/** All kinds, in creation order: kinds that others refer to come first. Deletion uses the reverse order. */

import { ALERT_CHANNEL_KIND } from './alert-channel-kind.ts'
import { ALERT_RULE_KIND } from './alert-rule-kind.ts'
import { CONFIG_KIND } from './config-kind.ts'
import { GROUP_MAPPING_KIND } from './group-mapping-kind.ts'
import { GUARDRAIL_DEFAULTS_KIND, GUARDRAIL_KIND } from './guardrail-kind.ts'
import { INTEGRATION_ACCESS_KIND } from './integration-access-kind.ts'
import { INTEGRATION_KIND } from './integration-kind.ts'
import { KEY_KIND } from './key-kind.ts'
import type { Kind } from './kind.ts'
import { LABEL_KIND } from './label-kind.ts'
import { PARTIAL_KIND } from './partial-kind.ts'
import { policyKind } from './policy-kind.ts'
import { PRICE_KIND } from './price-kind.ts'
import { PROMPT_KIND } from './prompt-kind.ts'
import { ROLE_KIND } from './role-kind.ts'
import { SECOND_FACTOR_KIND } from './second-factor-kind.ts'
import { SINK_KIND } from './sink-kind.ts'
import { SSO_CONNECTION_KIND } from './sso-connection-kind.ts'
import { SSO_ENFORCEMENT_KIND } from './sso-enforcement-kind.ts'
import { VIRTUAL_KEY_KIND } from './virtual-key-kind.ts'
import { VIRTUAL_MODEL_KIND } from './virtual-model-kind.ts'
import { WORKLOAD_ISSUER_KIND } from './workload-issuer-kind.ts'

export const KINDS: readonly Kind[] = [
  ROLE_KIND,
  LABEL_KIND,
  INTEGRATION_KIND,
  INTEGRATION_ACCESS_KIND,
  VIRTUAL_KEY_KIND,
  PRICE_KIND,
  PARTIAL_KIND,
  GUARDRAIL_KIND,
  CONFIG_KIND,
  VIRTUAL_MODEL_KIND,
  PROMPT_KIND,
  KEY_KIND,
  WORKLOAD_ISSUER_KIND,
  policyKind('usage-limits'),
  policyKind('rate-limits'),
  ALERT_CHANNEL_KIND,
  ALERT_RULE_KIND,
  SINK_KIND,
  GUARDRAIL_DEFAULTS_KIND,
  SECOND_FACTOR_KIND,
  SSO_CONNECTION_KIND,
  GROUP_MAPPING_KIND,
  SSO_ENFORCEMENT_KIND,
]
