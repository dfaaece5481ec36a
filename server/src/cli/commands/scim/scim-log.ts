/** `gatehouse scim log`: the last SCIM requests. */

import type { Call } from '../../command.ts'
import { objectsOf } from '../../remote.ts'

const SHOWN = 100

export async function listScimRequests(call: Call): Promise<void> {
  const filter = call.has('failed') ? { result: 'failed' } : {}
  const page = await call.remote().get('/admin/scim-log', { page_size: SHOWN, ...filter })
  const rows = objectsOf(page['data'])
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['TIME', (row) => String(row['created_at'])],
        ['STATUS', (row) => Number(row['status'])],
        ['METHOD', (row) => String(row['method'])],
        ['PATH', (row) => String(row['path'])],
        ['NAME', (row) => String(row['resource_name'] ?? '')],
        ['KEY', (row) => String(row['key_name'])],
        ['ERROR', (row) => String(row['error'] ?? '')],
      ],
      'No SCIM requests in the last 7 days.',
    ),
  )
}
