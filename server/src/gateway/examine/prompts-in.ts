/** The prompts a config names: which virtual key each brings along, and which of them do not exist. */

import { namedPrompts } from '../../config/saved/prompt-targets.ts'
import type { ConfigObject } from '../../config/schema.ts'
import type { ConfigHome, ConfigProblem } from '../../core/configs/config-examiner.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'

export type PromptFinder = {
  /** Refuses an unknown name, version or label with what there is. */
  find(home: ConfigHome, reference: string): Awaitable<{ readonly content: { readonly virtualKey: string | null } }>
}

export type PromptsIn = {
  readonly virtualKeys: ReadonlyMap<string, string | null>
  readonly problems: readonly ConfigProblem[]
}

export async function promptsIn(config: ConfigObject, home: ConfigHome, prompts: PromptFinder): Promise<PromptsIn> {
  const virtualKeys = new Map<string, string | null>()
  const problems: ConfigProblem[] = []
  for (const { reference, path } of namedPrompts(config)) {
    try {
      if (!virtualKeys.has(reference))
        virtualKeys.set(reference, (await prompts.find(home, reference)).content.virtualKey)
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'prompt_unknown') throw error
      const { message, hint } = error
      problems.push({ code: 'config_reference_unknown', path, message: `${path}: ${message}`, hint })
    }
  }
  return { virtualKeys, problems }
}
