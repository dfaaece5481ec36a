/** Filters of logs and usage: from flags to the names the admin API knows. */

import type { Call } from '../../command.ts'
import { readPair, readTime } from '../../input/read-amount.ts'

const NAMES: Readonly<Record<string, string>> = {
  status: 'status_code',
  model: 'ai_model',
  provider: 'provider',
  'virtual-key': 'virtual_keys',
  config: 'configs',
  trace: 'trace_id',
}

export function logFilter(call: Call): Record<string, string> {
  const filter: Record<string, string> = {}
  for (const [flag, name] of Object.entries(NAMES)) {
    const value = call.text(flag)
    if (value !== null) filter[name] = value
  }
  const pairs = call.texts('metadata').map((pair) => readPair('metadata', pair))
  if (pairs.length > 0) filter['metadata'] = JSON.stringify(Object.fromEntries(pairs))
  const [since, until] = [call.text('since'), call.text('until')]
  if (since !== null) filter['time_of_generation_min'] = readTime('since', since, -1)
  if (until !== null) filter['time_of_generation_max'] = readTime('until', until, -1)
  return filter
}
