/** Services for tests of remote checks: real network access, but no models. */

import type { EgressPolicy } from '../egress/policy.ts'
import { createEgress, type EgressOptions } from '../egress/send.ts'
import { LOCAL_POLICY } from '../egress/test-policy.ts'
import { guardrailServices } from './guardrail-services.ts'

export function networkServices(policy: Partial<EgressPolicy> = {}, options: EgressOptions = {}) {
  const egress = createEgress({ ...LOCAL_POLICY, ...policy }, { connectTimeoutMs: 120_000, ...options })
  const services = guardrailServices({
    egress,
    virtualKeys: { idOfIntegration: async () => undefined },
    inside: { post: () => Promise.reject(new Error('There are no models.')) },
  })
  return { services, [Symbol.dispose]: () => egress.close() }
}
