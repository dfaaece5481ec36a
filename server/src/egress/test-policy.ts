/** The policy of a gateway that only this machine can reach: tests may call their own servers. */

import type { EgressPolicy } from './policy.ts'

export const LOCAL_POLICY: EgressPolicy = {
  isLoopbackOpen: true,
  trustedHosts: [],
  ownPorts: [],
  stores: [],
  mockOrigin: null,
}
