/** `gatehouse access review`: who can do what in which workspace, as a table or a file. */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import type { JsonObject } from '../../remote.ts'

const PATH = '/admin/access-review'
const PAGE_SIZE = 500
const FILTERS = ['type', 'search', 'workspace', 'permission'] as const

export async function reviewAccess(call: Call): Promise<void> {
  const to = call.text('to')
  if (to !== null) return writeFile(call, to)
  if (call.text('format') !== null) throw usageError('--format needs --to.', 'access review')
  // Here, --workspace is a filter. The key decides what may be read.
  const remote = call.remote().within(null)
  const rows: JsonObject[] = []
  let cursor: unknown = null
  do {
    const query = {
      ...filtersIn(call),
      page_size: String(PAGE_SIZE),
      ...(cursor !== null && { cursor: String(cursor) }),
    }
    const page = await remote.get(PATH, query)
    rows.push(...(page['data'] as readonly JsonObject[]))
    cursor = page['next_cursor']
    call.output.progress(`Reading grants: ${rows.length}`)
  } while (cursor !== null)
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['WHO', (row) => String(row['subject_name'])],
        ['TYPE', (row) => String(row['subject_type']).replace('_', ' ')],
        ['WORKSPACE', (row) => String(row['workspace_name'] ?? 'all')],
        ['ROLE', (row) => String(row['role_name'] ?? row['role'] ?? '-')],
        ['GRANT', grantWords],
        ['PERMISSIONS', (row) => String((row['permissions'] as readonly string[]).length)],
        ['STATUS', (row) => String(row['status'])],
        ['LAST USED', (row) => String(row['last_used_at'] ?? 'never').slice(0, 10)],
      ],
      'No grants match.',
    ),
  )
}

async function writeFile(call: Call, to: string): Promise<void> {
  const format = call.text('format') ?? (to.endsWith('.json') ? 'json' : 'csv')
  const response = await call
    .remote()
    .within(null)
    .open(`${PATH}/export`, { ...filtersIn(call), format })
  const target = to === '-' ? process.stdout : createWriteStream(to)
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length
    if (!target.write(chunk)) await once(target, 'drain')
  }
  if (to === '-') return
  target.end()
  await once(target, 'finish')
  call.output.data({ file: to, format, size_bytes: sizeBytes }, () => `${to}: ${sizeBytes} bytes.`)
}

function filtersIn(call: Call): Record<string, string> {
  const given = FILTERS.map((name) => [name, call.text(name)] as const)
  return Object.fromEntries(given.filter((pair): pair is [(typeof pair)[0], string] => pair[1] !== null))
}

function grantWords(row: JsonObject): string {
  const groups = row['groups'] as readonly string[]
  const words = String(row['grant']).replaceAll('_', ' ')
  return groups.length === 0 ? words : `${words}: ${groups.join(', ')}`
}
