/** The signed-in user, the current workspace and the user's permissions in it. */

import { computed, signal } from '@preact/signals'
import { type ApiError, asApiError } from '../api/api-error.ts'
import { api, whenConfirmationNeeded, whenEnrolmentNeeded, whenSignedOut } from '../api/client.ts'
import { query, setQuery, WORKSPACE_PARAMETER } from './location.ts'

export type Workspace = {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Filled with synthetic traffic by POST /v1/admin/demo. */
  readonly is_demo?: boolean
  readonly role: 'admin' | 'manager' | 'member' | null
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
  /** Created by the first start; has no e-mail address and no password yet. */
  readonly is_local_owner?: boolean
  readonly second_factor?: {
    readonly is_enrolled: boolean
    /** Deadline for adding a second factor; null if none is required or the user has one. */
    readonly enrol_by: string | null
    readonly must_enrol: boolean
  } | null
  readonly organisation: { readonly id: string; readonly name: string }
  readonly scopes: readonly string[]
  readonly workspaces: readonly Workspace[]
  readonly total_workspaces: number
  /** Only in the response of GET /sessions/current. */
  readonly gateway?: {
    readonly version: string
    readonly open_breakers: readonly { readonly workspace_id: string }[]
  }
}

type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'failed'; readonly error: ApiError }
  | { readonly state: 'signed-out' }
  | { readonly state: 'signed-in'; readonly caller: Caller }

const REMEMBERED = 'gatehouse.workspace'

export const session = signal<Session>({ state: 'unknown' })

/** Null if signed out. */
export const caller = computed(() => (session.value.state === 'signed-in' ? session.value.caller : null))

/** Owners and admins of the organisation. */
export const isOrganisationAdmin = computed(() => caller.value?.user?.role === 'owner' || isAdmin(caller.value))

function isAdmin(known: Caller | null): boolean {
  return known?.user?.role === 'admin'
}

/** The workspace in the URL, else the one last used in this browser, else the oldest. Null: the user has none. */
export const workspace = computed<Workspace | null>(() => {
  const all = caller.value?.workspaces ?? []
  const requested = query.value.get(WORKSPACE_PARAMETER) ?? localStorage.getItem(REMEMBERED)
  return all.find((one) => one.slug === requested || one.id === requested) ?? all.at(-1) ?? null
})

/** Pass it as `workspace_id` in every workspace-scoped call. */
export const workspaceId = computed(() => workspace.value?.id)

export function chooseWorkspace(slug: string): void {
  localStorage.setItem(REMEMBERED, slug)
  setQuery({ [WORKSPACE_PARAMETER]: slug })
}

/** Whether the user has a scope in the current workspace or organisation-wide. */
export function can(scope: string): boolean {
  return (caller.value?.scopes.includes(scope) || workspace.value?.scopes.includes(scope)) ?? false
}

/** Whether the user has a scope in the whole organisation. */
export function canEverywhere(scope: string): boolean {
  return caller.value?.scopes.includes(scope) ?? false
}

export async function loadSession(): Promise<void> {
  const known = takeEmbedded()
  if (known !== undefined) {
    session.value = known === null ? { state: 'signed-out' } : { state: 'signed-in', caller: known }
    return
  }
  try {
    enter(await api.get<Caller>('/sessions/current'))
  } catch (thrown) {
    const error = asApiError(thrown)
    session.value = error.status === 401 ? { state: 'signed-out' } : { state: 'failed', error }
  }
}

/** The embedded response of GET /sessions/current; null: nobody is signed in. Undefined after the first call. */
function takeEmbedded(): Caller | null | undefined {
  const element = document.getElementById('caller')
  element?.remove()
  return element?.textContent ? (JSON.parse(element.textContent) as Caller | null) : undefined
}

export function enter(known: Caller): void {
  session.value = { state: 'signed-in', caller: known }
}

export async function signOut(): Promise<void> {
  const { logout_url } = await api.delete<{ logout_url: string | null }>('/sessions/current')
  // A full page load clears the user's data from memory. `logout_url`: the identity provider, after single sign-on.
  location.assign(logout_url ?? '/')
}

whenEnrolmentNeeded(() => void loadSession())

whenConfirmationNeeded(async (methods) => {
  const { confirmIdentity } = await import('./second-factor/step-up.tsx')
  return confirmIdentity(methods)
})

whenSignedOut(() => {
  session.value = { state: 'signed-out' }
})
