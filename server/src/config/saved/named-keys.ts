/** Finds the virtual keys that a config refers to, with their config paths. */

import { isObject } from '../../core/json.ts'
import { slugOf } from '../../core/stores/virtual-keys.ts'
import { LIST_NAMES } from '../guardrails/guardrail-keys.ts'
import { type Path, pathText } from '../problems.ts'
import type { ConfigObject } from '../schema.ts'
import { splitModel } from './split-model.ts'

export type NamedKey = {
  readonly slug: string
  readonly path: string
  /** False if it may be a model name (`@cf/meta/llama`): it is one unless a virtual key with this slug exists. */
  readonly isCertain: boolean
}

export function namedKeys(config: ConfigObject, path: Path = []): NamedKey[] {
  const found: NamedKey[] = []
  const add = (slug: string, isCertain: boolean, ...keys: string[]) =>
    found.push({ slug, isCertain, path: pathText([...path, ...keys]) })
  if (config.strategy === undefined) {
    const own = splitModel(config.override_params?.['model'])
    if (config.virtual_key !== undefined) add(slugOf(config.virtual_key), true, 'virtual_key')
    if (config.provider?.startsWith('@')) add(slugOf(config.provider), true, 'provider')
    if (config.provider === undefined && config.virtual_key === undefined && own !== null) {
      add(own.slug, path.length > 0 && config.passthrough !== true, 'override_params', 'model')
    }
  }
  for (const [i, target] of (config.targets ?? []).entries()) {
    found.push(...namedKeys(target, [...path, 'targets', i]))
  }
  return found
}

/** Slugs or ids of the virtual keys that checks of inline guardrails send requests with. */
export function checkKeys(config: ConfigObject): string[] {
  const own = LIST_NAMES.flatMap((name) => keysIn(config[name]))
  return [...own, ...(config.targets ?? []).flatMap(checkKeys)]
}

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'virtual_key' && typeof inner === 'string' ? [slugOf(inner)] : keysIn(inner),
  )
}
