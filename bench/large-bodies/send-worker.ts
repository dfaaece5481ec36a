/** Sends large bodies in a separate thread, so that sending does not delay the measured small requests. */

import { ADMIN, FORM, PROMPT_SLUG, PROMPTS, SHAPES, STREAMS } from './shapes.ts'

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
  const shape = [...SHAPES, ...STREAMS, ...PROMPTS, ...ADMIN, FORM].find(({ name }) => name === data.shape)
  if (!shape) throw new Error(`unknown shape ${data.shape}`)
  const body = new TextEncoder().encode(shape.body())
  next = async () => {
    const startMs = performance.now()
    const headers = { ...data.headers, 'content-type': shape.contentType }
    const response = await fetch(data.url + shape.path.replace(PROMPT_SLUG, data.prompt), {
      method: 'POST',
      headers,
      body,
    })
    const text = await response.text()
    return { status: response.status, durationMs: performance.now() - startMs, text: text.slice(0, 300) }
  }
  self.postMessage('ready')
}
