/** Loads an encoder from a folder: model, vocabulary and their JSON configuration. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../core/json.ts'
import { WordPieces } from './word-pieces.ts'

const MODEL_FILES = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx']
const USUAL_LIMIT = 512

export type EncoderFolder = {
  readonly modelPath: string
  readonly pieces: WordPieces
  /** Longer texts are rejected rather than truncated. */
  readonly maxTokens: number
  readonly pooling: 'mean' | 'first'
}

export function readEncoderFolder(folder: string): EncoderFolder {
  const modelPath = MODEL_FILES.map((name) => join(folder, name)).find((path) => existsSync(path))
  if (modelPath === undefined) throw new Error(`model.onnx not found in ${folder}`)
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
    throw new Error(`unsupported tokenizer ${String(model['type'])}: only WordPiece is supported`)
  const pieces = Object.entries(objectIn(model, 'vocab'))
  if (pieces.length === 0) throw new Error(`no vocab.txt or WordPiece tokenizer.json found in ${folder}`)
  return new Map(pieces.map(([piece, id]) => [piece, Number(id)]))
}

type Json = Readonly<Record<string, unknown>>

function readJson(path: string): Json {
  if (!existsSync(path)) return {}
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return isObject(value) ? value : {}
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
