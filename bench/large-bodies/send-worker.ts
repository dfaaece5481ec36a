/** Sends large bodies in a separate thread, so that sending does not delay the measured small requests. */

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { ADMIN, COMPRESSED, FORM, PROMPT_SLUG, PROMPTS, SHAPES, type Shape, STREAMS } from './shapes.ts'

export type ToSender = {
  readonly shape: string
  /** Slug of the saved prompt. */
  readonly prompt: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}
export type FromSender = { readonly status: number; readonly durationMs: number; readonly text: string } | 'ready'

declare const self: {
  onmessage: ((event: MessageEvent<ToSender | { readonly send: true }>) => void) | null
  postMessage(value: FromSender): void
}

let next: (() => Promise<FromSender>) | null = null

/** The first message creates the body, the second sends it. */
self.onmessage = async ({ data }) => {
  if ('send' in data) {
    if (next) self.postMessage(await next())
    return
  }
  const shape = [...SHAPES, ...COMPRESSED, ...STREAMS, ...PROMPTS, ...ADMIN, FORM].find(
    ({ name }) => name === data.shape,
  )
  if (!shape) throw new Error(`unknown shape ${data.shape}`)
  const { coding, count = 1 } = shape
  const body = compressed(new TextEncoder().encode(shape.body()), coding)
  next = async () => {
    const startMs = performance.now()
    const headers = {
      ...data.headers,
      'content-type': shape.contentType,
      ...(coding && { 'content-encoding': coding }),
    }
    const send = () =>
      fetch(data.url + shape.path.replace(PROMPT_SLUG, data.prompt), {
        method: 'POST',
        headers,
        body,
      })
    const responses = await Promise.all(Array.from({ length: count }, send))
    const texts = await Promise.all(responses.map((response) => response.text()))
    const failed = Math.max(
      0,
      responses.findIndex(({ ok }) => !ok),
    )
    const { status } = responses[failed]!
    return { status, durationMs: performance.now() - startMs, text: texts[failed]!.slice(0, 300) }
  }
  self.postMessage('ready')
}

function compressed(bytes: Uint8Array, coding: Shape['coding']): Uint8Array {
  if (coding === 'gzip') return gzipSync(bytes)
  if (coding === 'zstd') return zstdCompressSync(bytes)
  // Brotli's default is its highest quality, which takes half a minute per body.
  return coding === 'br' ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : bytes
}
