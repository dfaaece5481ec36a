import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BatchingEmbedder } from './batch.ts'
import { httpEmbedder } from './http-embedder.ts'
import { readEncoderFolder } from './onnx/encoder-folder.ts'
import { WordPieces } from './onnx/word-pieces.ts'
import { readVectors } from './read-vectors.ts'

const OWNER = { organisationId: 'o', workspaceId: 'w', logBodies: null }

test('concurrent texts share one call per workspace, and each gets its own vector', async () => {
  const calls: string[][] = []
  const embedder = new BatchingEmbedder('e', async (texts, { workspaceId }) => {
    calls.push([workspaceId, ...texts])
    return texts.map((text) => Float32Array.from([text.length]))
  })
  const vectors = await Promise.all([
    embedder.embed('a', OWNER),
    embedder.embed('bb', OWNER),
    embedder.embed('ccc', { ...OWNER, workspaceId: 'x' }),
  ])
  expect(vectors.map(([length]) => length)).toEqual([1, 2, 3])
  expect(calls).toEqual([
    ['w', 'a', 'bb'],
    ['x', 'ccc'],
  ])
})

test('pending texts are rejected at shutdown', async () => {
  const embedder = new BatchingEmbedder('e', async () => [])
  const asked = embedder.embed('a', OWNER)
  embedder.close()
  expect(asked).rejects.toThrow('shutting down')
})

test('vectors are ordered by their index, as numbers or base64', () => {
  const base64 = Buffer.from(Float32Array.from([3, 4]).buffer).toString('base64')
  const data = [
    { index: 1, embedding: base64 },
    { index: 0, embedding: [1, 2] },
  ]
  expect(readVectors({ data }, 2).map((vector) => [...vector])).toEqual([
    [1, 2],
    [3, 4],
  ])
  for (const wrong of [
    null,
    {},
    { data: [] },
    { data: [{ embedding: ['a'] }] },
    { data: [{ index: 5, embedding: [1] }] },
  ])
    expect(() => readVectors(wrong, 1)).toThrow()
})

test('an error reports the status and code, never the message', async () => {
  const post = async () => Response.json({ error: { code: 'budget_exhausted', message: 'secret' } }, { status: 412 })
  const embedder = httpEmbedder({ identity: 'e', model: 'm', dimensions: null, post })
  expect(embedder.embed('a', OWNER)).rejects.toThrow(/^status 412 \(budget_exhausted\)$/)
})

const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'hello', 'wor', '##ld', '!', '中', 'e', '##te']

test('words are split into the longest pieces of the vocabulary', () => {
  const vocabulary = new Map(VOCABULARY.map((piece, id) => [piece, id]))
  const pieces = new WordPieces({ vocabulary, isLowerCase: true, stripsAccents: true })
  expect(pieces.encode('Hello, WORLD!', 20)).toEqual([2, 4, 1, 5, 6, 7, 3])
  expect(pieces.encode('été中中', 20)).toEqual([2, 9, 10, 8, 8, 3])
  expect(pieces.encode('', 20)).toEqual([2, 3])
  expect(pieces.encode('hello hello hello', 4)).toBeNull()
})

test('an encoder folder configures its tokenizer and pooling', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-encoder-'))
  try {
    expect(() => readEncoderFolder(folder)).toThrow('model.onnx not found')
    writeFileSync(join(folder, 'model.onnx'), '')
    expect(() => readEncoderFolder(folder)).toThrow('no vocab.txt')
    writeFileSync(join(folder, 'tokenizer.json'), '{"model":{"type":"Unigram"}}')
    expect(() => readEncoderFolder(folder)).toThrow('Unigram')
    writeFileSync(join(folder, 'vocab.txt'), VOCABULARY.join('\n'))
    writeFileSync(join(folder, 'sentence_bert_config.json'), '{"max_seq_length":7}')
    const read = readEncoderFolder(folder)
    expect([read.maxTokens, read.pooling, read.pieces.encode('Hello', 7)]).toEqual([7, 'mean', [2, 4, 3]])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
