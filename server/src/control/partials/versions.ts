/** Partial version operations: list, publish. */

import { z } from 'zod'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom } from '../page-wire.ts'
import { requirePrompt, requireVersion } from '../prompts/find-prompt.ts'
import { inWorkspace, pageQuery } from '../prompts/prompt-wire.ts'
import { announce, type PromptPorts, targetOf } from '../prompts/save-prompt.ts'
import { partialVersion, toVersion } from './partial-wire.ts'

export function partialVersionOperations(ports: PromptPorts): readonly Operation[] {
  return [listVersions, publish(ports)]
}

const listVersions = endpoint({
  name: 'prompt_partials.versions.list',
  method: 'GET',
  path: '/prompts/partials/{id}/versions',
  summary: 'List the versions of a partial',
  description: 'Newest first.',
  permission: { scope: 'prompts.read' },
  query: z.object(pageQuery),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(partialVersion) }),
  async handle({ reach, params, query, stores }) {
    const partial = await requirePrompt(stores, reach, params['id'] ?? '', 'partial')
    const page = pageFrom(query)
    const { rows, total } = await stores.partials.versions(partial.id, page)
    return { object: 'list' as const, total, data: rows.map((version) => toVersion(partial, version)) }
  },
})

function publish({ workshop }: PromptPorts): Operation {
  return endpoint({
    name: 'prompt_partials.publish',
    method: 'PUT',
    path: '/prompts/partials/{id}/makeDefault',
    summary: 'Publish a version of a partial',
    description: 'Takes effect immediately in every prompt that includes the partial.',
    permission: { scope: 'prompts.publish' },
    audit: 'prompt_partial.publish',
    query: inWorkspace,
    body: z.strictObject({ version: z.int().min(1), workspace_id: z.string().optional() }),
    reply: z.object({}),
    async handle(call) {
      const { body, params, reach, principal, nowMs } = call
      return call.change(async (stores) => {
        const before = await requirePrompt(stores, reach, params['id'] ?? '', 'partial')
        const { number, content } = await requireVersion(stores, before, String(body.version), 'partial')
        // A partial that it includes may now include this one.
        await workshop.check(content, { kind: 'partial', ownSlug: before.slug }, before, stores)
        await stores.partials.update({
          ...before,
          publishedNumber: number,
          updatedBy: principal.id,
          updatedAtMs: nowMs,
        })
        call.note({
          ...targetOf(before),
          before: { published_version: before.publishedNumber },
          after: { published_version: number },
        })
        announce(call, before.workspaceId)
        return {}
      })
    },
  })
}
