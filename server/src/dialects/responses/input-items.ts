/** Translates `instructions` and `input` of a Responses request to chat messages. Several items can form a message. */

import type { ChatImage, ChatMessage, ChatPart, ChatToolCall, ExtraContent } from '../chat/types.ts'
import type { InboundContext, JsonObject } from '../dialect.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  objectOf,
  objectsIn,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { unpackReasoning } from './carried-reasoning.ts'
import { CLIENT_TOOLS, type ClientToolKind, calledTool, resultText } from './client-tools.ts'
import { ChatNames, listed, type OfferedTools, offeredTools } from './offered-tools.ts'
import { customArguments } from './tools.ts'
import type { InputItem, InputPart, ResponsesRequest } from './types.ts'

type Item = UncheckedObject<InputItem>

/** A message built here. Some members repeat the caller's values unchecked. */
type OutgoingMessage = UncheckedObject<ChatMessage>
type OutgoingPart = UncheckedObject<ChatPart>

const NO_STATE =
  'Items are not stored here: send the whole input with each request (and store: false, if your client requires it).'

export function chatMessages(
  body: UncheckedObject<ResponsesRequest>,
  offered: OfferedTools = offeredTools(body),
  { warn }: Pick<InboundContext, 'warn'> = { warn: () => {} },
): OutgoingMessage[] {
  const { input, instructions } = body
  const conversation = new Conversation(input, new ChatNames(offered))
  if (!isAbsent(instructions)) {
    if (typeof instructions !== 'string') throw invalidMember('instructions', 'expected a string.')
    if (instructions !== '') conversation.addMessage('system', instructions)
  }
  if (typeof input === 'string') conversation.addMessage('user', input)
  else if (Array.isArray(input)) for (const [i, item] of input.entries()) conversation.addItem(item, `input[${i}]`)
  else throw invalidMember('input', 'expected a string or a list of items.')
  const messages = conversation.finish()
  const { dropped } = conversation
  if (dropped.size > 0) warn(`Left out input items that this provider does not have: ${listed([...dropped])}.`)
  if (messages.length === 0) throw invalidMember('input', 'has no message.', 'Send at least one message.')
  return messages
}

/** Items that stand for earlier messages. Only OpenAI can read them, so leaving them out would lose the conversation. */
const COMPACTED_TYPES: ReadonlySet<unknown> = new Set([
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'context_compaction',
])

class Conversation {
  /** The types of the items that were left out. */
  readonly dropped = new Set<string>()
  readonly #messages: OutgoingMessage[] = []
  readonly #extraContent: ReadonlyMap<string, JsonObject>
  #turn: AssistantTurn | null = null

  constructor(
    input: unknown,
    private readonly names: ChatNames,
  ) {
    this.#extraContent = extraContentOf(input)
  }

  addItem(item: Unchecked<InputItem>, param: string): void {
    if (!isObject(item)) throw invalidMember(param, 'expected an item.')
    const { type, role } = item
    if (type === 'message' || (isAbsent(type) && !isAbsent(role))) return this.#addMessageItem(item, param)
    if (type === 'function_call') return this.#addCall(item, textOf(item.arguments) || '{}', param)
    if (type === 'custom_tool_call') return this.#addCall(item, customArguments(item.input), param)
    if (type === 'function_call_output' || type === 'custom_tool_call_output') return this.#addOutput(item, param)
    if (type === 'reasoning') return this.#openTurn().addReasoning(item)
    if (type === 'image_generation_call' && !isAbsent(item.result)) return this.#addImage(item, param)
    if (type === 'item_reference' || (isAbsent(type) && typeof item.id === 'string')) {
      throw invalidMember(param, `refers to the stored item ${JSON.stringify(item.id)}.`, NO_STATE)
    }
    if (typeof type !== 'string') throw invalidMember(`${param}.type`, 'expected a string.')
    if (COMPACTED_TYPES.has(type)) {
      throw invalidMember(
        `${param}.type`,
        `this provider cannot read an item of type ${type}.`,
        'Send the messages themselves, or choose a provider that has the Responses endpoint itself.',
      )
    }
    this.#addOther(item, type, param)
  }

  /** Adds calls and results of client tools. Items of tools that OpenAI runs are left out. */
  #addOther(item: Item, type: string, param: string): void {
    const kind = calledTool(type)
    if (kind !== null && typeof item.call_id === 'string') return this.#addClientCall(item, kind, param)
    const result = resultText(item)
    const callId = type === 'local_shell_call_output' ? (item.call_id ?? item.id) : item.call_id
    if (result !== null && typeof callId === 'string') return this.#addResult(callId, result)
    if (type === 'agent_message' && textsIn(item.content).length > 0)
      return this.addMessage('user', textsIn(item.content).join('\n\n'))
    // `offeredTools` has already read the tools of this item.
    if (type !== 'additional_tools') this.dropped.add(type)
  }

  addMessage(role: 'system' | 'user', content: string | OutgoingPart[]): void {
    this.#closeTurn()
    this.#messages.push({ role, content })
  }

  finish(): OutgoingMessage[] {
    this.#closeTurn()
    return this.#messages
  }

  #addMessageItem(item: Item, param: string): void {
    const { role, content } = item
    if (role === 'assistant') return this.#openTurn().addParts(chatParts(content, `${param}.content`))
    // Few hosts accept `developer`; those that do treat `system` the same.
    if (role === 'developer' || role === 'system') {
      return this.addMessage('system', chatContent(content, `${param}.content`))
    }
    if (role === 'user') return this.addMessage('user', chatContent(content, `${param}.content`))
    throw invalidMember(
      `${param}.role`,
      `${JSON.stringify(role)} is not a role.`,
      'Use user, assistant, system or developer.',
    )
  }

  #addCall(item: Item, args: string, param: string): void {
    const id = requireText(item.call_id, `${param}.call_id`)
    const name = requireText(item.name, `${param}.name`)
    const namespace = typeof item.namespace === 'string' ? item.namespace : null
    this.#pushCall(id, this.names.of(namespace, name), args)
  }

  #addClientCall(item: Item, kind: ClientToolKind, param: string): void {
    const id = requireText(item.call_id, `${param}.call_id`)
    this.#pushCall(id, this.names.ofClientTool(kind), JSON.stringify(CLIENT_TOOLS[kind].argumentsOf(item)))
  }

  #pushCall(id: string, name: string, args: string): void {
    const called = { name, arguments: args }
    this.#openTurn().calls.push({ id, type: 'function', function: called, ...this.#extraOf(id) })
  }

  #addResult(callId: string, content: string): void {
    this.#closeTurn()
    this.#messages.push({ role: 'tool', tool_call_id: callId, content })
  }

  #addImage(item: Item, param: string): void {
    const image = chatImage(requireText(item.result, `${param}.result`))
    this.#openTurn().images.push({ ...image, ...this.#extraOf(textOf(item.id)) })
  }

  #extraOf(id: string): { extra_content?: ExtraContent } {
    const extra = this.#extraContent.get(id)
    return extra ? { extra_content: extra as ExtraContent } : {}
  }

  #addOutput(item: Item, param: string): void {
    this.#closeTurn()
    const { output, cache_control: cache } = item
    this.#messages.push({
      role: 'tool',
      tool_call_id: requireText(item.call_id, `${param}.call_id`),
      content: isAbsent(output) ? '' : chatContent(output, `${param}.output`),
      ...(!isAbsent(cache) && { cache_control: cache }),
    })
  }

  #openTurn(): AssistantTurn {
    this.#turn ??= new AssistantTurn()
    return this.#turn
  }

  #closeTurn(): void {
    const message = this.#turn?.message()
    if (message) this.#messages.push(message)
    this.#turn = null
  }
}

/** Collected before the calls are read: the reasoning item with a call's signature may precede or follow the call. */
function extraContentOf(input: unknown): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  for (const value of listOf(input)) {
    const item: Item = objectOf(value)
    if (item.type !== 'reasoning') continue
    const carried = unpackReasoning(item.encrypted_content)
    for (const [id, extra] of Object.entries(carried?.calls ?? {})) found.set(id, extra)
  }
  return found
}

function requireText(value: unknown, param: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalidMember(param, 'expected a non-empty string.')
}

/** Combines the items of one assistant turn into one chat message. */
class AssistantTurn {
  readonly calls: ChatToolCall[] = []
  readonly images: ChatImage[] = []
  readonly #parts: OutgoingPart[] = []
  readonly #thoughts: string[] = []
  readonly #details: JsonObject[] = []
  #blocks: readonly JsonObject[] = []
  #isNamedReasoning = false

  addParts(parts: readonly OutgoingPart[]): void {
    for (const part of parts) if (part.type !== 'text' || part.text !== '') this.#parts.push(part)
  }

  /** Skips reasoning that another provider encrypted, and its summary: the provider keeps the reasoning secret. */
  addReasoning(item: Item): void {
    const carried = unpackReasoning(item.encrypted_content)
    if (!carried && textOf(item.encrypted_content) !== '') return
    const texts = [...textsIn(item.summary), ...textsIn(item.content)]
    if (texts.length > 0) this.#thoughts.push(texts.join('\n\n'))
    if (!carried) return
    for (const detail of carried.details) this.#details.push(detail)
    if (carried.blocks.length > 0) this.#blocks = carried.blocks
    if (carried.isNamedReasoning) this.#isNamedReasoning = true
  }

  /** Null if the turn has only thinking, which no provider accepts. */
  message(): OutgoingMessage | null {
    const hasContent = this.#parts.length + this.images.length + this.#blocks.length > 0
    if (!hasContent && this.calls.length === 0) return null
    const thoughts = this.#thoughts.join('')
    return {
      role: 'assistant',
      content: hasContent ? simplify(this.#parts) : null,
      ...(thoughts !== '' && { [this.#isNamedReasoning ? 'reasoning' : 'reasoning_content']: thoughts }),
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(this.#blocks.length > 0 && { content_blocks: [...this.#blocks] }),
      ...(this.images.length > 0 && { images: this.images }),
      ...(this.calls.length > 0 && { tool_calls: this.calls }),
    }
  }
}

function textsIn(parts: unknown): string[] {
  return objectsIn(parts)
    .map((part) => textOf(part['text']))
    .filter((text) => text !== '')
}

/** A single text becomes a string, which every host accepts. */
function chatContent(content: unknown, param: string): string | OutgoingPart[] {
  return simplify(chatParts(content, param))
}

function chatParts(content: unknown, param: string): OutgoingPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) throw invalidMember(param, 'expected a string or a list of parts.')
  return content.map((part: unknown, i) => chatPart(part, `${param}[${i}]`))
}

function simplify(parts: OutgoingPart[]): string | OutgoingPart[] {
  const [only] = parts
  if (only === undefined) return ''
  const isPlainText = parts.length === 1 && only.type === 'text' && only.cache_control === undefined
  return isPlainText ? textOf(only.text) : parts
}

function chatPart(value: unknown, param: string): OutgoingPart {
  if (!isObject(value)) {
    throw invalidMember(param, 'expected a content part.', 'Send {"type":"input_text","text":...}.')
  }
  const part: UncheckedObject<InputPart> = value
  const cache = cacheMarker(part)
  switch (part.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
    case 'summary_text':
    case 'reasoning_text':
      return { type: 'text', text: requireString(part.text, `${param}.text`), ...cache }
    case 'refusal':
      // Few hosts accept chat's refusal parts. As text, the model still sees them.
      return { type: 'text', text: requireString(part.refusal, `${param}.refusal`), ...cache }
    case 'input_image':
      return { type: 'image_url', image_url: imageUrl(part, param), ...cache }
    case 'input_file':
      return { type: 'file', file: chatFile(part, param), ...cache }
    case 'input_audio':
      return { type: 'input_audio', input_audio: objectOf(part.input_audio), ...cache }
    default:
      throw invalidMember(
        `${param}.type`,
        `chat has no equivalent of a part of type ${JSON.stringify(part.type)}.`,
        'Send input_text, input_image, input_file, input_audio or output_text parts.',
      )
  }
}

/** `cache_control`, or OpenAI's marker with the same meaning. */
function cacheMarker(part: UncheckedObject<InputPart>): Pick<OutgoingPart, 'cache_control'> {
  if (!isAbsent(part.cache_control)) return { cache_control: part.cache_control }
  return isObject(part.prompt_cache_breakpoint) ? { cache_control: { type: 'ephemeral' } } : {}
}

function requireString(value: unknown, param: string): string {
  if (typeof value === 'string') return value
  throw invalidMember(param, 'expected a string.')
}

function imageUrl(part: UncheckedObject<InputPart>, param: string): { url: string; detail?: string } {
  const { image_url: url, detail } = part
  if (typeof url !== 'string' || url === '') {
    throw invalidMember(
      `${param}.image_url`,
      isAbsent(part.file_id) ? 'expected a URL.' : 'this provider does not know uploaded images.',
      'Send the image as a data: URL or an https URL in image_url.',
    )
  }
  // Chat has no `original`; `high` is its closest value.
  return { url, ...(typeof detail === 'string' && { detail: detail === 'original' ? 'high' : detail }) }
}

function chatFile(part: UncheckedObject<InputPart>, param: string): UncheckedObject<ChatPart>['file'] {
  const names = ['file_data', 'file_url', 'file_id', 'filename'] as const
  const given = names.filter((name) => typeof part[name] === 'string' && part[name] !== '')
  if (given.every((name) => name === 'filename')) {
    throw invalidMember(param, 'the file has no content.', 'Send file_data as a data: URL, or file_url.')
  }
  return Object.fromEntries(given.map((name) => [name, part[name]]))
}

/** The first base64 characters of each image type. An image item has no member for the media type. */
const IMAGE_TYPES: readonly (readonly [start: string, mediaType: string])[] = [
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
  ['R0lGOD', 'image/gif'],
]

/** An image that the model generated in an earlier turn. */
function chatImage(base64: string): ChatImage {
  const mediaType = IMAGE_TYPES.find(([start]) => base64.startsWith(start))?.[1] ?? 'image/png'
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${base64}` } }
}
