/** Policy and alert operations. */

import type { Operation } from '../endpoint.ts'
import { listAlerts } from './alerts.ts'
import type { PolicyPorts } from './find-policy.ts'
import { ratePolicyOperations } from './rate-policies.ts'
import { usagePolicyOperations } from './usage-policies.ts'

export function policyOperations(ports: PolicyPorts): readonly Operation[] {
  return [...usagePolicyOperations(ports), ...ratePolicyOperations(ports), listAlerts]
}
