/** Functions shared by creating, updating and importing prompts. */

import { GatewayError } from '../../core/errors.ts'
import type { PromptTemplates, PromptWorkspace } from '../../core/prompts/prompt-templates.ts'
import type { Prompt, PromptContent, PromptVersion } from '../../core/prompts/prompts.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import type { OperationCall } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import type { PromptKind } from './find-prompt.ts'

export type PromptPorts = { readonly workshop: PromptTemplates }

type Author = { readonly principal: Principal; readonly nowMs: number }

/** Call it inside the transaction, so that partials and virtual keys of the version still exist when it is saved. */
export async function newVersion(
  made: {
    readonly id?: string | undefined
    readonly content: PromptContent
    readonly number: number
    readonly description: string | null
    readonly kind: PromptKind
    readonly ownSlug: string | null
  },
  home: PromptWorkspace,
  stores: Stores,
  { principal, nowMs }: Author,
  { workshop }: PromptPorts,
): Promise<PromptVersion> {
  const { id, content, number, description, kind, ownSlug } = made
  const param = kind === 'prompt' ? `versions[${number - 1}].id` : 'version_id'
  await claimId(principal, stores, { kind: `${kind} version`, id, home, param })
  await requireVirtualKey(stores, home, content.virtualKey)
  const partials = await workshop.check(content, { kind, ownSlug }, home, stores)
  return {
    id: id ?? crypto.randomUUID(),
    number,
    content,
    description,
    partials,
    createdBy: principal.id,
    createdAtMs: nowMs,
  }
}

async function requireVirtualKey(
  stores: Stores,
  { organisationId, workspaceId }: PromptWorkspace,
  slug: string | null,
): Promise<void> {
  if (slug === null) return
  const key = await stores.virtualKeys.find({ organisationId, workspaceId }, slug)
  if (key?.slug === slug) return
  throw new GatewayError('virtual_key_unknown', {
    param: 'virtual_key',
    message: key
      ? 'virtual_key: must be the slug of a virtual key, not its id.'
      : 'virtual_key: no virtual key with this slug exists in this workspace.',
    hint: key ? `Send ${key.slug}.` : 'GET /v1/virtual-keys lists them. Omit it to let requests select the provider.',
  })
}

/** The id of the requested collection, or of the default one. */
export async function collectionFor(
  stores: Stores,
  { organisationId, workspaceId }: PromptWorkspace,
  idOrSlug: string | undefined,
): Promise<string> {
  if (idOrSlug === undefined) return (await stores.collections.findDefault(workspaceId)).id
  const found = await stores.collections.find({ organisationId, workspaceId }, idOrSlug)
  if (found) return found.id
  throw new GatewayError('invalid_body', {
    param: 'collection_id',
    message: 'collection_id: no collection with this id exists in this workspace.',
    hint: 'GET /v1/collections lists them. Omit it for the default collection.',
  })
}

export function targetOf({ id, name, workspaceId }: Prompt) {
  return { id, name, workspaceId }
}

export function announce(call: Pick<OperationCall<unknown, unknown>, 'announce'>, workspaceId: string): void {
  call.announce({ kind: 'prompt', workspaceId })
}
