/** Exports prompts to files and imports them again without loss, for example to keep them in a repository. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Prompt, PromptVersion } from '../../core/prompts/prompts.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { claimId, givenId } from '../given-id.ts'
import { newSlug } from '../slug.ts'
import { labelsOf, requirePrompt, requireVersion } from './find-prompt.ts'
import { contentOf, contentOnWire, inWorkspace, promptName, toDetail, versionFields } from './prompt-wire.ts'
import { announce, collectionFor, newVersion, type PromptPorts, targetOf } from './save-prompt.ts'
import { placeLabel } from './versions.ts'

const FORMAT = 'gatehouse-prompt/1'
const MAX_VERSIONS = 1_000

const { version_description: description, ...contentFields } = versionFields

const fileVersion = z.strictObject({
  id: givenId,
  number: z.int().min(1),
  description,
  labels: z.array(z.string().min(1).max(128)).max(50),
  ...contentFields,
})

const file = {
  format: z.literal(FORMAT),
  slug: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .describe('The identifier used in requests. Generated if omitted.'),
  name: promptName,
  published: z.int().min(1),
  versions: z.array(fileVersion).min(1).max(MAX_VERSIONS).describe('Numbered from 1 without gaps.'),
}

const importBody = z.strictObject({
  ...file,
  id: givenId,
  slug: file.slug.optional(),
  update: z
    .boolean()
    .optional()
    .describe('`true` adds new versions to the existing prompt with this slug. Existing versions must match the file.'),
  collection_id: z.string().max(128).optional(),
  workspace_id: z.string().optional(),
})

type PromptFile = z.infer<typeof importBody>
type ImportCall = OperationCall<unknown, PromptFile>

export function transferOperations(ports: PromptPorts): readonly Operation[] {
  return [exportPrompt, importPrompt(ports)]
}

const exportPrompt = endpoint({
  name: 'prompts.export',
  method: 'GET',
  path: '/prompts/{id}/export',
  summary: 'Export a prompt with all its versions',
  permission: { scope: 'prompts.read' },
  query: inWorkspace,
  reply: z.object({ ...file, versions: z.array(z.record(z.string(), z.unknown())) }),
  async handle({ reach, params, stores, setHeader }) {
    const prompt = await requirePrompt(stores, reach, params['id'] ?? '', 'prompt')
    setHeader('content-disposition', `attachment; filename="${prompt.slug}.json"`)
    return fileOf(stores, prompt)
  },
})

async function fileOf(stores: Stores, prompt: Prompt) {
  const { rows } = await stores.prompts.versions(prompt.id, { currentPage: 0, pageSize: prompt.latestNumber })
  const labels = await labelsOf(stores, prompt, 'prompt')
  const versions = rows.toReversed().map((version) => ({
    number: version.number,
    description: version.description,
    labels: labels
      .filter((label) => label.number === version.number)
      .map((label) => label.name)
      .sort(),
    ...contentOnWire(version.content),
  }))
  return {
    format: FORMAT as typeof FORMAT,
    slug: prompt.slug,
    name: prompt.name,
    published: prompt.publishedNumber,
    versions,
  }
}

function importPrompt(ports: PromptPorts): Operation {
  return endpoint({
    name: 'prompts.import',
    method: 'POST',
    path: '/prompts/import',
    summary: 'Import a prompt',
    permission: { scope: 'prompts.create' },
    audit: 'prompt.import',
    body: importBody,
    reply: z.object({
      id: z.string(),
      slug: z.string(),
      version_id: z.string(),
      versions_added: z.number(),
      object: z.literal('prompt'),
    }),
    example: {
      body: {
        format: FORMAT,
        name: 'Greeting from a file',
        published: 1,
        versions: [
          {
            number: 1,
            description: null,
            labels: ['production'],
            string: 'Say hello to {{name}}.',
            parameters: {},
            model: 'mock',
            virtual_key: null,
            functions: null,
            tools: null,
            tool_choice: null,
            template_metadata: null,
            is_raw_template: 0,
          },
        ],
      },
    },
    async handle(call) {
      refuseGaps(call.body)
      return call.change(async (stores) => {
        const { body, reach, workspaceId } = call
        const home = { organisationId: reach.organisationId, workspaceId }
        const found = body.slug === undefined ? undefined : await stores.prompts.find(home, body.slug)
        if (found && body.update !== true) throw taken(found.slug)
        if (found && !call.principal.holds('prompts.update', workspaceId))
          throw new GatewayError('scope_missing', {
            message: 'Adding versions to a prompt needs the scope prompts.update.',
          })
        const { prompt, added } = found ? await addTo(found, stores, call, ports) : await make(stores, call, ports)
        for (const version of body.versions) await label(stores, prompt, version)
        const latest = await requireVersion(stores, prompt, String(prompt.latestNumber), 'prompt')
        call.note({ ...targetOf(prompt), after: toDetail(prompt, latest, []) })
        announce(call, workspaceId)
        const { id, slug } = prompt
        return { id, slug, version_id: latest.id, versions_added: added, object: 'prompt' as const }
      })
    },
  })
}

async function make(stores: Stores, call: ImportCall, ports: PromptPorts) {
  const { body, reach, workspaceId, principal, nowMs } = call
  const home = { organisationId: reach.organisationId, workspaceId }
  await claimId(principal, stores, { kind: 'prompt', id: body.id, home })
  const versions: PromptVersion[] = []
  for (const version of body.versions) versions.push(await newVersion(versionOf(version), home, stores, call, ports))
  const prompt: Prompt = {
    id: body.id ?? crypto.randomUUID(),
    ...home,
    slug: body.slug ?? newSlug('pp', body.name),
    name: body.name,
    collectionId: await collectionFor(stores, home, body.collection_id),
    latestNumber: versions.length,
    publishedNumber: body.published,
    createdBy: principal.id,
    updatedBy: principal.id,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  await stores.prompts.insert(prompt, versions)
  return { prompt, added: versions.length }
}

async function addTo(before: Prompt, stores: Stores, call: ImportCall, ports: PromptPorts) {
  const { body, principal, nowMs } = call
  for (const version of body.versions) {
    const { content } = versionOf(version)
    const known = await stores.prompts.findVersion(before.id, String(version.number))
    if (known && !Bun.deepEquals(known.content, content)) {
      throw new GatewayError('conflict', {
        param: `versions[${version.number - 1}]`,
        message: `Version ${version.number} of ${before.slug} differs from the file, and saved versions cannot be changed.`,
        hint: 'Give the version in the file the next number, or omit slug to create a new prompt.',
      })
    }
    if (!known)
      await stores.prompts.addVersion(before.id, await newVersion(versionOf(version), before, stores, call, ports))
  }
  const prompt: Prompt = {
    ...before,
    name: body.name,
    collectionId:
      body.collection_id === undefined ? before.collectionId : await collectionFor(stores, before, body.collection_id),
    latestNumber: Math.max(before.latestNumber, body.versions.length),
    publishedNumber: body.published,
    updatedBy: principal.id,
    updatedAtMs: nowMs,
  }
  await stores.prompts.update(prompt)
  return { prompt, added: prompt.latestNumber - before.latestNumber }
}

async function label(
  stores: Stores,
  prompt: Prompt,
  { number, labels }: PromptFile['versions'][number],
): Promise<void> {
  if (labels.length === 0) return
  const version = await requireVersion(stores, prompt, String(number), 'prompt')
  for (const name of labels) await placeLabel(stores, prompt, version, name)
}

function versionOf({ id, number, description: about, labels: _, ...fields }: PromptFile['versions'][number]) {
  return { id, content: contentOf(fields, null), number, description: about, kind: 'prompt' as const, ownSlug: null }
}

function refuseGaps({ versions, published }: PromptFile): void {
  const wrong = versions.findIndex((version, i) => version.number !== i + 1)
  if (wrong < 0 && published <= versions.length) return
  throw new GatewayError('invalid_body', {
    param: wrong < 0 ? 'published' : `versions[${wrong}].number`,
    message:
      wrong < 0
        ? `published: the file has no version ${published}.`
        : `versions[${wrong}].number: versions must be numbered from 1 without gaps.`,
  })
}

function taken(slug: string): GatewayError {
  return new GatewayError('conflict', {
    param: 'slug',
    message: `A prompt ${slug} already exists in this workspace.`,
    hint: 'Omit slug to create a new prompt, or send "update": true to add the new versions of the file.',
  })
}
