/** Reads the folder an operator names: model, vocabulary and what its small JSON files say about both. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WordPieces } from './word-pieces.ts'

const MODEL_FILES = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx']
const USUAL_LIMIT = 512

export type EncoderFolder = {
  readonly modelPath: string
  readonly pieces: WordPieces
  /** Longer texts would be cut by the encoder: they are not encoded at all. */
  readonly maxTokens: number
  readonly pooling: 'mean' | 'first'
}

export function readEncoderFolder(folder: string): EncoderFolder {
  const modelPath = MODEL_FILES.map((name) => join(folder, name)).find((path) => existsSync(path))
  if (modelPath === undefined) throw new Error(`there is no model.onnx in ${folder}`)
  const sentence = readJson(join(folder, 'sentence_bert_config.json'))
  const model = readJson(join(folder, 'config.json'))
  const pooling = readJson(join(folder, '1_Pooling/config.json'))
  const maxTokens = numberIn(sentence, 'max_seq_length') ?? numberIn(model, 'max_position_embeddings') ?? USUAL_LIMIT
  return {
    modelPath,
    pieces: new WordPieces(rulesOf(folder)),
    maxTokens,
    pooling: pooling['pooling_mode_cls_token'] === true ? 'first' : 'mean',
  }
}

function rulesOf(folder: string): ConstructorParameters<typeof WordPieces>[0] {
  const settings = readJson(join(folder, 'tokenizer_config.json'))
  const tokenizer = readJson(join(folder, 'tokenizer.json'))
  const normalizer = objectIn(tokenizer, 'normalizer')
  const isLowerCase = booleanIn(settings, 'do_lower_case') ?? booleanIn(normalizer, 'lowercase') ?? true
  const strips = booleanIn(settings, 'strip_accents') ?? booleanIn(normalizer, 'strip_accents') ?? isLowerCase
  return { vocabulary: vocabularyOf(folder, tokenizer), isLowerCase, stripsAccents: strips }
}

function vocabularyOf(folder: string, tokenizer: Json): ReadonlyMap<string, number> {
  const path = join(folder, 'vocab.txt')
  if (existsSync(path)) {
    const lines = readFileSync(path, 'utf8').split(/\r?\n/)
    return new Map(lines.flatMap((piece, id) => (piece === '' ? [] : [[piece, id] as const])))
  }
  const model = objectIn(tokenizer, 'model')
  if (model['type'] !== undefined && model['type'] !== 'WordPiece')
    throw new Error(`its tokenizer is ${String(model['type'])}; only WordPiece encoders can be run here`)
  const pieces = Object.entries(objectIn(model, 'vocab'))
  if (pieces.length === 0) throw new Error(`there is no vocab.txt and no WordPiece tokenizer.json in ${folder}`)
  return new Map(pieces.map(([piece, id]) => [piece, Number(id)]))
}

type Json = Readonly<Record<string, unknown>>

function readJson(path: string): Json {
  if (!existsSync(path)) return {}
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectIn(from: Json, key: string): Json {
  const value = from[key]
  return isObject(value) ? value : {}
}

function booleanIn(from: Json, key: string): boolean | undefined {
  const value = from[key]
  return typeof value === 'boolean' ? value : undefined
}

function numberIn(from: Json, key: string): number | undefined {
  const value = from[key]
  return typeof value === 'number' && value > 0 ? value : undefined
}
