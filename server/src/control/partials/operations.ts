/** Partials: pieces of templates that prompts share, in versions of their own (contract 4.5). */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Prompt, PromptContent } from '../../core/prompts/prompts.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom } from '../page-wire.ts'
import { requireNamed, requirePrompt, requireVersion } from '../prompts/find-prompt.ts'
import { inWorkspace, pageQuery } from '../prompts/prompt-wire.ts'
import { announce, newVersion, type PromptPorts, targetOf } from '../prompts/save-prompt.ts'
import { newSlug, slugTaken } from '../slug.ts'
import { createBody, partialDetail, partialRow, toDetail, toRow, updateBody } from './partial-wire.ts'
import { partialVersionOperations } from './versions.ts'

export function partialOperations(ports: PromptPorts): readonly Operation[] {
  return [
    createPartial(ports),
    listPartials,
    readPartial,
    updatePartial(ports),
    deletePartial,
    ...partialVersionOperations(ports),
  ]
}

/** A partial is only text; the rest of what a prompt has stays empty. */
function contentOf(string: string): PromptContent {
  return {
    string,
    parameters: {},
    model: null,
    virtualKey: null,
    functions: null,
    tools: null,
    toolChoice: null,
    templateMetadata: null,
    isRaw: false,
  }
}

function createPartial(ports: PromptPorts): Operation {
  return endpoint({
    name: 'prompt_partials.create',
    method: 'POST',
    path: '/prompts/partials',
    summary: 'Save a partial; its first version is published',
    permission: { scope: 'prompts.create' },
    audit: 'prompt_partial.create',
    body: createBody,
    reply: z.object({ id: z.string(), slug: z.string(), version_id: z.string(), object: z.literal('partial') }),
    example: { body: { name: 'Tone', string: 'Be kind to {{name}}.' } },
    async handle(call) {
      const { body, reach, workspaceId, principal, nowMs } = call
      const home = { organisationId: reach.organisationId, workspaceId }
      const slug = body.slug ?? newSlug('pp', body.name)
      return call.change(async (stores) => {
        if (body.slug !== undefined && (await stores.partials.find(home, body.slug))) throw slugTaken('partial', slug)
        const description = body.version_description ?? null
        const made = {
          content: contentOf(body.string),
          number: 1,
          description,
          kind: 'partial' as const,
          ownSlug: slug,
        }
        const version = await newVersion(made, home, stores, call, ports)
        const partial: Prompt = {
          id: crypto.randomUUID(),
          ...home,
          slug,
          name: body.name,
          collectionId: null,
          latestNumber: 1,
          publishedNumber: 1,
          createdBy: principal.id,
          updatedBy: principal.id,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        }
        await stores.partials.insert(partial, [version])
        call.note({ ...targetOf(partial), after: toDetail(partial, version) })
        announce(call, workspaceId)
        return { id: partial.id, slug, version_id: version.id, object: 'partial' as const }
      })
    },
  })
}

const listPartials = endpoint({
  name: 'prompt_partials.list',
  method: 'GET',
  path: '/prompts/partials',
  summary: 'List partials',
  permission: { scope: 'prompts.list' },
  query: z.object({ ...pageQuery, search: z.string().min(1).max(128).optional() }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(partialRow) }),
  example: {},
  async handle({ reach, query, stores }) {
    const page = pageFrom(query)
    const filter = query.search === undefined ? {} : { search: query.search }
    const { rows, total } = await stores.partials.list(reach, filter, page)
    return { object: 'list' as const, total, data: rows.map(toRow) }
  },
})

const readPartial = endpoint({
  name: 'prompt_partials.read',
  method: 'GET',
  path: '/prompts/partials/{id}',
  summary: 'Read a partial: its published version, or the one @latest or @<number> names',
  permission: { scope: 'prompts.read' },
  query: inWorkspace,
  reply: partialDetail,
  async handle({ reach, params, stores }) {
    const { prompt, version } = await requireNamed(stores, reach, params['id'] ?? '', 'partial')
    return toDetail(prompt, version)
  },
})

function updatePartial(ports: PromptPorts): Operation {
  return endpoint({
    name: 'prompt_partials.update',
    method: 'PUT',
    path: '/prompts/partials/{id}',
    summary: 'Change a partial: new text makes a new version, which is not published yet',
    permission: { scope: 'prompts.update' },
    audit: 'prompt_partial.update',
    query: inWorkspace,
    body: updateBody,
    reply: z.object({
      prompt_partial_version_id: z.string().optional(),
      prompt_partial_version: z.number().optional(),
    }),
    async handle(call) {
      const { body, params, reach, principal, nowMs } = call
      return call.change(async (stores) => {
        const before = await requirePrompt(stores, reach, params['id'] ?? '', 'partial')
        const latest = await requireVersion(stores, before, String(before.latestNumber), 'partial')
        const description = body.description ?? body.version_description ?? null
        const made = body.string === undefined ? null : { content: contentOf(body.string), number: latest.number + 1 }
        const about = { description, kind: 'partial' as const, ownSlug: before.slug }
        const version = made && (await newVersion({ ...made, ...about }, before, stores, call, ports))
        const after: Prompt = {
          ...before,
          name: body.name ?? before.name,
          latestNumber: version?.number ?? before.latestNumber,
          updatedBy: principal.id,
          updatedAtMs: nowMs,
        }
        await stores.partials.update(after)
        if (version) await stores.partials.addVersion(before.id, version)
        call.note({ ...targetOf(after), before: toDetail(before, latest), after: toDetail(after, version ?? latest) })
        announce(call, after.workspaceId)
        return version ? { prompt_partial_version_id: version.id, prompt_partial_version: version.number } : {}
      })
    },
  })
}

const deletePartial = endpoint({
  name: 'prompt_partials.delete',
  method: 'DELETE',
  path: '/prompts/partials/{id}',
  summary: 'Delete a partial that nothing uses any more',
  permission: { scope: 'prompts.delete' },
  audit: 'prompt_partial.delete',
  query: inWorkspace.extend({ force: z.enum(['true', 'false']).optional() }),
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const partial = await requirePrompt(stores, call.reach, call.params['id'] ?? '', 'partial')
      if (call.query.force !== 'true') await refuseInUse(stores, partial)
      const version = await requireVersion(stores, partial, String(partial.latestNumber), 'partial')
      await stores.partials.remove(partial.id)
      call.note({ ...targetOf(partial), before: toDetail(partial, version) })
      announce(call, partial.workspaceId)
      return {}
    })
  },
})

async function refuseInUse(stores: Stores, { workspaceId, slug }: Prompt): Promise<void> {
  const users = [
    ...(await stores.prompts.usingPartial(workspaceId, slug)).map((prompt) => `Prompt ${prompt.slug} (${prompt.name})`),
    ...(await stores.partials.usingPartial(workspaceId, slug)).map((one) => `Partial ${one.slug} (${one.name})`),
  ]
  if (users.length === 0) return
  throw new GatewayError('in_use', {
    param: 'id',
    message: `The partial ${slug} is still used: ${users.slice(0, 3).join(', ')}.`,
    hint: 'Change what the details name first, or send force=true.',
    details: users,
  })
}
