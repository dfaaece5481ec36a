/** Runs the local encoder in a worker, because encoding would block the main thread for milliseconds. */

import { once } from '../../core/runtime/once.ts'
import { Encoder } from './encoder.ts'

export type ToEncoder = { readonly ticket: number; readonly folder: string; readonly texts: readonly string[] }

export type FromEncoder =
  | { readonly ticket: number; readonly vectors: readonly (Float32Array | null)[] }
  | { readonly ticket: number; readonly problem: string }

declare const self: Worker

let opened: (() => Promise<Encoder>) | null = null
/** Serializes requests: a session runs one text at a time. */
let turn: Promise<unknown> = Promise.resolve()

async function answer({ ticket, folder, texts }: ToEncoder): Promise<void> {
  try {
    opened ??= once(() => Encoder.open(folder))
    const encoder = await opened()
    self.postMessage({ ticket, vectors: await encoder.encode(texts) } satisfies FromEncoder)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    self.postMessage({ ticket, problem } satisfies FromEncoder)
  }
}

self.onmessage = ({ data }: MessageEvent<ToEncoder>) => {
  turn = turn.then(() => answer(data))
}
