/** Body keys of workspaces in memory, for tests. */

import { randomBytes } from 'node:crypto'
import type { BodyKey, BodyKeys } from '../../core/logs/body-keys.ts'
import type { BodyEncryption } from '../records.ts'

export class TestBodyKeys implements BodyKeys {
  readonly keys = new Map<string, readonly BodyKey[]>()
  /** How often keys were requested. */
  requests = 0
  isReachable = true

  async find(workspaceId: string, create: boolean): Promise<readonly BodyKey[]> {
    this.requests++
    if (!this.isReachable) throw new Error('the control store is down')
    if (!this.keys.has(workspaceId) && create) this.rotate(workspaceId)
    return this.keys.get(workspaceId) ?? []
  }

  /** Adds a version. */
  rotate(workspaceId: string): BodyKey {
    const before = this.keys.get(workspaceId) ?? []
    const version = (before[0]?.version ?? 0) + 1
    const key = { organisationId: 'org_1', workspaceId, version, bytes: randomBytes(32) }
    this.keys.set(workspaceId, [key, ...before])
    return key
  }

  /** Keeps the newest version only. */
  removeEarlier(workspaceId: string): void {
    this.keys.set(workspaceId, this.keys.get(workspaceId)!.slice(0, 1))
  }

  remove(workspaceId: string): void {
    this.keys.set(workspaceId, [])
  }

  encryption(isOn = true): BodyEncryption {
    return { journalKey: new Uint8Array(32).fill(3), keys: this, isOn }
  }
}
