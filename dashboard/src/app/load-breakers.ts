/** Circuit breakers the user may see: all for organisation admins, otherwise those of the current workspace. */

import { api } from '../api/client.ts'
import { can, isOrganisationAdmin, workspaceId } from './session.ts'

type Asked = {
  readonly id: string | undefined
  readonly atMs: number
  readonly answer: Promise<readonly unknown[]>
}

let last: Asked | null = null

/** Empty if the user may not list them. An answer that was asked for less than `maxAgeMs` ago is used again. */
export function loadBreakers<Breaker>(maxAgeMs = 0): Promise<readonly Breaker[]> {
  if (!can('breakers.list')) return Promise.resolve([])
  const id = isOrganisationAdmin.value ? undefined : workspaceId.value
  if (last === null || last.id !== id || performance.now() - last.atMs >= maxAgeMs) last = ask(id)
  return last.answer as Promise<readonly Breaker[]>
}

/** Call after a change: the next load then asks again. */
export function forgetBreakers(): void {
  last = null
}

function ask(id: string | undefined): Asked {
  const headers: Record<string, string> = id === undefined ? {} : { 'x-gateway-workspace-id': id }
  const answer = api.get<{ data: readonly unknown[] }>('/breakers', { headers }).then(({ data }) => data)
  answer.catch(forgetBreakers)
  return { id, atMs: performance.now(), answer }
}
