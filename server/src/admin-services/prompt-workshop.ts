/** Checks and renders saved prompts for the control plane. */

import { GatewayError } from '../core/errors.ts'
import type { PromptTemplates, PromptWorkspace, RenderedPrompt } from '../core/prompts/prompt-templates.ts'
import type { PromptContent, PromptStore } from '../core/prompts/prompts.ts'
import { PromptSession } from '../gateway/prompts/prompt-session.ts'
import { numberOf, type StoredPrompts } from '../gateway/prompts/stored-prompts.ts'
import { compilePrompt, partialsOf } from '../prompts/compile-prompt.ts'
import { parseTemplate } from '../prompts/parse-template.ts'
import { readReference } from '../prompts/reference.ts'

const MAX_PARTIALS_DEEP = 8
const MAX_LOOKED_AT = 200

type PartialSource = { readonly partials: Pick<PromptStore, 'find' | 'findVersion'> }

export class Workshop implements PromptTemplates {
  constructor(private readonly prompts: StoredPrompts) {}

  async check(
    { string, isRaw }: Pick<PromptContent, 'string' | 'isRaw'>,
    { kind, ownSlug }: { readonly kind: 'prompt' | 'partial'; readonly ownSlug: string | null },
    home: PromptWorkspace,
    stores: PartialSource,
  ): Promise<readonly string[]> {
    const named = kind === 'partial' ? partialsOf(parseTemplate(string).nodes) : compilePrompt(string, isRaw).partials
    await new PartialCheck(home, stores, ownSlug).follow(named, 1)
    return [...new Set(named.map((reference) => readReference(reference).slug))]
  }

  async render(
    home: PromptWorkspace,
    reference: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<RenderedPrompt> {
    const session = new PromptSession(this.prompts, home, body, Buffer.from(JSON.stringify(body)))
    const { slug, version, params, warning } = await session.call(reference)
    return { slug, version, request: params, warnings: warning === null ? [] : [warning] }
  }
}

/** Checks all partials that a template includes, even indirectly: each must exist, and none may include `ownSlug`. */
class PartialCheck {
  readonly #seen = new Set<string>()

  constructor(
    private readonly home: PromptWorkspace,
    private readonly stores: PartialSource,
    private readonly ownSlug: string | null,
  ) {}

  async follow(references: readonly string[], depth: number): Promise<void> {
    for (const reference of new Set(references)) {
      const { slug, suffix } = readReference(reference)
      if (slug === this.ownSlug) throw invalid(`The partial ${slug} would include itself`)
      if (depth > MAX_PARTIALS_DEEP) throw invalid(`Partials would nest more than ${MAX_PARTIALS_DEEP} deep`)
      const partial = slug.length > 128 ? undefined : await this.stores.partials.find(this.home, slug)
      const numbered = partial && partial.slug === slug ? numberOf(partial, suffix) : null
      const version = partial && numbered ? await this.stores.partials.findVersion(partial.id, numbered) : undefined
      if (!version) throw invalid(`There is no partial ${JSON.stringify(reference)} in this workspace`)
      // A version reached again on a longer path may still exceed the depth limit.
      const key = `${version.id} ${depth}`
      if (this.#seen.has(key)) continue
      this.#seen.add(key)
      if (this.#seen.size > MAX_LOOKED_AT) throw invalid(`The template includes more than ${MAX_LOOKED_AT} partials`)
      await this.follow(partialsOf(parseTemplate(version.content.string).nodes), depth + 1)
    }
  }
}

function invalid(what: string): GatewayError {
  return new GatewayError('template_invalid', {
    param: 'string',
    message: `${what}.`,
    hint: 'Name a partial by its slug, optionally followed by @latest or @<number>; GET /v1/prompts/partials lists them.',
  })
}
