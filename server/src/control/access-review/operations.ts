/** Access review operations: list and export who has access to what. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { AccessCursor } from '../../core/stores/access-review.ts'
import { findScope } from '../access/scopes.ts'
import { csvLine } from '../csv.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { filterOf, type GrantOnWire, grantSchema, readCursor, reviewFilters, writeCursor } from './grant-wire.ts'
import { Grants } from './list-grants.ts'

const permission = { scope: 'access_review.read' }
const MAX_PAGE = 500
/** Rows per read, and reads per call. With a `permission` filter, a page may be empty although more pages follow. */
const ROWS_PER_READ = 500
const MAX_READS = 10

const reviewQuery = z.object(reviewFilters)
type ReviewCall = OperationCall<z.infer<typeof reviewQuery>, null>

export function accessReviewOperations(): readonly Operation[] {
  return [listGrants, exportGrants]
}

const listGrants = endpoint({
  name: 'access-review.list',
  method: 'GET',
  path: '/admin/access-review',
  summary: 'List who has access to what',
  description:
    'One row for each role of a user, API key and workload issuer. Organisation roles come first, then roles in workspaces, API keys and workload issuers. A page can have fewer rows than `page_size` although more follow.',
  permission,
  query: z.object({
    ...reviewFilters,
    cursor: z.string().max(512).optional().meta({ description: '`next_cursor` of the previous page.' }),
    page_size: z.coerce.number().int('must be a whole number').min(1).max(MAX_PAGE).default(100),
  }),
  reply: z.object({
    object: z.literal('list'),
    data: z.array(grantSchema),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  }),
  example: { query: { page_size: '50' } },
  async handle(call) {
    const grants = await grantsOf(call)
    const data: GrantOnWire[] = []
    let from = readCursor(call.query.cursor)
    for (let i = 0; i < MAX_READS; i++) {
      // Reads no more rows than the page can still hold, because the cursor continues after the last row that was read.
      const { grants: found, next } = await grants.read(from, call.query.page_size - data.length)
      data.push(...found)
      from = next
      if (next === null || data.length === call.query.page_size) break
    }
    return { object: 'list' as const, data, next_cursor: from && writeCursor(from) }
  },
})

const exportGrants = endpoint({
  name: 'access-review.export',
  method: 'GET',
  path: '/admin/access-review/export',
  summary: 'Export who has access to what',
  permission,
  query: z.object({ ...reviewFilters, format: z.enum(['csv', 'json']).default('csv') }),
  reply: { contentType: 'text/csv', about: 'One row for each grant. `format=json` returns a JSON array.' },
  example: { query: { format: 'csv' } },
  async handle(call) {
    const { format } = call.query
    const grants = await grantsOf(call)
    return new Response(format === 'csv' ? csvOf(grants) : jsonOf(grants), {
      headers: {
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="access-review.${format}"`,
      },
    })
  },
})

async function grantsOf({ query, reach, stores, nowMs }: ReviewCall): Promise<Grants> {
  const { organisationId } = reach
  if (query.permission !== undefined && findScope(query.permission) === undefined)
    throw new GatewayError('invalid_parameter', {
      param: 'permission',
      message: `permission: ${JSON.stringify(query.permission.slice(0, 64).toWellFormed())} is not a scope.`,
      hint: 'GET /v1/scopes lists all scopes.',
    })
  const workspace =
    query.workspace === undefined ? undefined : await stores.workspaces.find(organisationId, query.workspace)
  if (query.workspace !== undefined && workspace === undefined)
    throw new GatewayError('workspace_unknown', { param: 'workspace', hint: 'GET /v1/admin/workspaces lists them.' })
  return new Grants(stores, organisationId, filterOf(query, workspace?.id), query.permission ?? null, nowMs)
}

const COLUMNS = Object.keys(grantSchema.shape).filter((name) => name !== 'object') as (keyof GrantOnWire)[]

function csvOf(grants: Grants): ReadableStream<Uint8Array> {
  const cell = (value: unknown) => (Array.isArray(value) ? value.join(' ') : value)
  const lineOf = (grant: GrantOnWire) => csvLine(COLUMNS.map((name) => cell(grant[name])))
  return streamOf(grants, csvLine(COLUMNS), (rows) => rows.map(lineOf).join(''), '')
}

function jsonOf(grants: Grants): ReadableStream<Uint8Array> {
  let isFirst = true
  const textOf = (rows: readonly GrantOnWire[]) => {
    const text = rows.map((grant) => JSON.stringify(grant)).join(',\n')
    const separator = isFirst || text === '' ? '' : ',\n'
    if (text !== '') isFirst = false
    return separator + text
  }
  return streamOf(grants, '[\n', textOf, '\n]\n')
}

/** One read per pull, so that a slow client keeps only one batch in memory. */
function streamOf(
  grants: Grants,
  head: string,
  textOf: (rows: readonly GrantOnWire[]) => string,
  tail: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let from: AccessCursor | null = null
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const { grants: rows, next }: Awaited<ReturnType<Grants['read']>> = await grants.read(from, ROWS_PER_READ)
      from = next
      controller.enqueue(encoder.encode(textOf(rows) + (next === null ? tail : '')))
      if (next === null) controller.close()
    },
  })
}
