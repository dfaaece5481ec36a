/** Reads the filter of a sink: the filter language of logs without terms that need stored data. */

import { z } from 'zod'
import { readFilter } from '../../../../log-filter/filter-language.ts'
import { GatewayError } from '../../core/errors.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import type { Sink } from '../../core/sinks/sinks.ts'
import { filterOf, filterShape } from '../logs/log-filter-wire.ts'

const schema = z.strictObject(filterShape)
/** Terms without meaning at delivery: a log is sent soon after its request, so it has no feedback yet. */
const NOT_AT_DELIVERY: ReadonlySet<string> = new Set(['since', 'feedback'])

/** Throws if a term of the filter is invalid or has no effect. */
export function sinkFilter(home: Pick<Sink, 'organisationId' | 'workspaceId'>, text: string): LogFilter {
  const { terms, filters } = readFilter(text)
  for (const { text: written, name, problem } of terms) {
    if (problem !== null)
      throw refused(
        `"${written}": ${problem.message}${problem.instead === null ? '' : ` Did you mean ${problem.instead}?`}`,
      )
    if (NOT_AT_DELIVERY.has(name)) throw refused(`"${written}": sinks cannot filter by ${name}.`)
  }
  const read = schema.safeParse(filters)
  if (!read.success) throw refused(read.error.issues[0]?.message ?? 'invalid')
  return filterOf(home, read.data)
}

function refused(problem: string): GatewayError {
  return new GatewayError('invalid_body', {
    param: 'filter',
    message: `filter: ${problem}`,
    hint: 'Write filters as on the page Logs, such as status:5xx -model:gpt-4o.',
  })
}
