/** A provider that answers what it is told to, byte by byte, and remembers what it was asked. */

export type Scripted = {
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent one after the other. */
  readonly pieces: readonly (string | Uint8Array)[]
  /** After the last piece nothing more comes, until (if ever) this resolves and the connection is cut; absent: the answer ends. */
  readonly cutAfter?: Promise<void>
}

export interface ScriptedProvider extends AsyncDisposable {
  readonly url: string
  readonly asked: readonly string[]
}

/** Answers in their order, the last one ever after. */
export function scriptedProvider(...answers: readonly Scripted[]): ScriptedProvider {
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
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
      // Without a reason, the runtime resets the connection and prints nothing.
      controller.error()
    },
  })
  return new Response(stream, { headers: { 'content-type': type, ...headers } })
}

export const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
export const named = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\n${data(value)}`
/** Never resolves. */
export const NEVER = new Promise<void>(() => {})
export const DONE = 'data: [DONE]\n\n'
