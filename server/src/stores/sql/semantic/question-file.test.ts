import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredQuestion } from '../../../core/semantic/question-store.ts'
import { QuestionFile } from './question-file.ts'

/** The file is complete when it is closed, even on a busy machine. */
const PATIENT_MS = 600_000
const ANSWER = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: new Uint8Array([1, 2, 3]),
  isEventStream: false,
  storedAtMs: 1_000,
  tookMs: 812.5,
}

function question(key: string, expiresAtMs = Date.now() + 60_000): StoredQuestion {
  const rest = { partition: 'p', workspaceId: 'w', namespace: 'n', text: 'Wie geht’s?', traceId: 't', answerBytes: 3 }
  return { key, ...rest, vector: Int8Array.from([1, -2, 127]), storedAtMs: 1_000, expiresAtMs }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-questions-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loaded(file: QuestionFile): Promise<StoredQuestion[]> {
  const all: StoredQuestion[] = []
  await file.load((some) => all.push(...some))
  return all
}

/** A lookup that takes longer than its timeout finds nothing; on a busy machine it has to be repeated. */
async function responseOf(file: QuestionFile, key: string) {
  for (;;) {
    const found = await file.readResponse(key)
    if (found) return found
  }
}

test('questions and responses are read back unchanged; expired and removed ones are not', () =>
  inFolder(async (folder) => {
    const first = new QuestionFile(folder, PATIENT_MS)
    for (const key of ['a', 'b']) first.put(question(key), ANSWER)
    first.put(question('old', 1), ANSWER)
    first.remove(['b'])
    expect(await responseOf(first, 'a')).toEqual(ANSWER)
    expect(await first.readResponse('b')).toBeUndefined()
    await first.close()
    const second = new QuestionFile(folder, PATIENT_MS)
    const kept = await loaded(second)
    expect(kept.map(({ expiresAtMs: _, ...rest }) => rest)).toEqual([
      (({ expiresAtMs: _, ...rest }) => rest)(question('a')),
    ])
    expect(await responseOf(second, 'a')).toEqual(ANSWER)
    await second.close()
    expect(await second.readResponse('a')).toBeUndefined()
  }))

test('a file of the version before took_ms keeps its responses', () =>
  inFolder(async (folder) => {
    const before = new QuestionFile(folder, PATIENT_MS)
    before.put(question('a'), ANSWER)
    expect(await responseOf(before, 'a')).toEqual(ANSWER)
    await before.close()
    const database = new Database(join(folder, 'semantic.db'))
    database.exec('ALTER TABLE questions DROP COLUMN took_ms; PRAGMA user_version = 1;')
    database.close()
    const after = new QuestionFile(folder, PATIENT_MS)
    expect(await responseOf(after, 'a')).toEqual({ ...ANSWER, tookMs: null })
    await after.close()
  }))

test('an unreadable file is an empty cache, not an error', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'semantic.db'), 'this is no database'.repeat(500))
    const file = new QuestionFile(folder, PATIENT_MS)
    expect(await loaded(file)).toEqual([])
    file.put(question('a'), ANSWER)
    expect(await file.readResponse('a')).toBeUndefined()
    await file.close()
  }))

test('a purge resolves when no file has the workspace, and leaves other workspaces and namespaces', () =>
  inFolder(async (folder) => {
    const file = new QuestionFile(folder, PATIENT_MS)
    const text = (name: string) => `text-of-${name}`
    const put = (key: string, workspaceId: string, namespace: string | null) =>
      file.put({ ...question(key), workspaceId, namespace, text: text(key) }, ANSWER)
    put('a', 'one', null)
    put('b', 'one', 'space')
    put('c', 'two', 'space')
    const names = () =>
      ['a', 'b', 'c'].filter((key) =>
        readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text(key))),
      )
    await file.purge('one', 'space')
    expect(names()).toEqual(['a', 'c'])
    await file.purge('one', null)
    expect(names()).toEqual(['c'])
    await file.close()
  }))

test('a purge deletes an unreadable file', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'semantic.db'), 'this is no database'.repeat(500))
    const file = new QuestionFile(folder, PATIENT_MS)
    await file.purge('one', null)
    expect(readdirSync(folder)).toEqual([])
    await file.close()
  }))
