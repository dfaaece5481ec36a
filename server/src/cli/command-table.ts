/** All commands, in the order the help lists them. */

import type { CommandSpec } from './command.ts'
import { ALERT_COMMANDS } from './tables/alert-commands.ts'
import { BACKUP_COMMANDS } from './tables/backup-commands.ts'
import { BODY_KEY_COMMANDS } from './tables/body-key-commands.ts'
import { COMPARE_COMMANDS } from './tables/compare-commands.ts'
import { CONFIG_COMMANDS } from './tables/config-commands.ts'
import { FILE_COMMANDS } from './tables/file-commands.ts'
import { GATEWAY_COMMANDS } from './tables/gateway-commands.ts'
import { GUARDRAIL_COMMANDS } from './tables/guardrail-commands.ts'
import { INTEGRATION_COMMANDS } from './tables/integration-commands.ts'
import { KEY_COMMANDS } from './tables/key-commands.ts'
import { LOG_COMMANDS } from './tables/log-commands.ts'
import { LOGIN_COMMANDS } from './tables/login-commands.ts'
import { MODEL_COMMANDS } from './tables/model-commands.ts'
import { PRICE_COMMANDS } from './tables/price-commands.ts'
import { PRIVACY_COMMANDS } from './tables/privacy-commands.ts'
import { ROLE_COMMANDS } from './tables/role-commands.ts'
import { SCIM_COMMANDS } from './tables/scim-commands.ts'
import { SINK_COMMANDS } from './tables/sink-commands.ts'
import { SSO_COMMANDS } from './tables/sso-commands.ts'
import { VIRTUAL_MODEL_COMMANDS } from './tables/virtual-model-commands.ts'
import { WORKLOAD_ISSUER_COMMANDS } from './tables/workload-issuer-commands.ts'

export const COMMANDS: readonly CommandSpec[] = [
  ...GATEWAY_COMMANDS,
  ...LOGIN_COMMANDS,
  ...BACKUP_COMMANDS,
  ...KEY_COMMANDS,
  ...INTEGRATION_COMMANDS,
  ...CONFIG_COMMANDS,
  ...VIRTUAL_MODEL_COMMANDS,
  ...GUARDRAIL_COMMANDS,
  ...LOG_COMMANDS,
  ...MODEL_COMMANDS,
  ...PRICE_COMMANDS,
  ...ALERT_COMMANDS,
  ...SINK_COMMANDS,
  ...ROLE_COMMANDS,
  ...SSO_COMMANDS,
  ...SCIM_COMMANDS,
  ...WORKLOAD_ISSUER_COMMANDS,
  ...PRIVACY_COMMANDS,
  ...BODY_KEY_COMMANDS,
  ...FILE_COMMANDS,
  ...COMPARE_COMMANDS,
]
