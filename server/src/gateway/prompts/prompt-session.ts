/** The prompts of one request. Each is resolved once, so that publishing a new version meanwhile never mixes two versions. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { GatewayError } from '../../core/errors.ts'
import type { PromptHome } from '../../core/prompts/prompt-workshop.ts'
import { refuseTooLarge } from '../../prompts/compile-prompt.ts'
import type { Template } from '../../prompts/parse-template.ts'
import { PartialNeeded, Rendering, type Variables } from '../../prompts/rendering.ts'
import { requestOf, requestText, variablesOf } from './prompt-request.ts'
import type { LivePrompt, StoredPrompts } from './stored-prompts.ts'

const MAX_PARTIALS = 100

export type PromptCall = {
  readonly slug: string
  readonly version: number
  readonly virtualKey: string | null
  readonly kind: 'chat' | 'text'
  readonly params: JsonObject
  readonly bytes: Uint8Array
  readonly warning: string | null
}

/** The prompts of one request. */
export type PromptRun = {
  readonly session: PromptSession
  /** The prompt of the path. */
  readonly main: PromptCall
  /** The prompts that targets of the config name, by their ids. */
  readonly ofTargets: Map<string, PromptCall>
}

export class PromptSession {
  readonly #variables: Variables
  readonly #partials = new Map<string, Template>()

  /** `body` is parsed from `bytes`, the caller's body. */
  constructor(
    private readonly prompts: StoredPrompts,
    private readonly home: PromptHome,
    private readonly body: JsonObject,
    private readonly bytes: Uint8Array,
  ) {
    this.#variables = variablesOf(body)
  }

  async call(reference: string): Promise<PromptCall> {
    const live = await this.prompts.find(this.home, reference)
    const { rendered, warning } = await this.#render(live)
    const { slug, version, content, compiled } = live
    const params = requestOf(content, compiled.kind, rendered, this.body)
    const text = requestText(params, this.bytes)
    refuseTooLarge(text)
    return {
      slug,
      version,
      virtualKey: content.virtualKey,
      kind: compiled.kind,
      params,
      bytes: Buffer.from(text),
      warning,
    }
  }

  async #render({ compiled }: LivePrompt): Promise<{ rendered: unknown; warning: string | null }> {
    for (;;) {
      const rendering = new Rendering(this.#variables, (reference) => this.#partial(reference))
      try {
        return { rendered: compiled.render(rendering), warning: rendering.warning }
      } catch (error) {
        if (!(error instanceof PartialNeeded)) throw error
        if (this.#partials.size >= MAX_PARTIALS) {
          throw new GatewayError('template_limit', {
            param: 'variables',
            message: `The prompt uses more than ${MAX_PARTIALS} different partials.`,
          })
        }
        // Rendering is synchronous: a missing partial is loaded, then rendering starts again.
        this.#partials.set(error.reference, await this.prompts.partial(this.home, error.reference))
      }
    }
  }

  #partial(reference: string): Template | undefined {
    const pinned = this.#partials.get(reference)
    if (pinned) return pinned
    const known = this.prompts.peekPartial(this.home, reference)
    if (known && this.#partials.size < MAX_PARTIALS) this.#partials.set(reference, known)
    return known
  }
}
