import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** The process of the guard is killed after this time, because an endless loop cannot be interrupted. */
const HUNG_MS = 300_000

test('the guard returns for every word of four public word lists and for a public corpus of sentences', async () => {
  const script = Bun.spawn([process.execPath, join(import.meta.dir, 'test-corpus.ts')], {
    stdout: 'pipe',
    stderr: 'inherit',
    timeout: HUNG_MS,
    killSignal: 'SIGKILL',
  })
  const said = await new Response(script.stdout).text()
  expect({ exitCode: await script.exited, signal: script.signalCode }).toEqual({ exitCode: 0, signal: null })
  const { words, generated, texts, questions, badStems, limited } = JSON.parse(said)
  expect(words).toBeGreaterThan(1_000_000)
  expect(generated).toBeGreaterThan(200_000)
  expect(texts).toBeGreaterThan(20_000)
  expect(questions).toBeGreaterThan(3_500)
  expect(badStems).toEqual([])
  expect(limited).toEqual([])
})
