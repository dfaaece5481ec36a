/** Finds prompts, partials and versions. Objects of other workspaces are reported as not found. */

import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Prompt, PromptStore, PromptVersion } from '../../core/prompts/prompts.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { authorsOf } from '../version-authors.ts'
import { authorOnWire, type promptDetail, type ShownLabel, toDetail } from './prompt-wire.ts'

const MAX_NAME = 256

export type PromptKind = 'prompt' | 'partial'

function storeOf(stores: Stores, kind: PromptKind): PromptStore {
  return kind === 'prompt' ? stores.prompts : stores.partials
}

export async function requirePrompt(stores: Stores, reach: Reach, name: string, kind: PromptKind): Promise<Prompt> {
  const prompt = name.length > MAX_NAME ? undefined : await storeOf(stores, kind).find(reach, name)
  if (prompt) return prompt
  throw new GatewayError('not_found', {
    param: 'id',
    message: `No ${kind} with this slug or id exists.`,
    hint: `GET /v1/prompts${kind === 'partial' ? '/partials' : ''} lists them.`,
  })
}

export async function requireVersion(
  stores: Stores,
  prompt: Prompt,
  numberOrId: string,
  kind: PromptKind,
): Promise<PromptVersion> {
  const version =
    numberOrId.length > MAX_NAME ? undefined : await storeOf(stores, kind).findVersion(prompt.id, numberOrId)
  if (version) return version
  throw new GatewayError('not_found', {
    param: 'version',
    message: `This ${kind} has no such version. It has versions 1 to ${prompt.latestNumber}; ${prompt.publishedNumber} is published.`,
    hint: `GET /v1/prompts/${kind === 'partial' ? 'partials/' : ''}${prompt.slug}/versions lists them.`,
  })
}

/** `?version=2` means the same as `@2`. A version in the name takes precedence. */
export function namedVersion(name: string, version: string | undefined): string {
  return version === undefined || name.includes('@', 1) ? name : `${name}@${version}`
}

/** Resolves `slug@latest`, `slug@12` and `slug@label`. A slug alone means the published version. */
export async function requireNamed(
  stores: Stores,
  reach: Reach,
  name: string,
  kind: PromptKind,
): Promise<{ prompt: Prompt; version: PromptVersion; labels: readonly ShownLabel[] }> {
  const at = name.indexOf('@', 1)
  const suffix = at < 0 ? null : name.slice(at + 1)
  const prompt = await requirePrompt(stores, reach, at < 0 ? name : name.slice(0, at), kind)
  const labels = await labelsOf(stores, prompt, kind)
  const labelled = labels.find((label) => label.name === suffix)?.number
  const number =
    suffix === null ? prompt.publishedNumber : suffix === 'latest' ? prompt.latestNumber : (labelled ?? suffix)
  return { prompt, version: await requireVersion(stores, prompt, String(number), kind), labels }
}

/** A version with its author. */
export async function detailOf(
  stores: Stores,
  prompt: Prompt,
  version: PromptVersion,
  labels: readonly ShownLabel[],
): Promise<z.infer<typeof promptDetail>> {
  const author = authorOnWire(version, await authorsOf(stores, prompt, [version]))
  return {
    ...toDetail(prompt, version, labels),
    prompt_version_created_at: new Date(version.createdAtMs).toISOString(),
    prompt_version_created_by: author.created_by,
    prompt_version_created_by_name: author.created_by_name,
  }
}

export async function labelsOf(stores: Stores, prompt: Prompt, kind: PromptKind): Promise<readonly ShownLabel[]> {
  if (kind === 'partial') return []
  const placed = await stores.prompts.labels(prompt.id)
  const names = await stores.labels.named(placed.map((label) => label.labelId))
  return placed.map(({ labelId, number }) => ({ id: labelId, name: names.get(labelId) ?? '', number }))
}
