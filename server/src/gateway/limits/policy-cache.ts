/** The policies of each organisation in memory; the store is asked once, and again after a change. */

import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { Policy, PolicyStore } from '../../core/stores/policies.ts'

export class PolicyCache {
  /** Null: the organisation has none. */
  readonly #known = new Map<string, readonly Policy[] | null>()
  readonly #loading = new Map<string, Promise<readonly Policy[] | null>>()
  #revision = 0

  constructor(private readonly store: Pick<PolicyStore, 'active'>) {}

  of(organisationId: string): Awaitable<readonly Policy[] | null> {
    const known = this.#known.get(organisationId)
    return known === undefined ? this.#load(organisationId) : known
  }

  /** One was made, changed or archived. */
  forget(): void {
    this.#revision++
    this.#known.clear()
    this.#loading.clear()
  }

  #load(organisationId: string): Promise<readonly Policy[] | null> {
    const running = this.#loading.get(organisationId)
    if (running) return running
    const loading = this.#read(organisationId, this.#revision).finally(() => {
      if (this.#loading.get(organisationId) === loading) this.#loading.delete(organisationId)
    })
    this.#loading.set(organisationId, loading)
    return loading
  }

  async #read(organisationId: string, revision: number): Promise<readonly Policy[] | null> {
    const found = await this.store.active(organisationId).catch((cause: unknown) => {
      throw new GatewayError('store_unavailable', { cause, message: 'The limits by policy cannot be looked up now.' })
    })
    const policies = found.length > 0 ? found : null
    // What was read before a change must not be kept after it.
    if (revision === this.#revision) this.#known.set(organisationId, policies)
    return policies
  }
}
