/** Prompt version operations: list, read, label, publish. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Prompt } from '../../core/prompts/prompts.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom } from '../page-wire.ts'
import { authorsOf } from '../version-authors.ts'
import { detailOf, labelsOf, requirePrompt, requireVersion } from './find-prompt.ts'
import { authorOnWire, inWorkspace, promptDetail, promptPageQuery, toVersion, versionRow } from './prompt-wire.ts'
import { announce, targetOf } from './save-prompt.ts'

export function versionOperations(): readonly Operation[] {
  return [listVersions, readVersion, labelVersion, publish]
}

const listVersions = endpoint({
  name: 'prompts.versions.list',
  method: 'GET',
  path: '/prompts/{id}/versions',
  summary: 'List the versions of a prompt',
  description: 'Newest first.',
  permission: { scope: 'prompts.read' },
  query: z.object(promptPageQuery),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(versionRow) }),
  async handle({ reach, params, query, stores }) {
    const prompt = await requirePrompt(stores, reach, params['id'] ?? '', 'prompt')
    const page = pageFrom(query)
    const { rows, total } = await stores.prompts.versions(prompt.id, page)
    const labels = await labelsOf(stores, prompt, 'prompt')
    const authors = await authorsOf(stores, prompt, rows)
    const data = rows.map((version) => ({ ...toVersion(prompt, version, labels), ...authorOnWire(version, authors) }))
    return { object: 'list' as const, total, data }
  },
})

const readVersion = endpoint({
  name: 'prompts.versions.read',
  method: 'GET',
  path: '/prompts/{id}/versions/{version}',
  summary: 'Read one version of a prompt',
  description: '`version` is its number or id.',
  permission: { scope: 'prompts.read' },
  query: inWorkspace,
  reply: promptDetail,
  async handle({ reach, params, stores }) {
    const prompt = await requirePrompt(stores, reach, params['id'] ?? '', 'prompt')
    const version = await requireVersion(stores, prompt, params['version'] ?? '', 'prompt')
    return detailOf(stores, prompt, version, await labelsOf(stores, prompt, 'prompt'))
  },
})

const labelVersion = endpoint({
  name: 'prompts.versions.label',
  method: 'PUT',
  path: '/prompts/{id}/versions/{version}',
  summary: 'Label a version of a prompt',
  description: 'The labels are removed from other versions of the prompt.',
  permission: { scope: 'prompts.update' },
  audit: 'prompt.label',
  query: inWorkspace,
  body: z
    .strictObject({
      label_id: z
        .string()
        .min(1)
        .max(128)
        .nullable()
        .optional()
        .describe('Id or name of a label to add. Null removes all labels of the version.'),
      label_ids: z
        .array(z.string().min(1).max(128))
        .max(50)
        .optional()
        .describe('Ids or names of all labels of the version.'),
      workspace_id: z.string().optional(),
    })
    .refine((body) => (body.label_id === undefined) !== (body.label_ids === undefined), 'send label_id or label_ids'),
  reply: z.object({}),
  async handle(call) {
    const { body, params, reach } = call
    return call.change(async (stores) => {
      const prompt = await requirePrompt(stores, reach, params['id'] ?? '', 'prompt')
      const version = await requireVersion(stores, prompt, params['version'] ?? '', 'prompt')
      const before = toVersion(prompt, version, await labelsOf(stores, prompt, 'prompt'))
      if (body.label_ids !== undefined || body.label_id === null) await stores.prompts.clearLabels(version.id)
      for (const name of body.label_ids ?? (body.label_id ? [body.label_id] : []))
        await placeLabel(stores, prompt, version, name)
      const after = toVersion(prompt, version, await labelsOf(stores, prompt, 'prompt'))
      call.note({ ...targetOf(prompt), before, after })
      announce(call, prompt.workspaceId)
      return {}
    })
  },
})

export async function placeLabel(
  stores: Stores,
  prompt: Prompt,
  version: { readonly id: string; readonly number: number },
  idOrName: string,
): Promise<void> {
  const home: Reach = { organisationId: prompt.organisationId, workspaceId: prompt.workspaceId }
  const label = await stores.labels.find(home, idOrName)
  if (!label) {
    throw new GatewayError('invalid_body', {
      param: 'label_id',
      message: 'label_id: no label with this id or name exists in this workspace.',
      hint: 'GET /v1/labels lists them.',
    })
  }
  await stores.prompts.setLabel(prompt.id, { labelId: label.id, versionId: version.id, number: version.number })
}

const publish = endpoint({
  name: 'prompts.publish',
  method: 'PUT',
  path: '/prompts/{id}/makeDefault',
  summary: 'Publish a version of a prompt',
  permission: { scope: 'prompts.publish' },
  audit: 'prompt.publish',
  query: inWorkspace,
  body: z.strictObject({ version: z.int().min(1), workspace_id: z.string().optional() }),
  reply: z.object({}),
  async handle(call) {
    const { body, params, reach, principal, nowMs } = call
    return call.change(async (stores) => {
      const before = await requirePrompt(stores, reach, params['id'] ?? '', 'prompt')
      const { number } = await requireVersion(stores, before, String(body.version), 'prompt')
      await stores.prompts.update({ ...before, publishedNumber: number, updatedBy: principal.id, updatedAtMs: nowMs })
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
