/** Finds the prompts that a config names. Reports unknown prompts and those that leave a target without a provider. */

import { namedPrompts } from '../../config/saved/prompt-targets.ts'
import type { ConfigObject } from '../../config/schema.ts'
import type { ConfigProblem, ConfigWorkspace } from '../../core/configs/config-examiner.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { PromptContent } from '../../core/prompts/prompts.ts'
import { decodedPart } from '../../core/request-url.ts'
import { didYouMean } from '../../core/suggest.ts'
import { readReference } from '../../prompts/reference.ts'
import type { SizedPrompt } from './bound-call.ts'

export type ExaminedPrompt = SizedPrompt & Pick<PromptContent, 'virtualKey'>

export type PromptFinder = {
  /** Throws if the name, version or label is unknown. The error lists the known names, versions or labels. */
  find(home: ConfigWorkspace, reference: string): Awaitable<{ readonly content: ExaminedPrompt }>
  /** Prompts of the workspace, for suggestions. */
  slugs(home: ConfigWorkspace): Promise<readonly string[]>
}

export type PromptsIn = {
  /** By reference, as written in the config. */
  readonly contents: ReadonlyMap<string, ExaminedPrompt>
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly string[]
}

export async function promptsIn(
  config: ConfigObject,
  home: ConfigWorkspace,
  prompts: PromptFinder,
): Promise<PromptsIn> {
  const contents = new Map<string, ExaminedPrompt>()
  const problems: ConfigProblem[] = []
  const warnings: string[] = []
  for (const { reference, path, isAlone } of namedPrompts(config)) {
    const content = contents.get(reference) ?? (await findOrTell(home, reference, path, prompts))
    if ('code' in content) {
      problems.push(content)
      continue
    }
    contents.set(reference, content)
    if (isAlone && content.virtualKey === null)
      warnings.push(
        `${path}: the prompt ${reference} has no virtual key, and the target names no provider: requests are refused until one of them does.`,
      )
  }
  return { contents, problems, warnings }
}

/** The prompt that the request's path names; null if it names none, or one that does not exist. */
export async function promptOfPath(
  pathname: string,
  home: ConfigWorkspace,
  prompts: PromptFinder,
): Promise<ExaminedPrompt | null> {
  const name = /^\/v1\/prompts\/([^/]+)\/completions$/.exec(pathname)?.[1]
  if (name === undefined) return null
  const found = await findOrTell(home, decodedPart(name), 'request.path', prompts)
  return 'code' in found ? null : found
}

async function findOrTell(
  home: ConfigWorkspace,
  reference: string,
  path: string,
  prompts: PromptFinder,
): Promise<ExaminedPrompt | ConfigProblem> {
  try {
    return (await prompts.find(home, reference)).content
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'prompt_unknown') throw error
    const { slug } = readReference(reference)
    const slugs = await prompts.slugs(home)
    const meant = slugs.includes(slug) ? '' : didYouMean(slug, slugs)
    return { code: 'config_reference_unknown', path, message: `${path}: ${error.message}${meant}`, hint: error.hint }
  }
}
