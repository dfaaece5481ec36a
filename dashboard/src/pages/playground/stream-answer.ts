/** Reads a streamed data plane response: text, tool calls, usage, mid-stream errors. */

export type AnswerUsage = {
  readonly prompt_tokens?: number
  readonly completion_tokens?: number
  readonly total_tokens?: number
}

export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: AnswerUsage }
  | { readonly kind: 'finish'; readonly reason: string }
  | { readonly kind: 'error'; readonly message: string }

type Chunk = {
  readonly choices?: readonly {
    readonly text?: string
    readonly delta?: {
      readonly content?: string | null
      readonly tool_calls?: readonly { readonly function?: { readonly name?: string; readonly arguments?: string } }[]
    }
    readonly finish_reason?: string | null
  }[]
  readonly usage?: AnswerUsage | null
  readonly error?: { readonly message?: string }
}

export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerPart> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const events = rest.split(/\r?\n\r?\n/)
      rest = done ? '' : (events.pop() ?? '')
      for (const event of events) yield* partsOf(event)
      if (done) return
    }
  } finally {
    reader.releaseLock()
  }
}

function* partsOf(event: string): Generator<AnswerPart> {
  const data = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
  if (data === '' || data === '[DONE]') return
  const chunk = JSON.parse(data) as Chunk
  if (chunk.error) yield { kind: 'error', message: chunk.error.message ?? 'The stream ended unexpectedly.' }
  for (const choice of chunk.choices ?? []) {
    const text = choice.delta?.content ?? choice.text
    if (text) yield { kind: 'text', text }
    for (const call of choice.delta?.tool_calls ?? []) {
      const { name, arguments: given } = call.function ?? {}
      yield { kind: 'tool', text: `${name ? `\n${name}: ` : ''}${given ?? ''}` }
    }
    if (choice.finish_reason) yield { kind: 'finish', reason: choice.finish_reason }
  }
  if (chunk.usage) yield { kind: 'usage', usage: chunk.usage }
}
