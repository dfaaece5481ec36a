/** Translates Gemini's contents to chat messages. */

import type { AssistantMessage, ChatImage, ChatMessage, ChatPart, ChatToolCall, ExtraContent } from '../chat/types.ts'
import type { JsonObject } from '../dialect.ts'
import { invalidMember, isAbsent, isObject, objectOf, textOf, textOrNull } from '../json.ts'
import { type Carried, decodeCarried, detailText } from './carried-thinking.ts'
import { memberOf } from './spelling.ts'

const GOOGLE_MODEL = 'Leave it out, or choose a Google model.'
/** Files that only Google can read. */
const GOOGLE_FILE = /^(?:gs:|https:\/\/generativelanguage\.googleapis\.com\/)/i

/** The calls of one function. Those before `next` have their results. */
type NamedCalls = { readonly ids: string[]; next: number }

export function contentsToChat(contents: unknown): ChatMessage[] {
  const list: unknown[] = Array.isArray(contents) ? contents : isObject(contents) ? [contents] : []
  if (list.length === 0) {
    throw invalidMember('contents', 'expected a list of contents.', 'Send at least one content with a text part.')
  }
  const conversation = new Conversation()
  for (const [i, content] of list.entries()) conversation.add(content, `contents[${i}]`, i)
  return conversation.messages
}

/** The text of a system instruction. */
export function instructionText(value: unknown): string {
  if (isAbsent(value)) return ''
  if (typeof value === 'string') return value
  return partsOf(value, 'systemInstruction')
    .map((part, i) => {
      const { text } = part
      if (typeof text === 'string') return text
      throw invalidMember(`systemInstruction.parts[${i}]`, 'only text can be an instruction.', 'Send it in contents.')
    })
    .filter((text) => text !== '')
    .join('\n')
}

class Conversation {
  readonly messages: ChatMessage[] = []
  /** By name, because many clients send results without the id of the call. */
  readonly #calls = new Map<string, NamedCalls>()
  /** The ids of the calls without a result. */
  readonly #open = new Set<string>()

  add(content: unknown, param: string, index: number): void {
    if (typeof content === 'string') {
      this.messages.push({ role: 'user', content })
      return
    }
    const role: unknown = objectOf(content)['role']
    const parts = partsOf(content, param)
    if (role === 'model') this.#addModel(parts, param, index)
    else if (isAbsent(role) || role === 'user' || role === 'function' || role === 'tool') this.#addUser(parts, param)
    else throw invalidMember(`${param}.role`, `unknown role ${JSON.stringify(role)}.`, 'Use user or model.')
  }

  /** Results come before the rest of the turn: OpenAI requires them directly after the calls. */
  #addUser(parts: readonly JsonObject[], param: string): void {
    const others: ChatPart[] = []
    for (const [i, part] of parts.entries()) {
      const result = memberOf(part, 'functionResponse')
      const path = `${param}.parts[${i}]`
      if (!isObject(result)) {
        for (const made of userParts(part, path)) others.push(made)
        continue
      }
      const { message, attachments } = this.#result(result, `${path}.functionResponse`)
      this.messages.push(message)
      for (const attachment of attachments) others.push(attachment)
    }
    if (others.length > 0) this.messages.push({ role: 'user', content: textIfPlain(others) })
  }

  #result(result: JsonObject, param: string): { message: ChatMessage; attachments: ChatPart[] } {
    const id = this.#takeCall(textOrNull(result['id']), textOf(result['name']), param)
    const { text, isError } = resultText(result['response'])
    const media = (isAbsent(result['parts']) ? [] : partsOf(result, param)).flatMap((part, i) =>
      userParts(part, `${param}.parts[${i}]`),
    )
    const note: ChatPart = { type: 'text', text: `Attached to the result of tool call ${id}:` }
    return {
      message: { role: 'tool', tool_call_id: id, content: text, ...(isError && { is_error: true }) },
      attachments: media.length > 0 ? [note, ...media] : [],
    }
  }

  /** The id of the call that a result belongs to. Without an id it is the first open call of that function. */
  #takeCall(given: string | null, name: string, param: string): string {
    const named = this.#calls.get(name)
    while (named && named.next < named.ids.length && !this.#open.has(named.ids[named.next]!)) named.next++
    const id = given !== null && this.#open.has(given) ? given : named?.ids[named.next]
    if (id === undefined) {
      throw invalidMember(
        param,
        `no earlier functionCall with the name ${JSON.stringify(name.slice(0, 128))} is without a result.`,
        'Send the content with the functionCall before its result.',
      )
    }
    this.#open.delete(id)
    return id
  }

  #addModel(parts: readonly JsonObject[], param: string, index: number): void {
    const texts: string[] = []
    const calls: ChatToolCall[] = []
    const images: ChatImage[] = []
    let carried: Carried = {}
    for (const [i, part] of parts.entries()) {
      const signature = decodeCarried(textOf(memberOf(part, 'thoughtSignature')))
      if (signature.details || signature.reasoning) carried = signature
      const call = memberOf(part, 'functionCall')
      const data = memberOf(part, 'inlineData')
      if (isObject(call)) calls.push(this.#call(call, signature, `call_${index}_${i}`, `${param}.parts[${i}]`))
      // Skipped: thinking that a provider needs back is carried in a signature.
      else if (part['thought'] === true) continue
      else if (isObject(data)) images.push(imageOf(data, signature))
      else texts.push(textOf(part['text']) + codeText(part))
    }
    const message = assistantMessage(texts.join(''), calls, images, carried)
    if (message) this.messages.push(message)
  }

  #call(call: JsonObject, { google = '' }: Carried, generatedId: string, param: string): ChatToolCall {
    const name = textOrNull(call['name'])
    if (name === null) throw invalidMember(`${param}.functionCall.name`, 'expected a name.', 'Send the name.')
    const id = textOrNull(call['id']) ?? generatedId
    const named = this.#calls.get(name)
    if (named) named.ids.push(id)
    else this.#calls.set(name, { ids: [id], next: 0 })
    this.#open.add(id)
    return {
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(objectOf(call['args'])) },
      ...signed(google),
    }
  }
}

function assistantMessage(
  text: string,
  calls: ChatToolCall[],
  images: ChatImage[],
  { details = [], reasoning = '' }: Carried,
): AssistantMessage | null {
  const thinking = reasoning || details.map(detailText).join('')
  if (text === '' && calls.length === 0 && images.length === 0 && details.length === 0) return null
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(thinking !== '' && { reasoning_content: thinking }),
    ...(details.length > 0 && { reasoning_details: [...details] }),
    ...(images.length > 0 && { images }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function signed(signature: string): { extra_content?: ExtraContent } {
  return signature === '' ? {} : { extra_content: { google: { thought_signature: signature } } }
}

function partsOf(content: unknown, param: string): JsonObject[] {
  if (!isObject(content)) throw invalidMember(param, 'expected a content.', 'Send { "role": ..., "parts": [...] }.')
  const { parts } = content
  if (isAbsent(parts)) return []
  const list: unknown[] = Array.isArray(parts) ? parts : [parts]
  return list.map((part, i) => {
    if (isObject(part)) return part
    throw invalidMember(`${param}.parts[${i}]`, 'expected a part.', 'Send { "text": ... }.')
  })
}

/** A single text becomes a string, which every provider accepts. */
function textIfPlain(parts: ChatPart[]): string | ChatPart[] {
  const only = parts.length === 1 ? parts[0] : undefined
  return only?.type === 'text' ? only.text : parts
}

function userParts(part: JsonObject, param: string): ChatPart[] {
  const { text } = part
  if (part['thought'] === true) return []
  if (typeof text === 'string') return text === '' ? [] : [{ type: 'text', text }]
  const data = memberOf(part, 'inlineData')
  if (isObject(data)) return [inlinePart(data, `${param}.inlineData`)]
  const file = memberOf(part, 'fileData')
  if (isObject(file)) return [filePart(file, `${param}.fileData`)]
  const code = codeText(part)
  if (code !== '') return [{ type: 'text', text: code }]
  const names = Object.keys(part).slice(0, 8)
  if (names.length === 0) return []
  throw invalidMember(param, `a part with ${names.join(', ')} works with Google only.`, GOOGLE_MODEL)
}

const AUDIO_FORMATS: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
])

function inlinePart(data: JsonObject, param: string): ChatPart {
  const type = textOf(memberOf(data, 'mimeType')).toLowerCase().split(';', 1)[0]!.trim()
  const bytes = textOrNull(data['data'])
  if (bytes === null || type === '') {
    throw invalidMember(param, 'expected mimeType and data.', 'Send the type, and the bytes in base64.')
  }
  const base64 = standardBase64(bytes)
  const url = `data:${type};base64,${base64}`
  if (type.startsWith('image/')) return { type: 'image_url', image_url: { url } }
  if (type.startsWith('video/')) return { type: 'video_url', video_url: { url } }
  if (type.startsWith('audio/')) {
    const format = AUDIO_FORMATS.get(type) ?? type.slice('audio/'.length)
    return { type: 'input_audio', input_audio: { data: base64, format } }
  }
  if (type.startsWith('text/') || type === 'application/json') {
    return { type: 'text', text: Buffer.from(bytes, 'base64').toString('utf8') }
  }
  const name = textOrNull(memberOf(data, 'displayName')) ?? (type === 'application/pdf' ? 'document.pdf' : 'document')
  return { type: 'file', file: { filename: name, file_data: url } }
}

/** Converts URL-safe base64. Google accepts both alphabets, other providers only the standard one. */
function standardBase64(text: string): string {
  return /[-_]/.test(text) ? text.replaceAll('-', '+').replaceAll('_', '/') : text
}

function filePart(file: JsonObject, param: string): ChatPart {
  const uri = textOrNull(memberOf(file, 'fileUri'))
  if (uri === null || !/^(?:https?|data):/i.test(uri) || GOOGLE_FILE.test(uri)) {
    throw invalidMember(
      `${param}.fileUri`,
      'only Google can read this file.',
      'Send the bytes as inlineData or an https URL, or choose a Google model.',
    )
  }
  const type = textOf(memberOf(file, 'mimeType')).toLowerCase()
  if (type.startsWith('image/')) return { type: 'image_url', image_url: { url: uri } }
  if (type.startsWith('video/')) return { type: 'video_url', video_url: { url: uri } }
  const name = textOrNull(memberOf(file, 'displayName'))
  return { type: 'file', file: { ...(name !== null && { filename: name }), file_url: uri } }
}

function imageOf(data: JsonObject, { google = '' }: Carried): ChatImage {
  const type = textOf(memberOf(data, 'mimeType')) || 'image/png'
  const url = `data:${type};base64,${standardBase64(textOf(data['data']))}`
  return { type: 'image_url', image_url: { url }, ...signed(google) }
}

/** Code that ran at Google, and its output, as Markdown. */
function codeText(part: JsonObject): string {
  const code = textOf(objectOf(memberOf(part, 'executableCode'))['code'])
  if (code !== '') return `\n\`\`\`python\n${code}\n\`\`\`\n`
  const output = textOf(objectOf(memberOf(part, 'codeExecutionResult'))['output'])
  return output === '' ? '' : `\n\`\`\`\n${output}\n\`\`\`\n`
}

/** Google's members for the result of a function: `output` or `error`. Its own clients also write `result`. */
const OUTPUT_MEMBERS: ReadonlySet<string> = new Set(['output', 'result', 'content'])

function resultText(response: unknown): { text: string; isError: boolean } {
  if (!isObject(response)) return { text: textOfValue(response), isError: false }
  const { name: _, ...members } = response
  const own = 'content' in members ? members : response
  const [only, ...others] = Object.keys(own)
  if (only === undefined || others.length > 0) return { text: textOfValue(response), isError: false }
  if (only === 'error') return { text: textOfValue(own[only]), isError: true }
  return { text: textOfValue(OUTPUT_MEMBERS.has(only) ? own[only] : response), isError: false }
}

function textOfValue(value: unknown): string {
  if (isAbsent(value)) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
