/** Which virtual keys a config names, and where. */

import { type Path, pathText } from '../problems.ts'
import type { ConfigObject } from '../schema.ts'
import { splitModel } from './split-model.ts'

export type NamedKey = {
  readonly slug: string
  readonly path: string
  /** False for what may be a model's own name (`@cf/meta/llama`): without a virtual key of that name it is one. */
  readonly isCertain: boolean
}

export function namedKeys(config: ConfigObject, path: Path = []): NamedKey[] {
  const found: NamedKey[] = []
  const add = (slug: string, isCertain: boolean, ...keys: string[]) =>
    found.push({ slug, isCertain, path: pathText([...path, ...keys]) })
  if (config.strategy === undefined) {
    const own = splitModel(config.override_params?.['model'])
    if (config.virtual_key !== undefined) add(slugOf(config.virtual_key), true, 'virtual_key')
    else if (config.provider?.startsWith('@')) add(slugOf(config.provider), true, 'provider')
    else if (config.provider === undefined && own !== null) {
      add(own.slug, path.length > 0 && config.passthrough !== true, 'override_params', 'model')
    }
  }
  for (const [i, target] of (config.targets ?? []).entries()) {
    found.push(...namedKeys(target, [...path, 'targets', i]))
  }
  return found
}

/** `team`, `@team` and `@team/gpt` all name the virtual key `team`. */
export function slugOf(name: string): string {
  return (name.startsWith('@') ? name.slice(1) : name).split('/', 1)[0]!
}
