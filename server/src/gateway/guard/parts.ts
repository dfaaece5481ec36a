/** Collects the texts of a body, for the functions that walk a format. */

import { isObject, type JsonObject } from '../../core/json.ts'
import type { TextPart } from '../../guardrails/check.ts'
import type { Carried } from './carried-texts.ts'
import { definitionTexts } from './definition-texts.ts'
import { type JsonLeaves, jsonLeaves, MAX_PATH } from './json-leaves.ts'
import { rawOf, stringifyKept } from './raw-values.ts'
import { base64File, fileOf, type TextFile } from './text-files.ts'

/** Where a part is in the body. */
export type Slot = {
  /** The path of the member that holds the text. */
  readonly path: string
  /** The leaves of a JSON text; null if the member is the text itself. */
  readonly json: JsonLeaves | null
  /** `text`: a string. `json_text`: JSON in a string. `json_value`: a JSON value. `data_url`, `base64`: a text in base64. */
  readonly form: 'text' | 'json_text' | 'json_value' | 'data_url' | 'base64'
  /** What precedes the base64, such as the start of a data URL up to the comma. */
  readonly prefix: string
  /** What precedes the JSON in the decoded base64. */
  readonly lead?: string
}

export type LocatedPart = TextPart & {
  readonly slot: Slot
  /** Indexes of leaves, one for each level of JSON in JSON; empty if the part is the whole slot. */
  readonly leaf: readonly number[]
}

export type Role = LocatedPart['role']
export type Kind = LocatedPart['kind']

/** Where a walk is: the role of the message, and whether it is the last. */
export type Position = { readonly role: Role; readonly isLast: boolean }

/** In unknown blocks: members that contain no human-readable text. */
const NO_TEXT: ReadonlySet<string> = new Set([
  'type',
  'id',
  'call_id',
  'tool_use_id',
  'tool_call_id',
  'item_id',
  'file_id',
  'container_id',
  'status',
  'data',
  'image_url',
  'file_data',
  'encrypted_content',
  'encrypted_index',
  'signature',
  'thought_signature',
  'thoughtSignature',
  'media_type',
  'mime_type',
  'mimeType',
  'cache_control',
])

/** Whether a string in JSON is a text, by the name of its member; '' for names of members. */
export type IsText = (name: string, text: string) => boolean

const ALL: IsText = () => true

/** How an MCP server is reached: not for the model, and possibly secret. */
const CONNECTION: ReadonlySet<string> = new Set(['authorization', 'headers', 'server_url', 'connector_id'])

const DEFINED: Position = { role: 'system', isLast: false }

export class Parts {
  readonly list: LocatedPart[] = []
  unreadable: string | null = null

  /** Everything in a response belongs to its last message. */
  constructor(private readonly isResponse: boolean) {}

  /** Marks a body without this list as unreadable: it has another format than expected. */
  requireList(body: JsonObject, name: string): void {
    if (!Array.isArray(body[name])) this.unreadable ??= `The body has no list "${name}", as its format requires.`
  }

  /** Adds a text. If the value is an object or a list, adds the texts inside it: some providers read them. */
  text(value: unknown, path: string, position: Position, kind: Kind = 'text'): void {
    if ((typeof value === 'object' && value !== null) || rawOf(value) !== null)
      return this.jsonValue(value, path, position, kind)
    if (typeof value !== 'string' || value === '') return
    this.#add(value, path, position, kind, { path, json: null, form: 'text', prefix: '' }, [])
  }

  /** Adds a text. If it is JSON with escapes, as tool results often are, adds its leaves. */
  result(value: unknown, path: string, position: Position, kind: Kind = 'tool_result'): void {
    if (typeof value === 'string' && value.includes('\\') && /^\s*[{[]/.test(value)) {
      const json = jsonLeaves(value)
      if (json.isJson) return this.#addLeaves({ path, json, form: 'json_text', prefix: '' }, position, kind)
    }
    this.text(value, path, position, kind)
  }

  /** JSON in a string, such as the arguments of a chat tool call. */
  jsonText(value: unknown, path: string, position: Position, kind: Kind = 'tool_arguments'): void {
    if (typeof value !== 'string' || rawOf(value) !== null) return this.jsonValue(value, path, position, kind)
    if (value === '') return
    this.#addLeaves({ path, json: jsonLeaves(value), form: 'json_text', prefix: '' }, position, kind)
  }

  /** A JSON value, such as the input of a tool call in Messages. */
  jsonValue(value: unknown, path: string, position: Position, kind: Kind = 'tool_arguments'): void {
    if (value === undefined || value === null || value === '') return
    const json = jsonLeaves(rawOf(value) ?? stringifyKept(value))
    this.#addLeaves({ path, json, form: 'json_value', prefix: '' }, position, kind)
  }

  /** The strings of a tool definition or a schema. The model reads all of them. */
  definition(value: unknown, path: string): void {
    if (!isObject(value) && !Array.isArray(value)) return
    const texts = definitionTexts(value)
    if (texts === null) return this.jsonValue(value, path, DEFINED, 'definition')
    let json: JsonLeaves | null = null
    const slot: Slot = {
      path,
      form: 'json_value',
      prefix: '',
      // Only needed if a text is changed.
      get json() {
        json ??= jsonLeaves(JSON.stringify(value))
        return json
      },
    }
    for (const { text, path: at, index, inner } of texts) {
      if (inner) this.#addLeavesOf(inner, slot, path + at, DEFINED, 'definition', [index], ALL)
      else if (text !== '') this.#add(text, path + at, DEFINED, 'definition', slot, [index])
    }
  }

  tools(list: unknown, path: string): void {
    for (const [tool, at] of objects(list, path)) {
      if (tool['type'] === 'mcp') this.other(without(tool, CONNECTION), at, DEFINED, 'definition')
      else this.definition(tool, at)
    }
  }

  /** Adds all strings of a block in an unknown format. */
  other(block: JsonObject, path: string, position: Position, kind: Kind = 'document'): void {
    const entries = Object.entries(block)
    // A path cannot express this member name.
    if (entries.some(([name]) => !/^[\w-]+$/.test(name))) return this.jsonValue(block, path, position, kind)
    for (const [name, value] of entries) {
      if (NO_TEXT.has(name)) continue
      if (typeof value === 'string') this.text(value, `${path}.${name}`, position, kind)
      else if (typeof value === 'object' && value !== null) this.jsonValue(value, `${path}.${name}`, position, kind)
    }
  }

  /** A file in base64. Only text files are read. */
  base64(data: unknown, type: unknown, path: string, position: Position): void {
    if (typeof data !== 'string') return this.text(data, path, position, 'document')
    this.#file(base64File(data, typeof type === 'string' ? type : ''), path, position)
  }

  /** A file in a data URL, or in base64 without one. */
  dataUrl(url: unknown, path: string, position: Position): void {
    if (typeof url !== 'string') return this.text(url, path, position, 'document')
    this.#file(fileOf(url), path, position)
  }

  #file(file: TextFile, path: string, position: Position): void {
    if (file.unreadable !== null) this.unreadable ??= `${path} cannot be read: ${file.unreadable}.`
    if (file.text === null || file.text === '') return
    const form = file.prefix === '' ? 'base64' : 'data_url'
    this.#add(file.text, path, position, 'document', { path, json: null, form, prefix: file.prefix }, [])
  }

  /** Adds a text outside the model's output, or all texts of a value. */
  addOutside(value: string | object, path: string, position: Position): void {
    const raw = typeof value === 'string' ? rawOf(value) : stringifyKept(value)
    const first = this.list.length
    if (raw !== null)
      this.#addLeaves({ path, json: jsonLeaves(raw), form: 'json_value', prefix: '' }, position, 'document')
    else if (typeof value === 'string')
      this.#add(value, path, position, 'document', { path, json: null, form: 'text', prefix: '' }, [])
    for (let i = first; i < this.list.length; i++) this.list[i] = { ...this.list[i]!, isOutside: true }
  }

  /** JSON in base64, after a mark. `isText` says which strings are texts, by the name of their member. */
  packed({ json, prefix, lead }: Carried, path: string, position: Position, isText: IsText): void {
    this.#addLeaves({ path, json: jsonLeaves(json), form: 'base64', prefix, lead }, position, 'other', isText)
  }

  /** A JSON value in an unknown format. */
  unknown(value: object, path: string, position: Position, isText: IsText): void {
    const json = jsonLeaves(stringifyKept(value))
    this.#addLeaves({ path, json, form: 'json_value', prefix: '' }, position, 'other', isText)
  }

  #addLeaves(slot: Slot & { readonly json: JsonLeaves }, position: Position, kind: Kind, isText: IsText = ALL): void {
    this.#addLeavesOf(slot.json, slot, slot.path.slice(0, MAX_PATH), position, kind, [], isText)
  }

  #addLeavesOf(
    json: JsonLeaves,
    slot: Slot,
    path: string,
    position: Position,
    kind: Kind,
    outer: readonly number[],
    isText: IsText,
  ): void {
    for (const [index, { text, path: inner, key, inner: nested }] of json.leaves.entries()) {
      if (text === '' || !isText(key, text)) continue
      const leaf = [...outer, index]
      if (nested) this.#addLeavesOf(nested, slot, path + inner, position, kind, leaf, isText)
      else this.#add(text, path + inner, position, kind, slot, leaf, key)
    }
  }

  #add(
    text: string,
    path: string,
    { role, isLast }: Position,
    kind: Kind,
    slot: Slot,
    leaf: readonly number[],
    key = '',
  ): void {
    const part = { path, role, kind, text, isLast: isLast || this.isResponse, slot, leaf }
    // Definitions get no context, because the keys of a schema are keywords.
    this.list.push(key === '' || kind === 'definition' ? part : { ...part, context: `${key}: ` })
  }
}

function without(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}

/** The objects of a list with their paths. */
export function* objects(list: unknown, path: string): Generator<readonly [JsonObject, string, boolean], undefined> {
  if (!Array.isArray(list)) return
  for (const [i, item] of list.entries()) if (isObject(item)) yield [item, `${path}[${i}]`, i === list.length - 1]
}
