/** Converts the parameters of a check to form texts and back, by their JSON schema. */

import { jsonOrText } from '../../api/json.ts'
import type { ParameterSchema, Parameters } from './guardrail.ts'

export type ParameterKind = 'text' | 'long-text' | 'number' | 'flag' | 'choice' | 'lines' | 'choices' | 'json'

/** Texts that may be this long get a multi-line input. */
const LONG_TEXT = 1_000

export function kindOf(schema: ParameterSchema): ParameterKind {
  const type = typeOf(schema)
  if (schema.enum?.every((value) => typeof value === 'string')) return 'choice'
  if (type === 'string') return (schema.maxLength ?? 0) >= LONG_TEXT ? 'long-text' : 'text'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'boolean') return 'flag'
  if (type === 'array' && schema.items?.enum) return 'choices'
  if (type === 'array' && schema.items && typeOf(schema.items) === 'string') return 'lines'
  return 'json'
}

function typeOf({ type, anyOf }: ParameterSchema): string | null {
  if (typeof type === 'string') return type
  const named = (anyOf ?? []).map((one) => one.type).filter((one) => one !== 'null')
  return named.length === 1 && typeof named[0] === 'string' ? named[0] : null
}

export function textOf(schema: ParameterSchema, value: unknown): string {
  if (value === undefined || value === null) return ''
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  switch (kindOf(schema)) {
    case 'lines':
    case 'choices':
      return isList ? value.join('\n') : JSON.stringify(value, null, 2)
    case 'json':
      return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

/** Undefined: not sent. Text that cannot be parsed is sent unchanged, so that the gateway reports the error. */
export function readText(schema: ParameterSchema, text: string): unknown {
  if (text.trim() === '') return undefined
  switch (kindOf(schema)) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text
    case 'flag':
      return text === 'true'
    case 'lines':
    case 'choices':
      return text.split('\n').filter((line) => line.trim() !== '')
    case 'json':
      return jsonOrText(text)
    default:
      return text
  }
}

/** Sets one parameter and keeps the others, including those that the schema does not name. */
export function withParameter(parameters: Parameters, name: string, value: unknown): Parameters {
  const { [name]: _, ...rest } = parameters
  return value === undefined ? rest : { ...rest, [name]: value }
}
