/** Filters for logs and usage: converts flags to the parameters of the admin API. */

import { readFilter, takeSince } from '../../../../../log-filter/filter-language.ts'
import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { readPair, readTime } from '../../input/read-amount.ts'

const NAMES: Readonly<Record<string, string>> = {
  status: 'status_code',
  model: 'ai_model',
  provider: 'provider',
  'virtual-key': 'virtual_keys',
  config: 'configs',
  trace: 'trace_id',
}

/** Combines the filter expression, as in the dashboard, with the flags. */
export function logFilter(call: Call): Record<string, string> {
  const filter: Record<string, string> = call.operands[0] === undefined ? {} : readLine(call.operands[0])
  for (const [flag, name] of Object.entries(NAMES)) {
    const value = call.text(flag)
    if (value !== null) filter[name] = value
  }
  const pairs = call.texts('metadata').map((pair) => readPair('metadata', pair))
  if (pairs.length > 0)
    filter['metadata'] = JSON.stringify({ ...metadataIn(filter['metadata']), ...Object.fromEntries(pairs) })
  const [since, until] = [call.text('since'), call.text('until')]
  if (since !== null) filter['time_of_generation_min'] = readTime('since', since, -1)
  if (until !== null) filter['time_of_generation_max'] = readTime('until', until, -1)
  return filter
}

/** Parses `status:5xx cost:>0.01 meta._user:ada since:7d`. Unknown terms are errors, never ignored. */
function readLine(text: string): Record<string, string> {
  const { text: line, range } = takeSince(text)
  const { terms, filters } = readFilter(line)
  const wrong = terms.find(({ problem }) => problem !== null)
  if (wrong?.problem) {
    const { message, instead } = wrong.problem
    throw usageError(`${wrong.text}: ${message}${instead === null ? '' : ` Did you mean ${instead}?`}`)
  }
  return { ...filters, ...(range !== null && { time_of_generation_min: readTime('since', range, -1) }) }
}

function metadataIn(text: string | undefined): object {
  const value: unknown = JSON.parse(text ?? '{}')
  return typeof value === 'object' && value !== null ? value : {}
}
