/** Who is signed in, in which workspace they look, and what they may do there. */

import { computed, signal } from '@preact/signals'
import { type ApiError, asApiError } from '../api/api-error.ts'
import { api, whenSignedOut } from '../api/client.ts'
import { query, setQuery, WORKSPACE_PARAMETER } from './location.ts'

export type Workspace = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly role: 'manager' | 'member' | null
  readonly scopes: readonly string[]
}

export type Person = {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly role: 'owner' | 'admin' | 'member'
}

export type Caller = {
  readonly user: Person | null
  readonly organisation: { readonly id: string; readonly name: string }
  readonly scopes: readonly string[]
  readonly workspaces: readonly Workspace[]
  readonly total_workspaces: number
}

type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'failed'; readonly error: ApiError }
  | { readonly state: 'signed-out' }
  | { readonly state: 'signed-in'; readonly caller: Caller }

const REMEMBERED = 'gatehouse.workspace'

export const session = signal<Session>({ state: 'unknown' })

/** Null while nobody is signed in. */
export const caller = computed(() => (session.value.state === 'signed-in' ? session.value.caller : null))

/** Owners and admins of the organisation. */
export const isOrganisationAdmin = computed(() => caller.value?.user?.role === 'owner' || isAdmin(caller.value))

function isAdmin(known: Caller | null): boolean {
  return known?.user?.role === 'admin'
}

/** The one chosen in the address, else the one used last here, else the oldest. Null: the person belongs to none. */
export const workspace = computed<Workspace | null>(() => {
  const all = caller.value?.workspaces ?? []
  const asked = query.value.get(WORKSPACE_PARAMETER) ?? localStorage.getItem(REMEMBERED)
  return all.find((one) => one.slug === asked || one.id === asked) ?? all.at(-1) ?? null
})

/** For queries: pass it as `workspace_id` in every call about a workspace's things. */
export const workspaceId = computed(() => workspace.value?.id)

export function chooseWorkspace(slug: string): void {
  localStorage.setItem(REMEMBERED, slug)
  setQuery({ [WORKSPACE_PARAMETER]: slug })
}

/** Whether the signed-in person holds a scope in the workspace they look at, or everywhere. */
export function can(scope: string): boolean {
  return (caller.value?.scopes.includes(scope) || workspace.value?.scopes.includes(scope)) ?? false
}

export async function loadSession(): Promise<void> {
  try {
    enter(await api.get<Caller>('/sessions/current'))
  } catch (thrown) {
    const error = asApiError(thrown)
    session.value = error.status === 401 ? { state: 'signed-out' } : { state: 'failed', error }
  }
}

export function enter(known: Caller): void {
  session.value = { state: 'signed-in', caller: known }
}

export async function signOut(): Promise<void> {
  await api.delete('/sessions/current')
  // A fresh start: nothing of the last person stays in memory.
  location.assign('/')
}

whenSignedOut(() => {
  session.value = { state: 'signed-out' }
})
