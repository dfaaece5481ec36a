/** The clients and the ids that the cases of the portkey-ai package share. */

import { Portkey } from 'portkey-ai'
import type { GatewayClient } from '../../harness/gateway-client.ts'

export type Case = {
  /** The method's path in the client, for example `admin.users.list`. */
  readonly method: string
  /** Tells apart several forms of one method. */
  readonly form?: string
  readonly call: (scene: Scene) => PromiseLike<unknown>
}

/** An earlier case, which creates the object, failed. */
export class MissingId extends Error {}

type Known = { id?: string; slug?: string; version_id?: string; key?: string }

export class Scene {
  readonly admin: Portkey
  readonly workspace: Portkey
  /** Sends inference requests to the mock provider. */
  readonly mock: Portkey
  /** The deprecated methods of the client add /v1 to the path themselves. */
  readonly withoutVersion: Portkey
  readonly #known = new Map<string, Known>()

  constructor(gateway: GatewayClient) {
    this.admin = new Portkey({ apiKey: gateway.adminKey, baseURL: gateway.baseURL })
    this.workspace = new Portkey({ apiKey: gateway.workspaceKey, baseURL: gateway.baseURL })
    this.withoutVersion = new Portkey({ apiKey: gateway.workspaceKey, baseURL: gateway.url })
    this.mock = new Portkey({ apiKey: gateway.workspaceKey, baseURL: gateway.baseURL, provider: 'mock' })
  }

  /** Stores the ids of a created object and returns the response. */
  async keep(name: string, pending: PromiseLike<unknown>): Promise<unknown> {
    const made = await pending
    this.#known.set(name, made as Known)
    return made
  }

  id(name: string): string {
    return this.#find(name).id ?? missing(name, 'id')
  }

  slug(name: string): string {
    return this.#find(name).slug ?? missing(name, 'slug')
  }

  versionId(name: string): string {
    return this.#find(name).version_id ?? missing(name, 'version_id')
  }

  #find(name: string): Known {
    return this.#known.get(name) ?? missing(name, 'response')
  }
}

function missing(name: string, member: string): never {
  throw new MissingId(`needs the ${member} of "${name}"`)
}

export function nameOf({ method, form }: Case): string {
  return form === undefined ? method : `${method} (${form})`
}

/** Values that the type definitions of the package do not allow, but its documentation shows. */
export function untyped<T>(value: unknown): T {
  return value as T
}
