/** Clients of the admin API: keys with given scopes, users with given roles, and their calls. */

import { withCheapHashes } from './control/cheap-hashes.ts'
import type { Gateway } from './start-gateway.ts'

/** The credentials of a call. */
export type Actor = { readonly name: string; readonly headers: Readonly<Record<string, string>> }

export type Reply = {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly text: string
  readonly headers: Headers
}

/** A signed-in user. */
export type Person = Actor & { readonly id: string; readonly email: string; readonly password: string }

/** `role`: built in, or the slug of a custom role. */
export type Membership = { readonly id: string; readonly role: string }

export class ControlScene {
  #count = 0

  constructor(readonly gateway: Gateway) {}

  get admin(): Actor {
    return withKey('first Admin key', this.gateway.adminKey)
  }

  async call(actor: Actor | null, method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await this.gateway.fetch(`/v1${path}`, {
      method,
      key: null,
      headers: { ...actor?.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const type = response.headers.get('content-type') ?? ''
    // Event streams do not end, so their text is not read.
    if (type.startsWith('text/event-stream')) await response.body?.cancel()
    const text = type.startsWith('text/event-stream') ? '' : await response.text()
    const isJson = /^application\/json(;|$)/.test(type)
    return { status: response.status, text, headers: response.headers, body: isJson ? JSON.parse(text) : {} }
  }

  /** A call by the Admin key that must succeed. */
  async do(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const reply = await this.call(this.admin, method, path, body)
    if (reply.status !== 200) throw new Error(`${method} ${path} returned HTTP ${reply.status}: ${reply.text}`)
    return reply.body
  }

  uniqueName(word: string): string {
    return `${word} ${++this.#count}`
  }

  async workspace(): Promise<string> {
    return String((await this.do('POST', '/admin/workspaces', { name: this.uniqueName('Workspace') }))['id'])
  }

  async defaultWorkspace(): Promise<string> {
    const { data } = (await this.do('GET', '/admin/workspaces')) as { data: { id: string; is_default?: unknown }[] }
    const found = data.find((workspace) => Boolean(workspace.is_default)) ?? data.at(-1)
    if (!found) throw new Error('There is no workspace.')
    return found.id
  }

  async adminKey(scopes: readonly string[]): Promise<Actor> {
    const made = await this.do('POST', '/api-keys/organisation/service', { name: this.uniqueName('Admin key'), scopes })
    return withKey(`Admin key with ${scopes.length} scopes`, String(made['key']))
  }

  async workspaceKey(workspaceId: string, scopes: readonly string[]): Promise<Actor> {
    const body = { name: this.uniqueName('Key'), scopes, workspace_id: workspaceId }
    const made = await this.do('POST', '/api-keys/workspace/service', body)
    return withKey(`workspace key with ${scopes.length} scopes`, String(made['key']))
  }

  /** Every scope that a key of this kind can have. */
  async scopesOf(kind: 'admin' | 'workspace'): Promise<string[]> {
    const { data } = (await this.do('GET', '/scopes')) as { data: { name: string; kinds: string[] }[] }
    return data.filter((scope) => scope.kinds.includes(kind)).map((scope) => scope.name)
  }

  /** Invites a user, accepts the invitation and signs in. */
  async person(role: string, workspaces: readonly Membership[] = []): Promise<Person> {
    const email = `${this.uniqueName(role).replace(' ', '-')}@example.com`
    const invited = await this.do('POST', '/admin/users/invites', { email, role, workspaces })
    const token = String(invited['invite_link']).split('/').at(-1)
    const password = `correct horse ${email}`
    const joining = { token, password, first_name: role }
    const accepted = await withCheapHashes(() => this.call(null, 'POST', '/invites/accept', joining))
    const cookie = accepted.headers.get('set-cookie')?.split(';')[0]
    if (accepted.status !== 200 || cookie === undefined) throw new Error(`The sign-in failed: ${accepted.text}`)
    const { data } = (await this.do('GET', `/admin/users?email=${encodeURIComponent(email)}`)) as {
      data: { id: string }[]
    }
    const headers = { cookie, origin: this.gateway.url, 'x-gateway-csrf': '1' }
    return {
      name: `${role} ${workspaces.map((membership) => membership.role).join()}`.trim(),
      headers,
      id: data[0]!.id,
      email,
      password,
    }
  }
}

export function withKey(name: string, key: string): Actor {
  return { name, headers: { 'x-gateway-api-key': key } }
}
