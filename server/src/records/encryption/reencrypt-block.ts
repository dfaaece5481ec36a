/** Re-encrypts a stored block with the newest key of its workspace. The compressed content does not change. */

import type { ReencryptCursor, ReencryptStep } from '../../core/logs/body-keys.ts'
import type { Changed } from '../objects/changed-objects.ts'
import { type BlockIdentity, keyVersionOf, openBlock, sealBlock } from './block-cipher.ts'
import type { KnownKeys } from './known-keys.ts'

/** A block has about 256 KiB before compression, so a step takes a few milliseconds. */
export const BLOCKS_PER_STEP = 16

type StoredBlock = BlockIdentity & { readonly workspaceId: string; readonly data: Uint8Array }

/** Null if the block cannot be decrypted. Keep the block and its key: a repair may make the block readable. */
export function reencryptBlock(block: StoredBlock, keys: KnownKeys): Changed | null {
  const version = keyVersionOf(block.data)
  const [from, to] = [
    version === null ? null : keys.version(block.workspaceId, version),
    keys.current(block.workspaceId),
  ]
  if (from === null || to === null) return null
  try {
    return { data: sealBlock(openBlock(block.data, from, block), to, block), keyVersion: to.version }
  } catch {
    return null
  }
}

/** The result of a step that examined these blocks, in order. */
export function stepResult(
  examined: readonly { readonly version: number; readonly id: number; readonly isDone: boolean }[],
  left: number,
): ReencryptStep {
  const blocks = examined.filter(({ isDone }) => isDone).length
  const last = examined.at(-1)
  const next: ReencryptCursor =
    last === undefined || examined.length < BLOCKS_PER_STEP ? null : { version: last.version, id: last.id }
  return { blocks, unreadable: examined.length - blocks, left, next }
}
