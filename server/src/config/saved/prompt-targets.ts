/** Applies the virtual keys of prompts to configs: on prompt routes, they replace the providers in the config. */

import { type Path, pathText } from '../problems.ts'
import type { ConfigObject } from '../schema.ts'

type NamedPrompt = {
  readonly reference: string
  readonly path: string
  /** True if the prompt's target is not the root config and names no provider or virtual key. */
  readonly isAlone: boolean
}

/** The prompts that targets refer to, with their config paths. */
export function namedPrompts(config: ConfigObject, path: Path = []): readonly NamedPrompt[] {
  const { strategy, prompt_id: reference, targets = [] } = config
  const isAlone = config.provider === undefined && config.virtual_key === undefined && path.length > 0
  const own =
    strategy === undefined && reference !== undefined
      ? [{ reference, path: pathText([...path, 'prompt_id']), isAlone }]
      : []
  return [...own, ...targets.flatMap((target, i) => namedPrompts(target, [...path, 'targets', i]))]
}

/**
 * Replaces each target's provider with the virtual key of its prompt. `keyOf` gets the target's prompt id, or null for
 * a root config that is itself the target; if it returns null, the target is not changed.
 */
export function withPromptKeys(
  config: ConfigObject,
  keyOf: (promptId: string | null, target: ConfigObject) => string | null,
  isRoot = true,
): ConfigObject {
  if (config.strategy !== undefined) {
    const targets = config.targets?.map((target) => withPromptKeys(target, keyOf, false))
    return Object.assign(Object.create(null), config, { targets })
  }
  const key = config.prompt_id === undefined && !isRoot ? null : keyOf(config.prompt_id ?? null, config)
  if (key === null) return config
  const called = { provider: undefined, api_key: undefined, Authorization: undefined, virtual_key: key }
  return Object.assign(Object.create(null), config, called)
}
