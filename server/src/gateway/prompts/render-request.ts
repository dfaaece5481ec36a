/** Renders a saved prompt with the variables of a request to a completion request. */

import type { JsonObject } from '../../core/body/json-text.ts'
import type { PromptContent } from '../../core/prompts/prompts.ts'
import { type CompiledPrompt, refuseTooLarge } from '../../prompts/compile-prompt.ts'
import { type PartialFinder, Rendering } from '../../prompts/rendering.ts'
import { requestOf, requestText, variablesOf } from './prompt-request.ts'

export type RenderedRequest = {
  readonly params: JsonObject
  readonly bytes: Uint8Array
  readonly warning: string | null
}

/** `body` is parsed from `bytes`, the caller's body. Throws PartialNeeded if `findPartial` does not know a partial. */
export function renderRequest(
  content: PromptContent,
  compiled: CompiledPrompt,
  body: JsonObject,
  bytes: Uint8Array,
  findPartial: PartialFinder,
): RenderedRequest {
  const rendering = new Rendering(variablesOf(body), findPartial)
  const params = requestOf(content, compiled.kind, compiled.render(rendering), body)
  const text = requestText(params, bytes)
  refuseTooLarge(text)
  return { params, bytes: Buffer.from(text), warning: rendering.warning }
}
