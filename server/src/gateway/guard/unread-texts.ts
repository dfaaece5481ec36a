/**
 * Finds the texts of a body that its format does not describe: members that only some providers read, values of another
 * type than expected, and data that the gateway itself unpacks. Otherwise a caller could hide texts there.
 */

import { pathStep } from '../../core/body/replace-values.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import { carriedIn, isCarriedText } from './carried-texts.ts'
import { MAX_PATH } from './json-leaves.ts'
import type { Parts, Position } from './parts.ts'
import { rawOf } from './raw-values.ts'

/** Requests are rejected at a lower depth. */
const MAX_DEPTH = 128

/** Members of a request that a model does not see. */
const REQUEST_SETTINGS: ReadonlySet<string> = new Set([
  'model',
  'models',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'metadata',
  'labels',
  'stop',
  'stop_sequences',
  'logit_bias',
  'service_tier',
  'previous_response_id',
  'conversation',
  'cachedContent',
  'cached_content',
  'provider',
  'mcp_servers',
  'include',
])

/** Members that hold opaque data, or say how another server is reached. They are not text, whatever their value is. */
const OPAQUE: ReadonlySet<string> = new Set([
  'signature',
  'encrypted_content',
  'encrypted_index',
  'thought_signature',
  'thoughtSignature',
  'cache_control',
  'stopSequences',
  'authorization',
  'headers',
  'server_url',
  'connector_id',
  'logprobs',
  'logprobsResult',
])

/** Members with identifiers and names of kinds. They are not text if they look like an identifier. */
const IDENTIFIERS: ReadonlySet<string> = new Set([
  'id',
  'object',
  'type',
  'role',
  'status',
  'call_id',
  'item_id',
  'tool_use_id',
  'tool_call_id',
  'file_id',
  'container_id',
  'format',
  'detail',
  'effort',
  'reasoning_effort',
  'verbosity',
  'voice',
  'response_format',
  'encoding_format',
  'input_type',
  'tool_choice',
  'truncation',
  'media_type',
  'mime_type',
  'mimeType',
  'size',
  'quality',
])
const IDENTIFIER = /^[\w.:/+@-]{1,256}$/

/** Members with files, or addresses of files. */
const FILES: ReadonlySet<string> = new Set([
  'data',
  'file_data',
  'image_url',
  'url',
  'b64_json',
  'image',
  'file_url',
  'fileUri',
  'file_uri',
])
const DATA_URL = /^\s*data:/i
const ADDRESS = /^(?:https?|gs|s3):\/\/\S*$/i

/** Names of members that describe the structure of a value. Such a name is not a text of the caller. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...IDENTIFIERS,
  ...FILES,
  ...OPAQUE,
  ...['text', 'content', 'parts', 'source', 'file', 'filename', 'input_audio', 'video_url', 'audio', 'function'],
  ...['name', 'arguments', 'args', 'description', 'parameters', 'properties', 'required', 'items', 'enum', 'strict'],
  ...['schema', 'json_schema', 'input_schema', 'additionalProperties', 'inlineData', 'inline_data', 'fileData'],
  ...['title', 'url_citation', 'annotations', 'start_index', 'end_index', 'functionDeclarations'],
])

const POSITION: Position = { role: 'user', isLast: false }

/** Adds the strings of a request that are in no part yet. */
export function addUnread(body: JsonObject, parts: Parts): void {
  const walk = new UnreadWalk(parts)
  for (const name of Object.keys(body)) if (!REQUEST_SETTINGS.has(name)) walk.visit(body[name], name, pathStep(name), 0)
}

/** Adds the reasoning that a response carries to the next request. */
export function addCarried(value: unknown, parts: Parts, name = '', path = '', depth = 0): void {
  if (typeof value === 'string') {
    const carried = carriedIn(name, value)
    if (carried) parts.packed(carried, path, { role: 'assistant', isLast: true }, isCarriedText)
    return
  }
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  for (const [one, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${one}]` : `${path === '' ? '' : '.'}${pathStep(one)}`
    addCarried(member, parts, one, path + step, depth + 1)
  }
}

class UnreadWalk {
  /** The paths of the texts that were read, and the paths of all values that contain them. */
  readonly #read = new Set<string>()
  readonly #around = new Set<string>()

  constructor(private readonly parts: Parts) {
    for (const { slot } of parts.list) this.#note(slot.path)
  }

  #note(path: string): void {
    this.#read.add(path)
    for (let end = lastStep(path); end > 0; ) {
      const outer = path.slice(0, end)
      if (this.#around.has(outer)) return
      this.#around.add(outer)
      end = lastStep(outer)
    }
  }

  visit(value: unknown, name: string, path: string, depth: number): void {
    if (this.#read.has(path)) return
    if (typeof value === 'string') return this.#string(value, name, path)
    if (typeof value !== 'object' || value === null) return
    if (OPAQUE.has(name)) return
    if (depth > MAX_DEPTH) {
      this.parts.unreadable ??= `The body is nested deeper than ${MAX_DEPTH} levels.`
      return
    }
    // Every value has its own path, so a long name would be copied for each value below it.
    if (path.length > MAX_PATH && !this.#around.has(path)) return this.#unknown(value, path)
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.visit(item, name, `${path}[${i}]`, depth + 1)
      return
    }
    if (!isObject(value)) return
    const names = Object.keys(value)
    if (!this.#around.has(path) && this.#hasOwnNames(names)) return this.#unknown(value, path)
    for (const one of names) {
      const member = value[one]
      // Most members are identifiers or numbers: they need no path.
      if (typeof member !== 'string' && typeof member !== 'object') continue
      if (typeof member === 'string' && IDENTIFIERS.has(one) && IDENTIFIER.test(member)) continue
      this.visit(member, one, `${path}.${pathStep(one)}`, depth + 1)
    }
  }

  #unknown(value: object, path: string): void {
    this.parts.unknown(value, path, POSITION, (key, text) => this.#isText(key, text))
  }

  /** Names are texts too, unless they are part of a format. */
  #hasOwnNames(names: readonly string[]): boolean {
    if (names.some((name) => OPAQUE.has(name) || FILES.has(name))) return false
    return !names.every((name) => STRUCTURE.has(name))
  }

  #string(text: string, name: string, path: string): void {
    if (text === '') return
    const carried = carriedIn(name, text)
    if (carried) return this.parts.packed(carried, path, POSITION, isCarriedText)
    if (rawOf(text) !== null) return this.parts.jsonValue(text, path, POSITION, 'other')
    if (this.#isText(name, text)) return this.parts.text(text, path, POSITION, 'other')
    if (FILES.has(name) && !ADDRESS.test(text)) this.parts.dataUrl(text, path, POSITION)
  }

  /** In JSON of an unknown kind, files in base64 are not decoded. */
  #isText(name: string, text: string): boolean {
    if (name === '') return !STRUCTURE.has(text)
    if (OPAQUE.has(name)) return false
    if (IDENTIFIERS.has(name)) return !IDENTIFIER.test(text)
    return !FILES.has(name) || !(ADDRESS.test(text) || DATA_URL.test(text) || isBase64(text))
  }
}

/** Where the last step of a path begins; -1 if it has one step. */
function lastStep(path: string): number {
  return Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))
}

/** A short text may as well be a word. */
function isBase64(text: string): boolean {
  return text.length > 64 && /^[\w+/=\r\n-]*$/.test(text)
}
