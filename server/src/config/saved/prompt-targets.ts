/** Configs on prompt routes: a prompt's own virtual key wins over what the config says beside it (decisions, Prompts). */

import { type Path, pathText } from '../problems.ts'
import type { ConfigObject } from '../schema.ts'

type NamedPrompt = {
  readonly reference: string
  readonly path: string
  /** Its target names neither a provider nor a virtual key, and takes none from the request. */
  readonly isAlone: boolean
}

/** The prompts its targets name, and where. */
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
 * The config with each prompt's virtual key in the place of whatever its target calls. `keyOf` is asked for the prompt a
 * target names, and with null for a config that is itself the only target; null from it changes nothing.
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
