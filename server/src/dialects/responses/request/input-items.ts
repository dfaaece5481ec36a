/** `instructions` and `input` of a Responses request as the messages of a chat. */

import type { JsonObject } from '../../dialect.ts'
import { isAbsent, isObject, listOf, textOf, unsayable } from '../../framing/json-shape.ts'
import { unpackReasoning } from '../carried-reasoning.ts'
import { customArguments } from '../custom-tool.ts'
import { AssistantTurn } from './assistant-turn.ts'
import { chatContent, chatImage, chatParts } from './content-parts.ts'

const NO_STATE =
  'Nothing is stored here: send the whole input with each request (and store: false, if your client asks).'

export function chatMessages(body: JsonObject): JsonObject[] {
  const { input, instructions } = body
  const conversation = new Conversation(input)
  if (!isAbsent(instructions)) {
    if (typeof instructions !== 'string') throw unsayable('instructions', 'expected a text.')
    if (instructions !== '') conversation.say('system', instructions)
  }
  if (typeof input === 'string') conversation.say('user', input)
  else if (Array.isArray(input)) for (const [i, item] of input.entries()) conversation.add(item, `input[${i}]`)
  else throw unsayable('input', 'expected a text or a list of items.')
  const messages = conversation.end()
  if (messages.length === 0) throw unsayable('input', 'nothing is asked.', 'Send at least one message.')
  return messages
}

class Conversation {
  readonly #messages: JsonObject[] = []
  readonly #extraContent: ReadonlyMap<string, JsonObject>
  #turn: AssistantTurn | null = null

  constructor(input: unknown) {
    this.#extraContent = extraContentOf(input)
  }

  add(item: unknown, param: string): void {
    if (!isObject(item)) throw unsayable(param, 'expected an item.')
    const { type, role } = item
    if (type === 'message' || (isAbsent(type) && !isAbsent(role))) return this.#addMessage(item, param)
    if (type === 'function_call') return this.#openTurn().addCall(this.#call(item, param))
    if (type === 'custom_tool_call') return this.#openTurn().addCall(this.#customCall(item, param))
    if (type === 'function_call_output' || type === 'custom_tool_call_output') return this.#addOutput(item, param)
    if (type === 'reasoning') return this.#openTurn().addReasoning(item)
    if (type === 'image_generation_call') return this.#openTurn().addImage(this.#image(item, param))
    if (type === 'item_reference' || (isAbsent(type) && typeof item['id'] === 'string')) {
      throw unsayable(param, `refers to the stored item ${JSON.stringify(item['id'])}.`, NO_STATE)
    }
    throw unsayable(
      `${param}.type`,
      `an item of type ${JSON.stringify(type)} has no equal in chat.`,
      'Send messages, reasoning, calls of functions and custom tools with their outputs; leave out what built-in tools did.',
    )
  }

  say(role: string, content: unknown): void {
    this.#closeTurn()
    this.#messages.push({ role, content })
  }

  end(): JsonObject[] {
    this.#closeTurn()
    return this.#messages
  }

  #addMessage(item: JsonObject, param: string): void {
    const { role, content } = item
    if (role === 'assistant') return this.#openTurn().addParts(chatParts(content, `${param}.content`))
    // Few hosts know `developer`, and those that do take `system` for the same.
    if (role === 'developer' || role === 'system') return this.say('system', chatContent(content, `${param}.content`))
    if (role === 'user') return this.say('user', chatContent(content, `${param}.content`))
    throw unsayable(
      `${param}.role`,
      `${JSON.stringify(role)} is not a role.`,
      'Use user, assistant, system or developer.',
    )
  }

  #call(item: JsonObject, param: string): JsonObject {
    const id = requireName(item, 'call_id', param)
    const called = { name: requireName(item, 'name', param), arguments: textOf(item['arguments']) || '{}' }
    return { id, type: 'function', function: called, ...this.#extraOf(id) }
  }

  #customCall(item: JsonObject, param: string): JsonObject {
    const id = requireName(item, 'call_id', param)
    const called = { name: requireName(item, 'name', param), arguments: customArguments(item['input']) }
    return { id, type: 'function', function: called, ...this.#extraOf(id) }
  }

  #image(item: JsonObject, param: string): JsonObject {
    return { ...chatImage(requireName(item, 'result', param)), ...this.#extraOf(textOf(item['id'])) }
  }

  #extraOf(id: string): JsonObject {
    const extra = this.#extraContent.get(id)
    return extra ? { extra_content: extra } : {}
  }

  #addOutput(item: JsonObject, param: string): void {
    this.#closeTurn()
    const { output, cache_control: cache } = item
    const message = { role: 'tool', tool_call_id: requireName(item, 'call_id', param) }
    const content = isAbsent(output) ? '' : chatContent(output, `${param}.output`)
    this.#messages.push({ ...message, content, ...(!isAbsent(cache) && { cache_control: cache }) })
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

/** Read before the calls: a client may put the reasoning item that signs a call before or after it. */
function extraContentOf(input: unknown): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  for (const item of listOf(input)) {
    if (!isObject(item) || item['type'] !== 'reasoning') continue
    const carried = unpackReasoning(item['encrypted_content'])
    for (const [id, extra] of Object.entries(carried?.calls ?? {})) found.set(id, extra)
  }
  return found
}

function requireName(item: JsonObject, name: string, param: string): string {
  const value = item[name]
  if (typeof value === 'string' && value !== '') return value
  throw unsayable(`${param}.${name}`, 'expected a text.')
}
