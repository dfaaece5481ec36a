/** Finds the workload issuer in the path, and announces and audits its changes. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { WorkloadIssuer } from '../../core/workload/workload-issuers.ts'
import type { OperationCall } from '../endpoint.ts'

export const PATH = '/admin/workload-issuers'
export const IN_WORKSPACE = z.object({ workspace_id: z.string().max(128).optional() })

type Call = OperationCall<unknown, unknown>

export async function requireIssuer({ reach, params }: Pick<Call, 'reach' | 'params'>, stores: Stores) {
  const id = params['id'] ?? ''
  const issuer = id.length > 128 ? undefined : await stores.workloadIssuers.find(reach, id)
  if (issuer) return issuer
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No workload issuer with this id exists.',
    hint: `GET /v1${PATH} lists them.`,
  })
}

export function noteIssuer(
  call: Pick<Call, 'note' | 'announce'>,
  { id, name, workspaceId }: WorkloadIssuer,
  states: { readonly before?: unknown; readonly after?: unknown },
): void {
  call.note({ id, name, workspaceId, ...states })
  call.announce({ kind: 'workload_issuer', issuerId: id })
}
