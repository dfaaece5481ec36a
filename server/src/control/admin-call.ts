/** Runs one validated admin call: its transaction, audit entry, idempotency and response. */

import { compressedResponse } from '../core/compress-response.ts'
import { GatewayError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import type { Change } from '../core/stores/changes.ts'
import type { ControlStore, Stores, Vault } from '../core/stores/stores.ts'
import type { Principal } from './access/principal.ts'
import type { CallReach } from './access/reach.ts'
import { type AuditedCall, entryOfChange } from './audit-log/audit-entry.ts'
import type { AuditTarget, CallOrigin, Operation, OperationCall } from './endpoint.ts'

export type AdminCallPorts = {
  readonly store: ControlStore
  readonly vault: Vault
  /** Invalidates caches after a change. */
  readonly announce: (change: Change) => void
}

type Given = AuditedCall & {
  readonly query: unknown
  readonly body: unknown
  readonly bytes: Uint8Array | null
  readonly reach: CallReach
  /** Warnings about fields that have no effect. */
  readonly warnings: readonly string[]
}

const MAX_IDEMPOTENCY_KEY = 255

export class AdminCall implements OperationCall<unknown, unknown> {
  readonly nowMs = Date.now()
  #target: AuditTarget | null = null
  #announced: Change[] = []
  #hasChanged = false
  readonly #headers: Record<string, string>

  constructor(
    private readonly given: Given,
    private readonly ports: AdminCallPorts,
  ) {
    this.#headers = {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-gateway-trace-id': given.origin.traceId,
      'x-gateway-request-id': given.origin.requestId,
    }
  }

  get principal(): Principal {
    return this.given.principal
  }

  get params(): Readonly<Record<string, string>> {
    return this.given.params
  }

  get query(): unknown {
    return this.given.query
  }

  get body(): unknown {
    return this.given.body
  }

  get stores(): Stores {
    return this.ports.store.stores
  }

  get reach(): CallReach {
    return this.given.reach
  }

  get workspaceId(): string {
    return this.given.reach.homeWorkspaceId
  }

  get origin(): CallOrigin {
    return this.given.origin
  }

  // Arrow functions, because handlers destructure them from the call.
  readonly note = (target: AuditTarget): void => {
    this.#target = target
  }

  readonly announce = (change: Change): void => {
    this.#announced.push(change)
  }

  readonly setHeader = (name: string, value: string): void => {
    this.#headers[name] = value
  }

  async run(): Promise<Response> {
    const { operation } = this.given
    const stored = await this.#storedReply()
    const reply = withWarnings(stored ?? (await operation.handle(this)), this.given.warnings)
    if (operation.audit !== null && !this.#hasChanged && stored === null)
      throw new Error(`Operation ${operation.name} declares an audit action but did not call change()`)
    if (reply instanceof Response) {
      for (const name in this.#headers) reply.headers.set(name, this.#headers[name]!)
      // A stream can run for hours and has no idle timeout, so its connection is not reused.
      reply.headers.set('connection', 'close')
      return reply
    }
    if (!mayCompress(operation)) return Response.json(reply, { headers: this.#headers })
    const headers = { ...this.#headers, 'content-type': 'application/json;charset=utf-8' }
    return compressedResponse(JSON.stringify(reply), headers, this.given.origin.headers['accept-encoding'] ?? null)
  }

  readonly change = async <Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> => {
    const { operation } = this.given
    if (operation.audit === null)
      throw new Error(`Operation ${operation.name} calls change() but declares no audit action`)
    this.#hasChanged = true
    try {
      const result = await this.ports.store.transact(async (stores) => {
        this.#announced = []
        const result = await work(stores)
        for (const change of this.#announced) await stores.changes.append(change, this.nowMs)
        await this.#storeReply(stores, result)
        await this.#audit(stores)
        return result
      })
      for (const change of this.#announced) this.ports.announce(change)
      return result
    } catch (error) {
      // Two concurrent requests with one Idempotency-Key: the second fails on the row that the first inserted, so it
      // returns the response stored by the first.
      const stored = await this.#storedReply()
      if (stored !== null) return stored as Result
      throw error
    }
  }

  /** Rolls the change back if the audit entry cannot be written. */
  async #audit(stores: Stores): Promise<void> {
    try {
      await stores.auditEntries.append(entryOfChange({ ...this.given, target: this.#target, nowMs: this.nowMs }))
    } catch (cause) {
      throw new GatewayError('store_unavailable', {
        message: 'The audit log is unavailable, so the change was not made.',
        cause,
      })
    }
  }

  #idempotencyKey(): string | null {
    const { operation, origin } = this.given
    if (operation.method !== 'POST' || operation.audit === null || this.given.principal.id === '') return null
    const key = origin.headers['idempotency-key']
    if (key === undefined) return null
    if (key === '' || key.length > MAX_IDEMPOTENCY_KEY) {
      throw new GatewayError('invalid_header', {
        param: 'idempotency-key',
        message: `Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY} characters long.`,
      })
    }
    return key
  }

  async #storedReply(): Promise<unknown> {
    const key = this.#idempotencyKey()
    if (key === null) return null
    const { principal } = this.given
    const found = await this.stores.idempotency.find(principal.id, key, this.nowMs)
    if (!found) return null
    if (found.requestHash !== this.#requestHash())
      throw new GatewayError('idempotency_conflict', { param: 'idempotency-key' })
    this.setHeader('idempotent-replayed', 'true')
    return JSON.parse(this.ports.vault.open(found.sealedReply, sealContext(principal.id, key)))
  }

  async #storeReply(stores: Stores, reply: unknown): Promise<void> {
    const key = this.#idempotencyKey()
    if (key === null) return
    const { id } = this.given.principal
    const sealedReply = this.ports.vault.seal(JSON.stringify(reply), sealContext(id, key))
    await stores.idempotency.remember(id, key, { requestHash: this.#requestHash(), sealedReply }, this.nowMs)
  }

  #requestHash(): string {
    const { operation, params, query, bytes } = this.given
    return new Bun.CryptoHasher('sha256')
      .update(JSON.stringify([operation.name, params, query]))
      .update(bytes ?? '')
      .digest('base64')
  }
}

function withWarnings(reply: unknown, warnings: readonly string[]): unknown {
  if (warnings.length === 0 || !isObject(reply) || reply instanceof Response) return reply
  const own = Array.isArray(reply['warnings']) ? reply['warnings'] : []
  return { ...reply, warnings: [...own, ...warnings] }
}

/**
 * Compresses only reads. A response to a change may contain a new key, password link or token next to text that someone
 * else chose, and the compressed size would reveal parts of the secret.
 */
function mayCompress({ method, audit, permission }: Operation): boolean {
  return method === 'GET' && audit === null && permission !== 'public'
}

function sealContext(callerId: string, key: string): string {
  return `idempotency/reply/${callerId}/${key}`
}
