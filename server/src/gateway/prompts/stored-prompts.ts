/** Saved prompts and partials in memory, compiled once per version. SQL is queried only on a miss. */

import { LRUCache } from 'lru-cache'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { LabelStore } from '../../core/prompts/labels.ts'
import type { PromptWorkspace } from '../../core/prompts/prompt-templates.ts'
import type { Prompt, PromptContent, PromptStore, PromptVersion } from '../../core/prompts/prompts.ts'
import { type CompiledPrompt, compilePrompt } from '../../prompts/compile-prompt.ts'
import { parseTemplate, type Template } from '../../prompts/parse-template.ts'
import { readReference } from '../../prompts/reference.ts'

const MAX_CACHED_LENGTH = 64 * 1024 * 1024
/** The minimum size of an entry: about ten thousand fit. With `max`, lru-cache would allocate all slots at once. */
const ENTRY_SIZE = 6 * 1024
const MAX_LISTED = 20
/** Longer names do not exist, so they are neither queried nor cached. */
const MAX_NAME = 256

export type LivePrompt = {
  readonly slug: string
  readonly version: number
  readonly content: PromptContent
  readonly compiled: CompiledPrompt
}

type PromptSource = {
  readonly stores: {
    readonly prompts: Pick<PromptStore, 'find' | 'findVersion' | 'labels' | 'list'>
    readonly partials: Pick<PromptStore, 'find' | 'findVersion'>
    readonly labels: Pick<LabelStore, 'named'>
  }
}

export class StoredPrompts {
  readonly #prompts = new LRUCache<string, LivePrompt>(sizedBy((prompt) => prompt.content.string.length))
  readonly #partials = new LRUCache<string, { readonly template: Template; readonly length: number }>(
    sizedBy(({ length }) => length),
  )
  /** By version id. Versions never change, so entries need no invalidation. */
  readonly #compiled = new LRUCache<string, { readonly compiled: CompiledPrompt; readonly length: number }>(
    sizedBy(({ length }) => length),
  )
  #revision = 0

  constructor(private readonly control: PromptSource) {}

  /** Synchronous if the prompt is cached. The error for an unknown name lists prompts of the workspace. */
  find(home: PromptWorkspace, reference: string): Awaitable<LivePrompt> {
    return this.#prompts.get(`${home.workspaceId}\0${reference}`) ?? this.#load(home, reference)
  }

  partial(home: PromptWorkspace, reference: string): Awaitable<Template> {
    return this.#partials.get(`${home.workspaceId}\0${reference}`)?.template ?? this.#loadPartial(home, reference)
  }

  /** Undefined if the partial is not in memory. */
  peekPartial(home: PromptWorkspace, reference: string): Template | undefined {
    return this.#partials.get(`${home.workspaceId}\0${reference}`)?.template
  }

  /** Call after a prompt, partial or label of the workspace has changed. */
  forget(workspaceId: string): void {
    this.#revision++
    for (const cache of [this.#prompts, this.#partials])
      for (const key of cache.keys()) if (key.startsWith(`${workspaceId}\0`)) cache.delete(key)
  }

  forgetAll(): void {
    this.#revision++
    this.#prompts.clear()
    this.#partials.clear()
  }

  async #load(home: PromptWorkspace, reference: string): Promise<LivePrompt> {
    const revision = this.#revision
    const { prompts } = this.control.stores
    const { slug, suffix } = readReference(reference)
    const prompt = reference.length > MAX_NAME ? undefined : await prompts.find(home, slug).catch(unavailable)
    if (!prompt) throw await this.#unknownPrompt(home)
    const version = await this.#version(prompt, suffix)
    const { content, number } = version
    const live: LivePrompt = { slug: prompt.slug, version: number, content, compiled: this.#compile(version) }
    // A result read before a change must not be cached after it.
    if (revision === this.#revision) this.#prompts.set(`${home.workspaceId}\0${reference}`, live)
    return live
  }

  #compile({ id, content }: PromptVersion): CompiledPrompt {
    const known = this.#compiled.get(id)
    if (known) return known.compiled
    const compiled = compilePrompt(content.string, content.isRaw)
    this.#compiled.set(id, { compiled, length: content.string.length })
    return compiled
  }

  async #version(prompt: Prompt, suffix: string | null): Promise<PromptVersion> {
    const { prompts, labels } = this.control.stores
    const numbered = numberOf(prompt, suffix)
    const version = numbered === null ? undefined : await prompts.findVersion(prompt.id, numbered).catch(unavailable)
    if (version) return version
    const placed = await prompts.labels(prompt.id).catch(unavailable)
    const names = await labels.named(placed.map((label) => label.labelId)).catch(unavailable)
    const labelled = placed.find((label) => names.get(label.labelId) === suffix)
    const found = labelled && (await prompts.findVersion(prompt.id, String(labelled.number)).catch(unavailable))
    if (found) return found
    const { slug, latestNumber, publishedNumber } = prompt
    const shown = placed.map((label) => `${slug}@${names.get(label.labelId)} (version ${label.number})`)
    throw new GatewayError('prompt_unknown', {
      param: 'prompt_id',
      message: `The prompt ${slug} has no such version or label. It has versions 1 to ${latestNumber}; ${publishedNumber} is published${shown.length > 0 ? `, and ${shown.join(', ')}` : ''}.`,
      details: [slug, `${slug}@latest`, ...shown],
    })
  }

  async #unknownPrompt(home: PromptWorkspace): Promise<GatewayError> {
    const page = { currentPage: 0, pageSize: MAX_LISTED }
    const { rows, total } = await this.control.stores.prompts.list(home, {}, page).catch(unavailable)
    const more = total > rows.length ? `, and ${total - rows.length} more` : ''
    const known = total === 0 ? 'It has none yet.' : `It has ${rows.map(({ slug }) => slug).join(', ')}${more}.`
    return new GatewayError('prompt_unknown', {
      param: 'prompt_id',
      message: `No such prompt exists in this workspace. ${known}`,
      hint: total === 0 ? 'POST /v1/prompts creates one.' : 'Use one of those; GET /v1/prompts lists them all.',
      details: rows.map(({ slug, name }) => `${slug} (${name})`),
    })
  }

  async #loadPartial(home: PromptWorkspace, reference: string): Promise<Template> {
    const revision = this.#revision
    const { partials } = this.control.stores
    const { slug, suffix } = readReference(reference)
    const partial = reference.length > MAX_NAME ? undefined : await partials.find(home, slug).catch(unavailable)
    const numbered = partial && numberOf(partial, suffix)
    const version = partial && numbered && (await partials.findVersion(partial.id, numbered).catch(unavailable))
    if (!version) {
      throw new GatewayError('prompt_unknown', {
        param: 'variables',
        message: `The prompt uses the partial ${JSON.stringify(reference.slice(0, 128).toWellFormed())}, which does not exist in this workspace.`,
        hint: 'GET /v1/prompts/partials lists them.',
      })
    }
    const template = parseTemplate(version.content.string)
    const entry = { template, length: version.content.string.length }
    if (revision === this.#revision) this.#partials.set(`${home.workspaceId}\0${reference}`, entry)
    return template
  }
}

/** Null if the suffix can only be a label. */
export function numberOf(prompt: Prompt, suffix: string | null): string | null {
  if (suffix === null) return String(prompt.publishedNumber)
  if (suffix === 'latest') return String(prompt.latestNumber)
  return /^[0-9]+$/.test(suffix) ? suffix : null
}

function sizedBy<Entry>(lengthOf: (entry: Entry) => number) {
  return { maxSize: MAX_CACHED_LENGTH, sizeCalculation: (entry: Entry) => ENTRY_SIZE + 8 * lengthOf(entry) }
}

function unavailable(cause: unknown): never {
  throw new GatewayError('store_unavailable', { cause, message: 'The prompt cannot be looked up now.' })
}
