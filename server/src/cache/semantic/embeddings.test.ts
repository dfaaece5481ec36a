import { expect, test } from 'bun:test'
import { Embeddings } from './embeddings.ts'

const OWNER = { organisationId: 'o', workspaceId: 'w', logBodies: null }

function of(embed: (text: string) => Promise<Float32Array>, timeoutMs = 50) {
  const calls: string[] = []
  const embedder = {
    identity: 'e',
    embed: (text: string) => {
      calls.push(text)
      return embed(text)
    },
    close: () => {},
  }
  return { embeddings: new Embeddings(embedder, timeoutMs), calls }
}

const vector = (size: number) => new Float32Array(size).fill(1)

test('each text is embedded once per workspace', async () => {
  const { embeddings, calls } = of(async () => vector(4))
  await Promise.all([embeddings.get('a', OWNER), embeddings.get('a', OWNER)])
  await embeddings.get('a', OWNER)
  await embeddings.get('a', { ...OWNER, workspaceId: 'x' })
  expect(calls).toEqual(['a', 'a'])
})

test('a request gets no vector after the timeout, a later request gets the cached vector', async () => {
  const late = Promise.withResolvers<Float32Array>()
  const { embeddings } = of(() => late.promise, 10)
  const { inTime, whole } = await embeddings.get('a', OWNER)
  expect(inTime).toEqual({ kind: 'none', why: 'the embedder did not respond within 10 ms' })
  late.resolve(vector(4))
  expect(await whole).toMatchObject({ kind: 'vector' })
  expect((await embeddings.get('a', OWNER)).inTime).toMatchObject({ kind: 'vector' })
})

test('a vector of a different size is rejected, until the size has changed permanently', async () => {
  let size = 4
  const { embeddings } = of(async () => vector(size))
  await embeddings.get('first', OWNER)
  size = 3
  const kinds: string[] = []
  for (let i = 0; i < 9; i++) kinds.push((await embeddings.get(`${i}`, OWNER)).inTime.kind)
  expect(kinds).toEqual([...Array<string>(7).fill('none'), 'vector', 'vector'])
})

test('a failure is reported in one short line', async () => {
  const { embeddings } = of(() => Promise.reject(new Error(`no\nway ${'x'.repeat(500)}`)))
  const { inTime } = await embeddings.get('a', OWNER)
  expect(inTime.kind === 'none' && inTime.why).toMatch(/^the embedder failed: no way x{1,120}$/)
})
