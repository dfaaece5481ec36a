/** `gatehouse usage`: totals of a period, overall and by group. */

import { didYouMean } from '../../../core/suggest.ts'
import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { span } from '../configs/timeline.ts'
import { logFilter } from './log-filter.ts'
import { costText } from './log-line.ts'

const MAX_GROUPS = 50
const METADATA = 'metadata.'
const GROUPS = [
  'model',
  'provider',
  'api_key',
  'virtual_key',
  'config',
  'prompt',
  'users',
  'status_code',
  'endpoint',
  'workspace',
]

export async function usage(call: Call): Promise<void> {
  const remote = call.remote()
  const by = call.text('by') ?? 'model'
  const path = groupPath(by)
  const filter = logFilter(call)
  const [analytics, groups] = await Promise.all([
    remote.get('/analytics/summary', filter),
    remote.get(`/analytics/groups/${path}`, { ...filter, page_size: MAX_GROUPS }),
  ])
  const rows = objectsOf(groups['data'])
  const summary = isObject(analytics['summary']) ? analytics['summary'] : {}
  call.output.data({ from: analytics['from'], to: analytics['to'], summary, by, groups: rows }, () =>
    [
      ...overall(analytics, summary),
      '',
      call.output.table(
        rows,
        [
          [by.toUpperCase(), (row) => String(nameOf(row, by) ?? '-')],
          ['REQUESTS', (row) => Number(row['requests'])],
          ['ERRORS', (row) => Number(row['errors'])],
          ['TOKENS', (row) => Number(row['tokens'])],
          ['COST', (row) => costText(row['cost'])],
          ['LATENCY', (row) => span(row['avg_latency'])],
        ],
        'No requests in this period.',
      ),
    ].join('\n'),
  )
}

/** `metadata.team` becomes the path metadata/team. */
function groupPath(by: string): string {
  if (by.startsWith(METADATA) && by.length > METADATA.length)
    return `metadata/${encodeURIComponent(by.slice(METADATA.length))}`
  if (GROUPS.includes(by)) return by
  throw usageError(
    `--by cannot be "${by}".${didYouMean(by, GROUPS)} Allowed values: ${GROUPS.join(', ')}, metadata.<key>.`,
    'usage',
  )
}

function overall(analytics: JsonObject, summary: JsonObject): readonly string[] {
  const part = (name: string): JsonObject => (isObject(summary[name]) ? summary[name] : {})
  const [cost, tokens, latency, cache] = [part('cost'), part('tokens'), part('latency'), part('cache')]
  const unpriced =
    Number(cost['unpriced_requests']) > 0 ? `, ${cost['unpriced_requests']} requests without a price` : ''
  const hits = Number(cache['simple_hits']) + Number(cache['semantic_hits'])
  return [
    `${String(analytics['from']).slice(0, 16)} to ${String(analytics['to']).slice(0, 16)} UTC`,
    `  requests  ${summary['requests']}, ${summary['errors']} errors, ${hits} from the cache`,
    `  tokens    ${tokens['total']} (${tokens['input']} in, ${tokens['output']} out)`,
    `  cost      ${costText(cost['total'])}${unpriced}`,
    `  latency   ${latency['p50'] === null ? '-' : `p50 ${span(latency['p50'])}, p99 ${span(latency['p99'])}`}`,
  ]
}

/** The member with the group value is named like the group or, for `users`, in the singular. */
function nameOf(row: JsonObject, by: string): unknown {
  return row[by] ?? row[by.replace(/s$/, '')] ?? row['metadata_value']
}
