/**
 * Re-encrypts stored bodies after a rotation of their keys, in the background and in bounded steps. A rotation runs
 * until no block uses an earlier key; then the earlier keys are deleted. All state is in the store, so any node can
 * continue the rotation after a crash.
 */

import { GatewayError } from '../core/errors.ts'
import type { BodyReencryption, ReencryptCursor } from '../core/logs/body-keys.ts'
import { RepeatedTask } from '../core/runtime/repeated-task.ts'
import type { BodyKeyProgress, BodyKeyStore, NewestBodyKey, StoredBodyKey } from '../core/stores/body-keys.ts'
import type { Vault } from '../core/stores/stores.ts'
import { newBodyKey } from './body-keys.ts'

const LOOK_EVERY_MS = 5_000
/** Queries that began before the last step may still read a block in its old version and need the earlier key. */
const DELETE_AFTER_MS = 60_000
/** Blocks that could not be decrypted are tried again, in case the disk was repaired. */
const RETRY_UNREADABLE_MS = 3_600_000
/** Between steps, so that ingest and other work go first. */
const PAUSE_MS = 5

export type RotationPorts = {
  readonly keys: BodyKeyStore
  readonly vault: Vault
  readonly blocks: BodyReencryption
  /** Removes deleted keys from the write-ahead log of the control store. */
  readonly scrub: () => Promise<void>
  readonly onProblem: (message: string) => void
  readonly onDefect: (error: unknown) => void
  /** Overridden in tests. */
  readonly lookEveryMs?: number
  readonly deleteAfterMs?: number
}

export class BodyKeyRotation {
  readonly #task: RepeatedTask
  /** When this process saw the end of a rotation (monotonic time), by workspace and version. */
  readonly #endedAtMs = new Map<string, number>()
  readonly #reported = new Set<string>()

  constructor(private readonly ports: RotationPorts) {
    this.#task = new RepeatedTask(
      () => this.#look(),
      ports.lookEveryMs ?? LOOK_EVERY_MS,
      (error) => {
        if (!(error instanceof GatewayError && error.code === 'store_unavailable')) ports.onDefect(error)
      },
    )
  }

  start(): Promise<void> {
    return this.#task.start()
  }

  /** Call after a rotation was requested. */
  wake(): Promise<void> {
    return this.#task.run()
  }

  /** The next version of a key. */
  next({ organisationId, workspaceId, version }: NewestBodyKey, nowMs: number): StoredBodyKey {
    return newBodyKey(this.ports.vault, { organisationId, workspaceId, version: version + 1 }, nowMs)
  }

  close(): Promise<void> {
    return this.#task.close()
  }

  async #look(): Promise<void> {
    const rotating = await this.ports.keys.rotating()
    const names = new Set(rotating.map(nameOf))
    for (const name of this.#endedAtMs.keys()) if (!names.has(name)) this.#endedAtMs.delete(name)
    for (const key of rotating) {
      if (this.#task.isClosed) return
      const endedAtMs = this.#endedAtMs.get(nameOf(key))
      if (endedAtMs === undefined) await this.#run(key)
      else await this.#finish(key, performance.now() - endedAtMs)
    }
  }

  async #run(key: NewestBodyKey): Promise<void> {
    const { keys, blocks } = this.ports
    let cursor: ReencryptCursor = null
    let progress: BodyKeyProgress = { ...key.progress, unreadable: 0 }
    do {
      if (this.#task.isClosed) return
      const step = await blocks.step(key, cursor)
      const { left, next } = step
      progress = {
        ...progress,
        left,
        blocks: progress.blocks + step.blocks,
        unreadable: progress.unreadable + step.unreadable,
      }
      await keys.setProgress(key, progress)
      cursor = next
      if (next !== null) await Bun.sleep(PAUSE_MS)
    } while (cursor !== null)
    // Incomplete: another node had locked some blocks. The next `#look` starts over.
    if (progress.left !== progress.unreadable) return
    this.#endedAtMs.set(nameOf(key), performance.now())
    if (progress.left === 0) await keys.setProgress(key, { ...progress, finishedAtMs: Date.now() })
    else this.#report(key, progress)
  }

  async #finish(key: NewestBodyKey, sinceMs: number): Promise<void> {
    const { keys, blocks, scrub, deleteAfterMs = DELETE_AFTER_MS } = this.ports
    if (key.progress.finishedAtMs === null) {
      if (sinceMs >= RETRY_UNREADABLE_MS) this.#endedAtMs.delete(nameOf(key))
      return
    }
    if (sinceMs < deleteAfterMs) return
    // A log store restored from a backup may again have blocks that use earlier keys.
    if ((await blocks.step(key, null)).left > 0) {
      this.#endedAtMs.delete(nameOf(key))
      return
    }
    await keys.removeEarlier(key)
    await scrub()
  }

  #report(key: NewestBodyKey, { unreadable }: BodyKeyProgress): void {
    if (this.#reported.has(nameOf(key))) return
    this.#reported.add(nameOf(key))
    this.ports.onProblem(
      `${unreadable} blocks of logged bodies of workspace ${key.workspaceId} cannot be decrypted: they are damaged, or their key is missing. They stay as they are, and so do the earlier keys of the workspace until retention has deleted the blocks. Restore the log store from a backup to repair them.`,
    )
  }
}

function nameOf({ workspaceId, version }: NewestBodyKey): string {
  return `${workspaceId} ${version}`
}
