/**
 * The prompts of one request. Each partial is resolved once, so publishing during the request never mixes two versions.
 */

import type { JsonObject } from '../../core/body/json-text.ts'
import { GatewayError } from '../../core/errors.ts'
import type { PromptWorkspace } from '../../core/prompts/prompt-templates.ts'
import { partialsOf } from '../../prompts/compile-prompt.ts'
import type { Template } from '../../prompts/parse-template.ts'
import { PartialNeeded } from '../../prompts/rendering.ts'
import type { BodyFacts } from '../large/body-facts.ts'
import { variablesOf } from './prompt-request.ts'
import { renderRequest } from './render-request.ts'
import type { LivePrompt, StoredPrompts } from './stored-prompts.ts'

const MAX_PARTIALS = 100

export type PromptCall = {
  readonly slug: string
  readonly version: number
  readonly virtualKey: string | null
  readonly kind: 'chat' | 'text'
  readonly params: JsonObject
  /** Set if `params` is only the outline of a large request. */
  readonly facts: BodyFacts | null
  readonly bytes: Uint8Array
  readonly warning: string | null
}

type Rendered = Pick<PromptCall, 'params' | 'facts' | 'bytes' | 'warning'>

/** Renders the prompt of a large body in a worker. Resolves to the reference of a partial if that partial is missing. */
export type RenderElsewhere = (live: LivePrompt, partials: ReadonlyMap<string, Template>) => Promise<Rendered | string>

/** The rendered prompts of a request. */
export type PromptRun = {
  readonly session: PromptSession
  /** The prompt that the path names. */
  readonly main: PromptCall
  /** The prompts that targets of the config name, by their ids. */
  readonly ofTargets: Map<string, PromptCall>
}

export class PromptSession {
  readonly #partials = new Map<string, Template>()

  /** `body` is parsed from `bytes`, the caller's body. */
  constructor(
    private readonly prompts: StoredPrompts,
    private readonly home: PromptWorkspace,
    private readonly body: JsonObject,
    private readonly bytes: Uint8Array,
    private readonly renderElsewhere: RenderElsewhere | null = null,
  ) {
    variablesOf(body)
  }

  async call(reference: string): Promise<PromptCall> {
    const live = await this.prompts.find(this.home, reference)
    const { slug, version, content, compiled } = live
    if (this.renderElsewhere) await this.#fetchNamed(compiled.partials)
    for (;;) {
      const rendered = await this.#render(live)
      if (typeof rendered !== 'string')
        return { slug, version, virtualKey: content.virtualKey, kind: compiled.kind, ...rendered }
      this.#checkPartials()
      // Rendering is synchronous: the missing partial is loaded, then the rendering restarts.
      this.#partials.set(rendered, await this.prompts.partial(this.home, rendered))
    }
  }

  /** Resolves to the reference of a partial if that partial is missing. */
  async #render(live: LivePrompt): Promise<Rendered | string> {
    if (this.renderElsewhere) return this.renderElsewhere(live, this.#partials)
    const { content, compiled } = live
    try {
      const find = (reference: string) => this.#partial(reference)
      return { ...renderRequest(content, compiled, this.body, this.bytes, find), facts: null }
    } catch (error) {
      if (error instanceof PartialNeeded) return error.reference
      throw error
    }
  }

  /** Loads the partials that templates name, so that a large body is not parsed again for each of them. */
  async #fetchNamed(references: readonly string[]): Promise<void> {
    for (const reference of references) {
      if (this.#partials.has(reference) || this.#partials.size >= MAX_PARTIALS) continue
      let template: Template
      try {
        template = await this.prompts.partial(this.home, reference)
      } catch {
        // The rendering may not need this partial. If it does, loading it fails again with this error.
        continue
      }
      this.#partials.set(reference, template)
      await this.#fetchNamed(partialsOf(template.nodes))
    }
  }

  #checkPartials(): void {
    if (this.#partials.size < MAX_PARTIALS) return
    throw new GatewayError('template_limit', {
      param: 'variables',
      message: `The prompt uses more than ${MAX_PARTIALS} different partials.`,
    })
  }

  #partial(reference: string): Template | undefined {
    const pinned = this.#partials.get(reference)
    if (pinned) return pinned
    const known = this.prompts.peekPartial(this.home, reference)
    if (known && this.#partials.size < MAX_PARTIALS) this.#partials.set(reference, known)
    return known
  }
}
