/** Partial operations. Partials are versioned template fragments that prompts include. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Prompt, PromptContent } from '../../core/prompts/prompts.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { pageFrom } from '../page-wire.ts'
import { newSlug, slugTaken } from '../slug.ts'
import { namedVersion, requireNamed, requirePrompt, requireVersion } from './find-prompt.ts'
import {
  createBody,
  partialDetail,
  partialRow,
  partialVersion,
  toDetail,
  toRow,
  toVersion,
  updateBody,
} from './partial-wire.ts'
import { inWorkspace, promptPageQuery, readQuery } from './prompt-wire.ts'
import { announce, newVersion, type PromptPorts, targetOf } from './save-prompt.ts'

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

/** A partial has only a text; the other fields of a prompt are empty. */
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
    summary: 'Create a partial',
    description: 'The first version is published immediately.',
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
        await claimId(principal, stores, { kind: 'partial', id: body.id, home })
        const description = body.version_description ?? null
        const made = {
          id: body.version_id,
          content: contentOf(body.string),
          number: 1,
          description,
          kind: 'partial' as const,
          ownSlug: slug,
        }
        const version = await newVersion(made, home, stores, call, ports)
        const partial: Prompt = {
          id: body.id ?? crypto.randomUUID(),
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
  query: z.object({ ...promptPageQuery, search: z.string().min(1).max(128).optional() }),
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
  summary: 'Read a partial',
  description: 'Returns the published version. Append @latest or @<number> to the id to read another one.',
  permission: { scope: 'prompts.read' },
  query: readQuery,
  reply: partialDetail,
  async handle({ reach, params, query, stores }) {
    const named = namedVersion(params['id'] ?? '', query.version)
    const { prompt, version } = await requireNamed(stores, reach, named, 'partial')
    return toDetail(prompt, version)
  },
})

function updatePartial(ports: PromptPorts): Operation {
  return endpoint({
    name: 'prompt_partials.update',
    method: 'PUT',
    path: '/prompts/partials/{id}',
    summary: 'Update a partial',
    description: 'New text creates a version that is not published yet.',
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
        const made =
          body.string === undefined
            ? null
            : { id: body.version_id, content: contentOf(body.string), number: latest.number + 1 }
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
  summary: 'Delete a partial',
  description: 'Fails if prompts or partials include it, unless `force` is true.',
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
    ...(await stores.prompts.usingPartial(workspaceId, slug)).map((prompt) => `prompt ${prompt.slug} (${prompt.name})`),
    ...(await stores.partials.usingPartial(workspaceId, slug)).map((one) => `partial ${one.slug} (${one.name})`),
  ]
  if (users.length === 0) return
  throw new GatewayError('in_use', {
    param: 'id',
    message: `The partial ${slug} is in use by ${users.slice(0, 3).join(', ')}.`,
    hint: 'Update the resources listed in details first, or send force=true.',
    details: users,
  })
}

function partialVersionOperations(ports: PromptPorts): readonly Operation[] {
  return [listVersions, publish(ports)]
}

const listVersions = endpoint({
  name: 'prompt_partials.versions.list',
  method: 'GET',
  path: '/prompts/partials/{id}/versions',
  summary: 'List the versions of a partial',
  description: 'Newest first.',
  permission: { scope: 'prompts.read' },
  query: z.object(promptPageQuery),
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
        // A partial that this version includes may now include this partial.
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
