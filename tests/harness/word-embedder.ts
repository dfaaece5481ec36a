/** An embeddings server for tests: texts with the same words have the same vector, in any order. */

export interface WordEmbedder extends AsyncDisposable {
  /** Base URL, with /v1. */
  readonly url: string
  /** The inputs of every call, in order. */
  readonly calls: readonly (readonly string[])[]
  /** The failure of the next calls; null: they succeed. `slow`: they wait until `trouble` changes. */
  trouble: 'slow' | 'failing' | 'wrong size' | 'not a number' | 'not JSON' | 'too few' | null
}

const SIZE = 64
const POLL_MS = 20

export function startWordEmbedder(): WordEmbedder {
  const calls: string[][] = []
  const state: { trouble: WordEmbedder['trouble'] } = { trouble: null }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { input } = (await request.json()) as { input: string[] }
      calls.push(input)
      const { trouble } = state
      while (state.trouble === 'slow') await Bun.sleep(POLL_MS)
      if (trouble === 'failing') return Response.json({ error: { message: 'no' } }, { status: 500 })
      if (trouble === 'not JSON') return new Response('vectors? never heard of them')
      const size = trouble === 'wrong size' ? SIZE / 2 : SIZE
      const vectors = input.map((text) => vectorOf(text, size))
      if (trouble === 'not a number') vectors[0]!.fill(Number.NaN)
      const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
      const usage = { prompt_tokens: 7, total_tokens: 7 }
      return Response.json({ object: 'list', data: trouble === 'too few' ? [] : data, model: 'words', usage })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    calls,
    get trouble() {
      return state.trouble
    },
    set trouble(value) {
      state.trouble = value
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

/** A large common component makes any two texts nearly equal: only the guard can distinguish them. */
function vectorOf(text: string, size: number): number[] {
  const vector = new Array<number>(size).fill(1)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const at = Number(Bun.hash.crc32(word)) % size
    vector[at] = vector[at]! + 0.15
  }
  return vector
}
