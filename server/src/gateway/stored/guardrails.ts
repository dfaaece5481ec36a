/** Caches compiled saved guardrails and the default guardrails of workspaces. SQL is queried only on a miss. */

import { LRUCache } from 'lru-cache'
import { quote } from '../../config/problems.ts'
import { GatewayError } from '../../core/errors.ts'
import type { GuardrailSource } from '../../core/guardrails/guardrails.ts'
import type { Awaitable } from '../../core/ports.ts'
import { atMostBytes } from '../../core/runtime/at-most.ts'
import type { DefaultGuardrails, GuardrailStore, GuardrailTexts, SavedGuardrail } from '../../core/stores/guardrails.ts'
import { loadChecks, loadedChecks } from '../../guardrails/checks-on-demand.ts'
import { type Guardrail, guardrailBytes, type TargetGuardrails } from '../../guardrails/guardrail.ts'
import type { WorkspaceRef } from './configs.ts'

const MAX_BYTES = 64 * 1024 * 1024
const MAX_DEFAULTS = 10_000
const DEFAULTS_BYTES = 32 * 1024 * 1024
/** Longer names do not exist, so they are neither queried nor cached. */
const MAX_NAME = 128

/** The part of the control store that is used here. */
export type GuardrailRows = {
  readonly stores: { readonly guardrails: Pick<GuardrailStore, 'find' | 'defaultsOf'> }
}

/** Undefined if there is no saved guardrail with this name. */
type Found = Guardrail | undefined

export class StoredGuardrails {
  readonly #guardrails = new LRUCache<string, { readonly found: Found }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ found }, key) => key.length + 256 + (found === undefined ? 0 : guardrailBytes(found)),
  })
  readonly #defaults = new LRUCache<string, TargetGuardrails>(
    atMostBytes(MAX_DEFAULTS, DEFAULTS_BYTES, ({ input, output }) =>
      [...input, ...output].reduce((sum, one) => sum + guardrailBytes(one), 256),
    ),
  )
  #revision = 0

  constructor(
    private readonly control: GuardrailRows,
    private readonly texts: Pick<GuardrailTexts, 'open'>,
  ) {}

  /** Finds a guardrail by slug or id, in the version with `versionId`, or in the newest version if that is null. */
  find(workspace: WorkspaceRef, name: string, versionId: string | null): Awaitable<Found> {
    if (name.length > MAX_NAME || (versionId?.length ?? 0) > MAX_NAME) return undefined
    const key = `${workspace.workspaceId}\0${name}\0${versionId ?? ''}`
    const known = this.#guardrails.get(key)
    return known ? known.found : this.#load(workspace, name, versionId, key)
  }

  /**
   * The guardrails that every request of the workspace gets: those of the workspace, then those of its organisation.
   */
  defaultsOf(workspace: WorkspaceRef): Awaitable<TargetGuardrails> {
    return this.#defaults.get(workspace.workspaceId) ?? this.#loadDefaults(workspace)
  }

  /** Call after a guardrail or the defaults of the workspace have changed. */
  forget(workspaceId: string): void {
    this.#revision++
    this.#defaults.delete(workspaceId)
    for (const key of this.#guardrails.keys()) if (key.startsWith(`${workspaceId}\0`)) this.#guardrails.delete(key)
  }

  /** Call after a guardrail or the defaults of the organisation have changed. */
  forgetAll(): void {
    this.#revision++
    this.#defaults.clear()
    this.#guardrails.clear()
  }

  async #load({ organisationId, workspaceId }: WorkspaceRef, name: string, versionId: string | null, key: string) {
    const revision = this.#revision
    const { guardrails } = this.control.stores
    const row = await guardrails.find({ organisationId, workspaceId }, name, versionId ?? undefined).catch(unavailable)
    if (row !== undefined) await loadChecks()
    const found = row === undefined ? undefined : this.#compile(row, 'config')
    // A result read before a change must not be cached after it.
    if (revision === this.#revision) this.#guardrails.set(key, { found })
    return found
  }

  async #loadDefaults({ organisationId, workspaceId }: WorkspaceRef): Promise<TargetGuardrails> {
    const revision = this.#revision
    const { workspace, organisation } = await this.control.stores.guardrails
      .defaultsOf({ organisationId, workspaceId })
      .catch(unavailable)
    if ([workspace, organisation].some(({ input, output }) => input.length + output.length > 0)) await loadChecks()
    const ofSide = (side: keyof DefaultGuardrails) => [
      ...workspace[side].map((row) => this.#compile(row, 'workspace')),
      ...organisation[side].map((row) => this.#compile(row, 'organisation')),
    ]
    const defaults = { input: ofSide('input'), output: ofSide('output') }
    if (revision === this.#revision) this.#defaults.set(workspaceId, defaults)
    return defaults
  }

  #compile({ slug, version, workspaceId }: SavedGuardrail, source: GuardrailSource): Guardrail {
    const { id: versionId, actions, isTrusted } = version
    const checks = this.texts.open(version)
    const isOfOrganisation = workspaceId === null
    const spec = { id: slug, versionId, source, checks, actions, isTrusted, isOfOrganisation }
    return loadedChecks().compileGuardrail(spec, (path, reason) => {
      throw new GatewayError('config_invalid', {
        param: slug,
        message: `The saved guardrail ${quote(slug)} cannot be run. ${path}: ${reason}`,
        hint: 'Correct the guardrail. The gateway does not serve requests without it.',
      })
    })
  }
}

/** If the guardrails cannot be read, the request is refused: it must not be served without them. */
function unavailable(cause: unknown): never {
  throw new GatewayError('store_unavailable', { cause, message: 'The saved guardrails cannot be looked up now.' })
}
