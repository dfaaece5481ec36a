/** A provider that sends scripted response bytes and records its requests. */

import { newPort } from '../../../simulators/new-port.ts'

export type Scripted = {
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent in this order. */
  readonly pieces: readonly (string | Uint8Array)[]
  /** If set, the response stays open after the last piece until this resolves; then the connection is cut. */
  readonly cutAfter?: Promise<void>
}

export interface ScriptedProvider extends AsyncDisposable {
  readonly url: string
  readonly asked: readonly string[]
}

/** Sends the responses in order, and repeats the last one. */
export function scriptedProvider(...answers: readonly Scripted[]): ScriptedProvider {
  const asked: string[] = []
  const server = Bun.serve({
    port: newPort(),
    idleTimeout: 0,
    async fetch(request) {
      asked.push(await request.text())
      return answerOf(answers[Math.min(asked.length, answers.length) - 1]!)
    },
  })
  return {
    url: server.url.origin,
    asked,
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

function answerOf({ type = 'text/event-stream', headers, pieces, cutAfter }: Scripted): Response {
  const rest = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = rest.shift()
      if (piece) return controller.enqueue(piece)
      if (cutAfter === undefined) return controller.close()
      await cutAfter
      // With no error argument the runtime resets the connection and prints nothing.
      controller.error()
    },
  })
  return new Response(stream, { headers: { 'content-type': type, ...headers } })
}

export const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
export const named = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\n${data(value)}`
export const NEVER = new Promise<void>(() => {})
export const DONE = 'data: [DONE]\n\n'
