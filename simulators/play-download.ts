/** Sends a large deterministic download with back-pressure. */

import type { DownloadAnswer } from './answer.ts'
import type { Connection } from './connection.ts'
import { chunkOf, headOf, LAST_CHUNK } from './wire.ts'

const BLOCK_BYTES = 64 * 1024

const pattern = new Uint8Array(BLOCK_BYTES)
for (let i = 0, state = 1; i < BLOCK_BYTES; i++) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  pattern[i] = state >>> 24
}

/** The download in blocks. Each block starts with its number, so that a lost or swapped block changes the hash. */
export function* downloadBlocks(sizeBytes: number): Generator<Uint8Array> {
  for (let offset = 0, index = 0; offset < sizeBytes; offset += BLOCK_BYTES, index++) {
    const block = pattern.slice(0, Math.min(BLOCK_BYTES, sizeBytes - offset))
    if (block.length >= 4) new DataView(block.buffer).setUint32(0, index)
    yield block
  }
}

export function downloadSha256(sizeBytes: number): string {
  const hash = new Bun.CryptoHasher('sha256')
  for (const block of downloadBlocks(sizeBytes)) hash.update(block)
  return hash.digest('hex')
}

export async function playDownload(answer: DownloadAnswer, connection: Connection): Promise<boolean> {
  const framing: [string, string] = answer.chunked
    ? ['transfer-encoding', 'chunked']
    : ['content-length', String(answer.download)]
  await connection.write(headOf(200, [['content-type', 'application/octet-stream'], framing]))
  for (const block of downloadBlocks(answer.download)) {
    if (!(await connection.write(answer.chunked ? chunkOf(block) : block))) return false
  }
  return answer.chunked ? connection.write(LAST_CHUNK) : !connection.isClosed
}
