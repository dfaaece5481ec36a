/** Loads on-demand code at startup if file descriptors are scarce. */

import { loadChecks } from '../guardrails/checks-on-demand.ts'
import { areDescriptorsScarce } from './http/descriptor-guard.ts'

/**
 * Bun permanently caches a module as missing if no file descriptor was free to open it. If a burst of connections could
 * use up all descriptors, everything is loaded before the first request.
 */
export async function loadIfDescriptorsAreScarce(): Promise<void> {
  if (!areDescriptorsScarce()) return
  await loadChecks()
  // This module imports the code of all sockets.
  await import('../gateway/sockets/webrtc-call.ts')
  await import('../gateway/admit/workload/verify-signature.ts')
  // For background jobs. The other code of these jobs is part of the control plane.
  await import('../control/exports/write-export.ts')
}
