/** Background task of the control store: adds actions of CLI commands to the audit log, and deletes expired history. */

import { GatewayError } from '../core/errors.ts'
import type { NewAuditEntry, PendingAuditEntry } from '../core/stores/audit-entries.ts'
import type { ControlStore } from '../core/stores/stores.ts'

const LOOK_EVERY_MS = 5_000
const EXPIRE_EVERY_MS = 3_600_000
const ENTRIES_AT_ONCE = 50

export type UpkeepPorts = {
  readonly control: ControlStore
  /** Deletes the expired history of settings; null if the store has none. */
  readonly expireHistory: ((nowMs: number) => Promise<void>) | null
  readonly onDefect: (error: unknown) => void
}

export class StoreUpkeep {
  #timer: ReturnType<typeof setTimeout> | null = null
  #running: Promise<void> = Promise.resolve()
  #isClosed = false
  #expireAtMs = 0

  constructor(private readonly ports: UpkeepPorts) {}

  start(): void {
    this.#running = this.tick(Date.now())
      .catch((error: unknown) => {
        if (!(error instanceof GatewayError && error.code === 'store_unavailable')) this.ports.onDefect(error)
      })
      .finally(() => {
        if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), LOOK_EVERY_MS).unref()
      })
  }

  async tick(nowMs: number): Promise<void> {
    const { control, expireHistory } = this.ports
    while (await control.stores.pendingAudit.hasAny()) await appendPending(control)
    // `Math.abs` because the clock may have been set back.
    if (expireHistory && Math.abs(nowMs - this.#expireAtMs) >= EXPIRE_EVERY_MS) {
      await expireHistory(nowMs)
      this.#expireAtMs = nowMs
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
  }
}

async function appendPending(control: ControlStore): Promise<void> {
  await control.transact(async ({ auditEntries, organisations, pendingAudit }) => {
    const { id } = await organisations.readOfDeployment()
    for (const pending of await pendingAudit.take(ENTRIES_AT_ONCE)) await auditEntries.append(entryOf(pending, id))
  })
}

function entryOf({ id, atMs, action, targetId, facts }: PendingAuditEntry, organisationId: string): NewAuditEntry {
  const command = action === 'backup.restore' ? 'gatehouse restore' : 'gatehouse backup'
  return {
    id,
    organisationId,
    workspaceId: null,
    atMs,
    actor: { type: 'command_line', id: 'command_line', name: 'The command line', creatorId: null },
    action,
    resource: 'backup',
    targetId,
    targetName: null,
    method: 'COMMAND',
    uri: command,
    ip: '',
    userAgent: null,
    requestId: id,
    traceId: '',
    status: 200,
    refusedWith: null,
    requestBody: null,
    queryParams: null,
    requestHeaders: '{}',
    before: null,
    after: JSON.stringify(facts),
  }
}
