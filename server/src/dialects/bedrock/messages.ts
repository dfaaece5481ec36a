/** Translates OpenAI's messages to Converse's system blocks and turns. */

import { joinReasoning } from '../chat/reasoning.ts'
import { parseArguments } from '../chat/request.ts'
import type { BlockKinds } from '../chat/tool-loop.ts'
import type { ChatBody, ChatFile, ChatMessage, ChatPart, ChatToolCall } from '../chat/types.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  objectOf,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { familyOf, reasoningFormats } from './models.ts'
import type { CachePoint, ConverseBlock, ConverseTurn } from './types.ts'

export type Conversation = {
  readonly system: ConverseBlock[]
  readonly messages: ConverseTurn[]
  /** Tools called in the history. Converse requires a toolConfig if the history has tool blocks. */
  readonly calledTools: ReadonlySet<string>
}

export function encodeMessages(messages: ChatBody['messages'], model: string): Conversation {
  if (!Array.isArray(messages)) throw invalidMember('messages', 'expected a list of messages.')
  const system: ConverseBlock[] = []
  const turns: ConverseTurn[] = []
  const calledTools = new Set<string>()
  const names = new DocumentNames()
  const append = (role: ConverseTurn['role'], blocks: ConverseBlock[]) => {
    if (blocks.length === 0) return
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else turns.push({ role, content: blocks })
  }
  for (const [i, message] of messages.entries()) {
    const param = `messages[${i}]`
    if (!isObject(message)) throw invalidMember(param, 'expected a message with role and content.')
    const content = () => contentBlocks(message.content, `${param}.content`, names)
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(...content())
        break
      case 'user':
        append('user', content())
        break
      case 'assistant':
        append('assistant', [
          ...reasoningBlocks(message.reasoning_details, model),
          ...content(),
          ...toolUseBlocks(listOf(message.tool_calls), `${param}.tool_calls`, calledTools),
        ])
        break
      case 'tool':
        append('user', toolResult(message, content(), param))
        break
      default:
        throw invalidMember(
          `${param}.role`,
          'expected system, developer, user, assistant or tool.',
          'The role function was replaced in OpenAI’s format; use tool with tool_call_id.',
        )
    }
  }
  return { system, messages: turns, calledTools }
}

export const BLOCK_KINDS: BlockKinds<ConverseBlock> = {
  isResult: (block) => 'toolResult' in block,
  isThinking: (block) => 'reasoningContent' in block,
}

/** The model rejects the turn if its earlier thinking is changed. */
function reasoningBlocks(details: unknown, model: string): ConverseBlock[] {
  return joinReasoning(details, reasoningFormats(model)).flatMap((detail): ConverseBlock[] => {
    if (detail.type === 'redacted') return [{ reasoningContent: { redactedContent: detail.data } }]
    const { text, signature } = detail
    // Claude rejects unsigned thinking, which another provider produced.
    if (signature === '' && familyOf(model) === 'claude') return []
    return [{ reasoningContent: { reasoningText: { text, ...(signature === '' ? {} : { signature }) } } }]
  })
}

function toolUseBlocks(
  calls: readonly Unchecked<ChatToolCall>[],
  param: string,
  calledTools: Set<string>,
): ConverseBlock[] {
  return calls.map((call, i) => {
    const { id, function: called, type } = objectOf(call)
    const at = `${param}[${i}]`
    const { name, arguments: text } = objectOf(called)
    if (typeof name !== 'string' || name === '' || (type !== undefined && type !== 'function')) {
      throw invalidMember(`${at}.function.name`, 'expected a function call with a name.')
    }
    if (typeof id !== 'string' || id === '') throw invalidMember(`${at}.id`, 'expected the id of the tool call.')
    calledTools.add(name)
    return { toolUse: { toolUseId: toolUseId(id), name, input: parseArguments(text, `${at}.function.arguments`) } }
  })
}

function toolResult(message: UncheckedObject<ChatMessage>, blocks: ConverseBlock[], param: string): ConverseBlock[] {
  const id = message.tool_call_id
  if (typeof id !== 'string' || id === '') {
    throw invalidMember(`${param}.tool_call_id`, 'expected the id of the tool call.')
  }
  const content = blocks.filter((block) => !('cachePoint' in block))
  const result: ConverseBlock = {
    toolResult: {
      toolUseId: toolUseId(id),
      // Converse rejects an empty text, but a tool may have no output.
      content: content.length === 0 ? [{ text: '(no output)' }] : content,
      ...(message.is_error === true ? { status: 'error' } : {}),
    },
  }
  // A cache point is a block of the turn, not of the result.
  return [result, ...blocks.filter((block) => 'cachePoint' in block)]
}

const TOOL_USE_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Valid ids stay unchanged. An id that Converse would reject gets a new one, the same for the call and its result. */
function toolUseId(id: string): string {
  if (TOOL_USE_ID.test(id)) return id
  return `${id.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40)}_${Bun.hash(id).toString(36)}`
}

/** Converse's names for media types. */
const IMAGES: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['text/html', 'html'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
])
const VIDEOS: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/x-matroska', 'mkv'],
  ['video/webm', 'webm'],
  ['video/x-flv', 'flv'],
  ['video/mpeg', 'mpeg'],
  ['video/x-ms-wmv', 'wmv'],
  ['video/3gpp', 'three_gp'],
])
const DOCUMENT_FORMATS: ReadonlySet<string> = new Set(DOCUMENTS.values())

/** Converse's own blocks, which a caller may put among the parts. They are forwarded unchanged. */
const NATIVE_BLOCKS = ['cachePoint', 'guardContent', 'document', 'image', 'video', 'audio', 'searchResult'] as const

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/

/** Converse restricts the characters of document names and requires that they are unique in a request. */
class DocumentNames {
  readonly #used = new Set<string>()

  take(filename: string): string {
    const plain = filename
      .replace(/\.[A-Za-z0-9]{1,5}$/, '')
      .replace(/[^A-Za-z0-9\s\-()[\]]+/g, '-')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 180)
    const base = plain === '' ? 'document' : plain
    let name = base
    for (let i = 2; this.#used.has(name); i++) name = `${base} (${i})`
    this.#used.add(name)
    return name
  }
}

/** Leaves out empty texts, which Converse rejects. */
function contentBlocks(
  content: UncheckedObject<ChatMessage>['content'],
  param: string,
  names: DocumentNames,
): ConverseBlock[] {
  if (isAbsent(content)) return []
  if (typeof content === 'string') return textBlocks(content)
  if (!Array.isArray(content)) throw invalidMember(param, 'expected a string or a list of parts.')
  return content.flatMap((part, i) => partBlocks(part, `${param}[${i}]`, names))
}

/** Converse marks the end of cacheable content with a block, Anthropic with the member `cache_control`. */
export function cachePoint(marker: unknown): CachePoint[] {
  if (!isObject(marker)) return []
  const ttl = textOf(marker['ttl'])
  return [{ cachePoint: { type: 'default', ...(ttl === '' ? {} : { ttl }) } }]
}

function textBlocks(text: string): ConverseBlock[] {
  return text === '' ? [] : [{ text }]
}

function partBlocks(part: Unchecked<ChatPart>, param: string, names: DocumentNames): ConverseBlock[] {
  if (typeof part === 'string') return textBlocks(part)
  if (!isObject(part)) throw invalidMember(param, 'expected a part with a type.')
  const marker = cachePoint(part.cache_control)
  switch (part.type) {
    case 'text':
      return [...textBlocks(requireText(part.text, `${param}.text`)), ...marker]
    case 'refusal':
      return textBlocks(textOf(part.refusal))
    case 'image_url':
      return [imageBlock(part.image_url, `${param}.image_url`, names), ...marker]
    case 'file':
      return [withCitations(fileBlock(objectOf(part.file), `${param}.file`, names), part.citations), ...marker]
    case 'input_audio':
      return [audioBlock(objectOf(part.input_audio), `${param}.input_audio`), ...marker]
    default:
      if (isNativeBlock(part)) return [part]
      throw invalidMember(
        `${param}.type`,
        `parts of type ${JSON.stringify(part.type ?? null)} cannot be sent to this provider.`,
        'Use text, image_url, file or input_audio.',
      )
  }
}

/** Checks only that the block has one of Converse's members. Bedrock validates the rest. */
function isNativeBlock(part: object): part is ConverseBlock {
  const block = part as UncheckedObject<ConverseBlock & { type: unknown }>
  return block.type === undefined && NATIVE_BLOCKS.some((name) => isObject(block[name]))
}

function requireText(value: unknown, param: string): string {
  if (typeof value === 'string') return value
  throw invalidMember(param, 'expected a string.')
}

function imageBlock(image: Unchecked<string | { url: string }>, param: string, names: DocumentNames): ConverseBlock {
  const url = typeof image === 'string' ? image : requireText(objectOf(image).url, `${param}.url`)
  if (url.startsWith('s3://')) return { image: { format: formatOfPath(url, 'png'), source: s3(url) } }
  return dataBlock(readDataUrl(url, `${param}.url`), '', `${param}.url`, names)
}

function withCitations(block: ConverseBlock, citations: unknown): ConverseBlock {
  return 'document' in block && isObject(citations) ? { document: { ...block.document, citations } } : block
}

function fileBlock(file: UncheckedObject<ChatFile>, param: string, names: DocumentNames): ConverseBlock {
  const filename = textOf(file.filename)
  const url = textOf(file.file_url)
  if (url.startsWith('s3://')) {
    const format = formatOfPath(url, 'pdf')
    return { document: { format, name: names.take(filename || url.slice(url.lastIndexOf('/') + 1)), source: s3(url) } }
  }
  const data = textOf(file.file_data)
  if (data === '') {
    throw invalidMember(
      param,
      'only files sent as file_data are supported by this provider.',
      'Send file_data with the file as a data URL, and a filename.',
    )
  }
  const content = data.startsWith('data:')
    ? readDataUrl(data, `${param}.file_data`)
    : { type: textOf(file.mime_type), bytes: data }
  return dataBlock(content, filename, `${param}.file_data`, names)
}

/** `bytes` is base64, which Converse's JSON also uses. */
type Data = { readonly type: string; readonly bytes: string }

function readDataUrl(url: string, param: string): Data {
  const match = DATA_URL.exec(url)
  if (match === null) {
    throw invalidMember(
      param,
      'this provider does not fetch URLs.',
      'Send the content itself as a data URL (data:<media type>;base64,...), or an s3:// address.',
    )
  }
  const rest = url.slice(match[0].length)
  if (match[2]!.toLowerCase().includes(';base64')) return { type: match[1]!.toLowerCase(), bytes: rest }
  try {
    return {
      type: match[1]!.toLowerCase() || 'text/plain',
      bytes: Buffer.from(decodeURIComponent(rest)).toString('base64'),
    }
  } catch {
    throw invalidMember(param, 'the data URL is malformed.')
  }
}

function dataBlock({ type, bytes }: Data, filename: string, param: string, names: DocumentNames): ConverseBlock {
  const source = { bytes }
  const image = IMAGES.get(type)
  if (image !== undefined) return { image: { format: image, source } }
  const video = VIDEOS.get(type)
  if (video !== undefined) return { video: { format: video, source } }
  const format = DOCUMENTS.get(type) ?? formatOfPath(filename, '')
  if (DOCUMENT_FORMATS.has(format)) return { document: { format, name: names.take(filename), source } }
  throw invalidMember(
    param,
    `content of type ${JSON.stringify(type || filename)} cannot be sent to this provider.`,
    'Images: png, jpeg, gif, webp. Documents: pdf, csv, doc, docx, xls, xlsx, html, txt, md.',
  )
}

function audioBlock(audio: { readonly data?: unknown; readonly format?: unknown }, param: string): ConverseBlock {
  const bytes = requireText(audio.data, `${param}.data`)
  return { audio: { format: requireText(audio.format, `${param}.format`), source: { bytes } } }
}

function s3(uri: string): { s3Location: { uri: string } } {
  return { s3Location: { uri } }
}

function formatOfPath(path: string, fallback: string): string {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? fallback
  return extension === 'jpg' ? 'jpeg' : extension
}
