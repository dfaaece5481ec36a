/** Gateway health as one status. Checked on navigation, when the tab is shown again and after failures; no timer. */

import { computed, signal } from '@preact/signals'
import { connection } from '../../api/connection.ts'
import type { Tone } from '../../design/data/badge.tsx'
import { loadBreakers } from '../load-breakers.ts'
import { caller, isOrganisationAdmin, workspaceId } from '../session.ts'

type Known = { readonly version: string; readonly openBreakers: number; readonly isDraining: boolean }

const LEAST_BETWEEN_MS = 10_000

const known = signal<Known | null>(null)
let askedAtMs = Number.NEGATIVE_INFINITY

/** The version this bundle was built for, to compare with the server's version. */
export const builtVersion = document.querySelector('meta[name="gatehouse-version"]')?.getAttribute('content') ?? ''

export const health = computed<{ readonly tone: Tone; readonly words: string; readonly version: string }>(() => {
  const version = known.value?.version ?? builtVersion
  if (connection.value.state === 'offline') return { tone: 'error', words: 'no response', version }
  if (known.value === null) return { tone: 'neutral', words: 'unknown', version }
  if (known.value.isDraining) return { tone: 'warning', words: 'shutting down', version }
  const open = known.value.openBreakers
  if (open > 0) return { tone: 'warning', words: `${open} breaker${open === 1 ? '' : 's'} open`, version }
  if (version !== builtVersion) return { tone: 'warning', words: 'reload: the gateway was updated', version }
  return { tone: 'ok', words: 'all well', version }
})

export async function refreshHealth(): Promise<void> {
  if (performance.now() - askedAtMs < LEAST_BETWEEN_MS) return
  const isFirst = askedAtMs < 0
  askedAtMs = performance.now()
  const gateway = caller.peek()?.gateway
  if (isFirst && gateway) {
    known.value = { version: gateway.version, isDraining: false, openBreakers: openIn(gateway.open_breakers) }
    return
  }
  try {
    const [ready, breakers] = await Promise.all([
      fetch('/readyz').then((answer) => answer.json() as Promise<{ status: string; version: string }>),
      loadBreakers<{ readonly state: string }>(),
    ])
    known.value = {
      version: ready.version,
      isDraining: ready.status !== 'ready' && ready.status !== 'degraded',
      openBreakers: breakers.filter((breaker) => breaker.state !== 'closed').length,
    }
  } catch {
    // The offline banner reports the outage; keep the last known status.
  }
}

function openIn(breakers: readonly { readonly workspace_id: string }[]): number {
  const id = workspaceId.peek()
  return isOrganisationAdmin.peek() ? breakers.length : breakers.filter((one) => one.workspace_id === id).length
}
