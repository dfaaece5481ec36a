/** The operation that lists the subjects whose tokens were used most recently. */

import { z } from 'zod'
import { MAX_SUBJECTS } from '../../core/workload/workload-issuers.ts'
import { endpoint } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { IN_WORKSPACE, PATH, requireIssuer } from './find-issuer.ts'

export const listSubjects = endpoint({
  name: 'workload-issuers.subjects.list',
  method: 'GET',
  path: `${PATH}/{id}/subjects`,
  summary: 'List the subjects of a workload issuer',
  description: `The ${MAX_SUBJECTS} subjects whose tokens were used last, latest first.`,
  permission: { scope: 'workload_issuers.read' },
  query: z.object({ ...IN_WORKSPACE.shape, ...pageQuery({ defaultSize: 100, maxSize: 1_000 }) }),
  reply: z.object({
    object: z.literal('list'),
    total: z.number(),
    data: z.array(
      z.object({
        object: z.literal('workload_subject'),
        subject: z.string(),
        last_used_at: z.string().describe('Accurate to a few seconds.'),
        last_used_ip: z.string(),
      }),
    ),
  }),
  async handle(call) {
    const issuer = await requireIssuer(call, call.stores)
    const { rows, total } = await call.stores.workloadSubjects.list(issuer.id, pageFrom(call.query))
    const data = rows.map(({ subject, lastUsedAtMs, lastUsedIp }) => ({
      object: 'workload_subject' as const,
      subject,
      last_used_at: new Date(lastUsedAtMs).toISOString(),
      last_used_ip: lastUsedIp,
    }))
    return { object: 'list' as const, total, data }
  },
})
