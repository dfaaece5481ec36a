/** Live circuit states of a config's targets. Reloads when the log stream reports requests; no polling. */

import { useEffect } from 'preact/hooks'
import { followLogs } from '../../../api/log-stream.ts'
import { loadBreakers } from '../../../app/load-breakers.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import type { Breaker } from './breaker-of.ts'

const CALM_MS = 300

/** `isNeeded`: whether any target has a circuit breaker. `slug`: the config to show. */
export function useBreakers(
  slug: string | null,
  isNeeded: boolean,
): { readonly breakers: readonly Breaker[]; readonly reload: () => void } {
  const id = workspaceId.value
  const resource = useResource(isNeeded && id ? `breakers ${id}` : null, () => loadBreakers<Breaker>())
  const { reload } = resource
  useEffect(() => {
    if (!isNeeded || id === undefined || !can('logs.list')) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const reloadSoon = () => {
      timer ??= setTimeout(() => {
        timer = null
        reload()
      }, CALM_MS)
    }
    const leave = followLogs({ query: { workspace_id: id }, onLogs: reloadSoon, onStored: reloadSoon })
    return () => {
      leave()
      if (timer !== null) clearTimeout(timer)
    }
  }, [isNeeded, id, reload])
  // Targets whose provider comes from the request have breakers without a config.
  const isOwn = ({ config, source }: Breaker) => source === 'inline' || (config?.slug === slug && config.is_newest)
  const own = resource.data?.filter((breaker) => breaker.workspace_id === id && isOwn(breaker)) ?? []
  useNextProbe(own, reload)
  return { breakers: own, reload }
}

/** Reloads when an open circuit becomes half-open, since no log announces it. */
function useNextProbe(breakers: readonly Breaker[], reload: () => void): void {
  const times = breakers.flatMap(({ state, retry_at: at }) => (state === 'open' && at !== null ? [Date.parse(at)] : []))
  const next = times.length === 0 ? null : Math.min(...times)
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(reload, Math.max(250, next - Date.now() + 50))
    return () => clearTimeout(timer)
  }, [next, reload])
}
