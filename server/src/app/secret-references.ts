/** Opens the secret sources of the settings, for the credentials of virtual keys. */

import type { SecretSources } from '../core/secrets/source-settings.ts'
import { logWarning } from '../observe/log.ts'
import { openSources } from '../secrets/open-sources.ts'
import { SecretCache } from '../secrets/secret-cache.ts'
import type { GatehouseSettings } from '../settings.ts'

export function secretReferences(
  settings: Pick<GatehouseSettings, 'secretSources' | 'secretTtlMs' | 'secretStaleMs' | 'identities'>,
) {
  const { sources, close } = openSources(settings.secretSources, settings.identities)
  const cache = new SecretCache(
    {
      sources,
      workspacePaths: workspacePathsIn(settings.secretSources),
      onProblem: (message) => logWarning('secrets', message),
    },
    { ttlMs: settings.secretTtlMs, staleMs: Math.max(settings.secretTtlMs, settings.secretStaleMs) },
  )
  return {
    cache,
    async close(): Promise<void> {
      await cache.close()
      close()
    },
  }
}

function workspacePathsIn(sources: SecretSources) {
  return new Map(Object.entries(sources).map(([name, one]) => [name, one.workspace_paths] as const))
}
