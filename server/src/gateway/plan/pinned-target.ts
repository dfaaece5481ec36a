/**
 * Pins a request to the target of an earlier one: only the provider that created a client secret or a call knows it.
 */

import type { Route, Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'

export type PinnedTarget = {
  readonly configPath: string
  /** Hash of the provider, its host, its settings and the virtual key: a saved config may have changed since. */
  readonly fingerprint: string
}

export function pinTo(target: Target): PinnedTarget {
  return { configPath: target.configPath, fingerprint: fingerprintOf(target) }
}

/** The route to the pinned target alone. Throws if the config no longer has it. */
export function routeTo(pinned: PinnedTarget, route: Route): Route {
  const same = targetsOf(route).filter((target) => fingerprintOf(target) === pinned.fingerprint)
  const target = same.find(({ configPath }) => configPath === pinned.configPath) ?? same[0]
  if (target !== undefined) return { kind: 'target', target }
  throw new GatewayError('api_key_invalid', {
    param: pinned.configPath,
    message: 'The config no longer has the target that issued the client secret or created the call.',
    hint: 'Create a new one.',
  })
}

export function targetsOf(route: Route): readonly Target[] {
  return route.kind === 'target' ? [route.target] : route.routes.flatMap(targetsOf)
}

function fingerprintOf({ provider, customHost, settings, credential }: Target): string {
  const slug = credential.kind === 'virtual_key' ? credential.slug : null
  const parts = JSON.stringify([provider.slug, customHost, settings, slug])
  return Bun.CryptoHasher.hash('sha256', parts, 'base64')
}
