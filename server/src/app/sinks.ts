/** Starts the delivery of logs to sinks. */

import { version } from '../../../package.json'
import type { EgressPolicy } from '../egress/policy.ts'
import { logWarning } from '../observe/log.ts'
import { findProvider, providerSlugs } from '../providers/registry.ts'
import { journalDirectoryOf } from '../records/records.ts'
import type { GatehouseSettings } from '../settings.ts'
import { type RunningSinkDelivery, startSinkDelivery } from '../sinks/sink-delivery.ts'
import { journalKeyOf } from './body-keys.ts'
import type { OpenStores } from './open-stores.ts'

const REPORT_EVERY_MS = 5_000
const FIRST_WAIT_MS = 1_000

/** Call in the process that owns the journal. It also delivers the segments that it adopts from workers. */
export function startSinks(
  settings: GatehouseSettings,
  { control, vault, changes }: OpenStores,
  policy: EgressPolicy,
): RunningSinkDelivery {
  const { sinks, sinkProgress } = control.stores
  const delivery = startSinkDelivery({
    sinks,
    progress: sinkProgress,
    vault,
    filterOf: async (sink) => {
      const { sinkFilter } = await import('../control/sinks/sink-filter.ts')
      return sinkFilter(sink, sink.selection.filter ?? '')
    },
    start: {
      journalDirectory: journalDirectoryOf(settings.dataDirectory),
      // Needed even if encryption is off now: older frames may be encrypted.
      journalKey: journalKeyOf(vault),
      policy,
      connectTimeoutMs: settings.connectTimeoutMs,
      backlogBytes: settings.sinkBacklogBytes,
      maxAgeMs: null,
      firstWaitMs: FIRST_WAIT_MS,
      reportEveryMs: REPORT_EVERY_MS,
      version,
      providerNames: providerNames(),
    },
    onProblem: (message) => logWarning('sinks', message),
  })
  // Refreshes after any change by another node: reading the enabled sinks is one small query.
  changes?.onChange(() => delivery.refresh())
  return delivery
}

/** The worker gets the names instead of loading all providers. */
function providerNames(): Record<string, string> {
  const entries = providerSlugs().map((slug) => [slug, findProvider(slug)?.telemetryName ?? slug] as const)
  return Object.fromEntries(entries.filter(([slug, name]) => slug !== name))
}
