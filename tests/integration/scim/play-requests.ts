/** Sends the requests of an identity provider, as its public documentation shows them, and checks the responses. */

import { expect } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
import type { Gateway } from '../../harness/start-gateway.ts'
import entra from './fixtures/entra.json' with { type: 'json' }
import okta from './fixtures/okta.json' with { type: 'json' }

type Json = Readonly<Record<string, unknown>>

type Step = {
  readonly about: string
  readonly method: string
  /** Below /scim/v2. With `admin`: below /v1, with the Admin key. */
  readonly path: string
  readonly admin?: boolean
  readonly body?: unknown
  readonly status: number
  /** The response must contain this. Members of a group must be exactly these, in any order. */
  readonly expect?: Json
  /** The response must not have this member. */
  readonly lacks?: string
  /** Saves the id of the response under this name; later steps use it as `{{name}}`. */
  readonly save?: string
}

type Provider = { readonly provider: string; readonly sources: readonly string[]; readonly steps: readonly Step[] }

export const PROVIDERS = [entra, okta] as readonly Provider[]

export type Reply = { readonly status: number; readonly body: Json; readonly etag: string | null }

export async function scim(
  gateway: Gateway,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const [place = '', query] = path.split('?', 2)
  const response = await fetch(`${gateway.url}/scim/v2${place}${query === undefined ? '' : `?${encodeURI(query)}`}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const etag = response.headers.get('etag')
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Json), etag }
}

/** Sends the requests to the nodes in turn (round robin). */
export async function play({ provider, steps }: Provider, nodes: readonly Gateway[], token: string): Promise<void> {
  const known = new Map([['unique', `${provider.split(' ').at(-2) ?? provider}-${crypto.randomUUID().slice(0, 8)}`]])
  const filled = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
        const found = known.get(name)
        if (found === undefined) throw new Error(`No earlier step saved ${name}.`)
        return found
      }),
    ) as Value
  for (const [index, step] of steps.entries()) {
    const node = nodes[index % nodes.length]!
    const { about, method, path, admin, body, save, lacks, expect: wanted } = step
    const to = filled(path)
    const input = body === undefined ? undefined : filled(body)
    const scene = new ControlScene(node)
    const reply = admin ? await scene.call(scene.admin, method, to, input) : await scim(node, token, method, to, input)
    expect([about, reply.status, reply.status === step.status ? null : reply.body]).toEqual([about, step.status, null])
    if (wanted !== undefined) {
      const { members, ...others } = filled(wanted)
      expect({ about, ...reply.body }).toMatchObject({ about, ...others })
      if (members !== undefined) expect([about, idsOf(reply.body['members'])]).toEqual([about, idsOf(members)])
    }
    if (lacks !== undefined)
      expect([about, Object.keys(reply.body)]).not.toEqual([about, expect.arrayContaining([lacks])])
    if (save !== undefined) known.set(save, String(reply.body['id']))
  }
}

function idsOf(members: unknown): readonly string[] {
  return ((members ?? []) as { readonly value: string }[]).map(({ value }) => value).sort()
}
