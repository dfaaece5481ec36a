/** An embedder that runs an ONNX encoder from a local folder in a worker. */

import { basename } from 'node:path'
import { startThread } from '../../core/runtime/start-thread.ts'
import { workerUrl } from '../../core/runtime/worker-url.ts'
import type { Embedder } from '../../core/semantic/embedder.ts'
import { BatchingEmbedder } from '../batch.ts'
import type { FromEncoder, ToEncoder } from './encoder-worker.ts'

/** Maximum number of pending batches. Further batches are rejected. */
const MAX_WAITING = 256

type Waiting = { resolve: (vectors: Float32Array[]) => void; reject: (error: Error) => void }

export function localEmbedder(folder: string): Embedder {
  const waiting = new Map<number, Waiting>()
  let tickets = 0
  let worker: Worker | null = null
  let isClosed = false

  function fail(reason: string): void {
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }

  function start(): Worker {
    const started = startThread(workerUrl('embedders/onnx/encoder-worker.ts'))
    started.onmessage = ({ data }: MessageEvent<FromEncoder>) => {
      const pending = waiting.get(data.ticket)
      waiting.delete(data.ticket)
      if (!pending) return
      if ('problem' in data) return pending.reject(new Error(data.problem))
      if (data.vectors.includes(null))
        return pending.reject(new Error('the text exceeds the token limit of the encoder'))
      pending.resolve(data.vectors.filter((vector) => vector !== null))
    }
    started.onerror = (event) => {
      event.preventDefault()
      fail(event.message)
    }
    started.addEventListener('close', () => {
      if (worker === started) worker = null
      fail('the encoder ended')
    })
    // The worker must not keep the process alive.
    started.unref()
    return started
  }

  const embedMany = (texts: readonly string[]) =>
    new Promise<Float32Array[]>((resolve, reject) => {
      if (isClosed || waiting.size >= MAX_WAITING) return reject(new Error('the encoder is busy'))
      worker ??= start()
      const ticket = tickets++
      waiting.set(ticket, { resolve, reject })
      worker.postMessage({ ticket, folder, texts } satisfies ToEncoder)
    })

  // Loads the model now, because it takes a second or more.
  embedMany(['ready']).catch(() => {})
  return new BatchingEmbedder(`encoder ${basename(folder)}`, embedMany, () => {
    isClosed = true
    worker?.terminate()
  })
}
