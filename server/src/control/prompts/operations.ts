/** Prompt operations: create, list, read, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { PromptWorkspace } from '../../core/prompts/prompt-templates.ts'
import type { Prompt, PromptVersion } from '../../core/prompts/prompts.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { pageFrom, searchQuery } from '../page-wire.ts'
import { newSlug, slugTaken } from '../slug.ts'
import { authorsOf } from '../version-authors.ts'
import { detailOf, labelsOf, namedVersion, requireNamed, requirePrompt, requireVersion } from './find-prompt.ts'
import {
  contentOf,
  createBody,
  inWorkspace,
  promptDetail,
  promptPageQuery,
  promptRow,
  readQuery,
  toDetail,
  toRow,
  updateBody,
  type VersionFields,
  versionFields,
} from './prompt-wire.ts'
import { renderPrompt } from './render.ts'
import { announce, collectionFor, newVersion, type PromptPorts, targetOf } from './save-prompt.ts'
import { transferOperations } from './transfer.ts'
import { versionOperations } from './versions.ts'

const EXAMPLE = {
  name: 'Greeting',
  string: [
    { role: 'system', content: 'You greet people in {{language}}.' },
    { role: 'user', content: 'Greet {{name}}.' },
  ],
  parameters: { temperature: 0.2 },
  model: 'mock',
}

export function promptOperations(ports: PromptPorts): readonly Operation[] {
  return [
    createPrompt(ports),
    listPrompts,
    readPrompt,
    updatePrompt(ports),
    deletePrompt,
    ...versionOperations(),
    renderPrompt(ports),
    ...transferOperations(ports),
  ]
}

function createPrompt(ports: PromptPorts): Operation {
  return endpoint({
    name: 'prompts.create',
    method: 'POST',
    path: '/prompts',
    summary: 'Create a prompt',
    description: 'The first version is published immediately.',
    permission: { scope: 'prompts.create' },
    audit: 'prompt.create',
    body: createBody,
    reply: z.object({ id: z.string(), slug: z.string(), version_id: z.string(), object: z.literal('prompt') }),
    example: { body: EXAMPLE },
    async handle(call) {
      const { body, principal, nowMs } = call
      return call.change(async (stores) => {
        const home = await homeOf(call, stores)
        if (body.slug !== undefined && (await stores.prompts.find(home, body.slug)))
          throw slugTaken('prompt', body.slug)
        const made = {
          content: contentOf(body, null),
          number: 1,
          description: body.version_description ?? null,
          kind: 'prompt' as const,
          ownSlug: null,
        }
        const version = await newVersion(made, home, stores, call, ports)
        const prompt: Prompt = {
          id: crypto.randomUUID(),
          ...home,
          slug: body.slug ?? newSlug('pp', body.name),
          name: body.name,
          collectionId: await collectionFor(stores, home, body.collection_id),
          latestNumber: 1,
          publishedNumber: 1,
          createdBy: principal.id,
          updatedBy: principal.id,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        }
        await stores.prompts.insert(prompt, [version])
        call.note({ ...targetOf(prompt), after: toDetail(prompt, version, []) })
        announce(call, home.workspaceId)
        return { id: prompt.id, slug: prompt.slug, version_id: version.id, object: 'prompt' as const }
      })
    },
  })
}

/** An Admin key that names no workspace creates the prompt in the workspace of the collection. */
async function homeOf(
  { body, reach, workspaceId }: OperationCall<unknown, z.infer<typeof createBody>>,
  stores: Stores,
): Promise<PromptWorkspace> {
  const { organisationId } = reach
  const named = reach.workspaceId === null ? body.collection_id : undefined
  const collection = named === undefined ? undefined : await stores.collections.find(reach, named)
  return { organisationId, workspaceId: collection?.workspaceId ?? workspaceId }
}

const listPrompts = endpoint({
  name: 'prompts.list',
  method: 'GET',
  path: '/prompts',
  summary: 'List prompts',
  permission: { scope: 'prompts.list' },
  query: z.object({
    ...promptPageQuery,
    collection_id: z.string().max(128).optional(),
    search: searchQuery,
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(promptRow) }),
  example: {},
  async handle({ reach, query, stores }) {
    const { collection_id: named, search } = query
    const collection = named === undefined ? undefined : await stores.collections.find(reach, named)
    const filter = {
      ...(named !== undefined && { collectionId: collection?.id ?? '' }),
      ...(search !== undefined && { search }),
    }
    const page = pageFrom(query)
    const { rows, total } = await stores.prompts.list(reach, filter, page)
    return { object: 'list' as const, total, data: rows.map(toRow) }
  },
})

const readPrompt = endpoint({
  name: 'prompts.read',
  method: 'GET',
  path: '/prompts/{id}',
  summary: 'Read a prompt',
  description: 'Returns the published version. Append @latest, @<number> or @<label> to the id to read another one.',
  permission: { scope: 'prompts.read' },
  query: readQuery,
  reply: promptDetail,
  async handle({ reach, params, query, stores }) {
    const named = namedVersion(params['id'] ?? '', query.version)
    const { prompt, version, labels } = await requireNamed(stores, reach, named, 'prompt')
    return detailOf(stores, prompt, version, labels)
  },
})

function updatePrompt(ports: PromptPorts): Operation {
  return endpoint({
    name: 'prompts.update',
    method: 'PUT',
    path: '/prompts/{id}',
    summary: 'Update a prompt',
    description: 'Changing the template or its parameters creates a version that is not published yet.',
    permission: { scope: 'prompts.update' },
    audit: 'prompt.update',
    query: inWorkspace,
    body: updateBody,
    reply: z.object({
      id: z.string().optional(),
      slug: z.string().optional(),
      prompt_version_id: z.string().optional(),
      prompt_version: z.number().optional(),
    }),
    async handle(call) {
      const { body, params, reach, principal, nowMs } = call
      return call.change(async (stores) => {
        const before = await requirePrompt(stores, reach, params['id'] ?? '', 'prompt')
        const latest = await requireVersion(stores, before, String(before.latestNumber), 'prompt')
        await refuseStale(stores, before, latest, body.base_version)
        const made = isVersion(body) ? versionFrom(body, latest) : null
        const version = made && (await newVersion(made, before, stores, call, ports))
        const after: Prompt = {
          ...before,
          name: body.name ?? before.name,
          collectionId:
            body.collection_id === undefined
              ? before.collectionId
              : await collectionFor(stores, before, body.collection_id),
          latestNumber: version?.number ?? before.latestNumber,
          updatedBy: principal.id,
          updatedAtMs: nowMs,
        }
        await stores.prompts.update(after)
        if (version) await stores.prompts.addVersion(before.id, version)
        const labels = await labelsOf(stores, after, 'prompt')
        call.note({
          ...targetOf(after),
          before: toDetail(before, latest, labels),
          after: toDetail(after, version ?? latest, labels),
        })
        announce(call, after.workspaceId)
        if (!version) return {}
        const { id, slug } = after
        return { id, slug, prompt_version_id: version.id, prompt_version: version.number }
      })
    },
  })
}

/** Rejects the update if the edited version is no longer the latest, so that concurrent edits are not overwritten. */
async function refuseStale(
  stores: Stores,
  prompt: Prompt,
  latest: PromptVersion,
  baseVersion: number | undefined,
): Promise<void> {
  if (baseVersion === undefined || baseVersion === latest.number) return
  const author = (await authorsOf(stores, prompt, [latest])).get(latest.createdBy)
  const by = author === undefined ? '' : ` by ${author}`
  throw new GatewayError('conflict', {
    param: 'base_version',
    message: `The prompt was changed${by} after you read it. Its latest version is ${latest.number}, not ${baseVersion}.`,
    hint: `Compare with GET /v1/prompts/${prompt.slug}/versions/${latest.number}, then send "base_version": ${latest.number}.`,
  })
}

/** Some clients send `parameters: null` with every change. This field alone creates no version. */
function isVersion({ parameters, ...others }: VersionFields): boolean {
  const sent: VersionFields = { ...others, ...(parameters !== null && { parameters }) }
  return (Object.keys(versionFields) as (keyof VersionFields)[]).some((key) => sent[key] !== undefined)
}

function versionFrom(body: VersionFields & { patch?: boolean | undefined }, latest: PromptVersion) {
  const before = body.patch === true ? latest : null
  const string = body.string ?? before?.content.string
  if (string === undefined) {
    throw new GatewayError('invalid_body', {
      param: 'string',
      message: 'string is missing. A new version contains only the fields that you send.',
      hint: 'Send string and parameters, or "patch": true to keep the other fields of the latest version.',
    })
  }
  return {
    content: contentOf({ ...body, string }, before?.content ?? null),
    number: latest.number + 1,
    description: body.version_description ?? null,
    kind: 'prompt' as const,
    ownSlug: null,
  }
}

const deletePrompt = endpoint({
  name: 'prompts.delete',
  method: 'DELETE',
  path: '/prompts/{id}',
  summary: 'Delete a prompt and all its versions',
  permission: { scope: 'prompts.delete' },
  audit: 'prompt.delete',
  query: inWorkspace,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const prompt = await requirePrompt(stores, call.reach, call.params['id'] ?? '', 'prompt')
      const version = await requireVersion(stores, prompt, String(prompt.latestNumber), 'prompt')
      await stores.prompts.remove(prompt.id)
      call.note({ ...targetOf(prompt), before: toDetail(prompt, version, []) })
      announce(call, prompt.workspaceId)
      return {}
    })
  },
})
