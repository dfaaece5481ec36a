/** Extracts the conversation from the stored request and response bodies. */

import { isObject, type JsonObject, parseJson } from '../../../api/json.ts'
import { partsOf, toolCallsOf } from './read-parts.ts'
import { turnsOfStream } from './read-stream.ts'
import { type Part, type Turn, textOf } from './turn.ts'

type Bodies = { readonly request: string | null; readonly response: string | null }

export function readConversation({ request, response }: Bodies): readonly Turn[] {
  return [...requested(request), ...answered(response)]
}

function requested(body: string | null): Turn[] {
  const call = body === null ? undefined : parseJson(body)
  if (!isObject(call)) return []
  const system = partsOf(call['system'] ?? call['instructions'])
  const before = system.length > 0 ? [turn('system', system)] : []
  const messages = call['messages'] ?? (Array.isArray(call['input']) ? call['input'] : undefined)
  if (Array.isArray(messages) && messages.every((message) => isObject(message)))
    return [...before, ...messages.map((message) => turnOfMessage(message, false))]
  const plain = call['prompt'] ?? call['input']
  if (plain === undefined) return before
  const texts = Array.isArray(plain) ? plain : [plain]
  return [...before, ...texts.slice(0, 100).map((text) => turn('user', [{ kind: 'text', text: textOf(text) }]))]
}

function answered(body: string | null): Turn[] {
  if (body === null || body === '') return []
  const whole = parseJson(body)
  if (!isObject(whole)) return turnsOfStream(body) ?? []
  if (isObject(whole['error']))
    return [turn('error', partsOf(textOf(whole['error']['message'] ?? whole['error'])), true)]
  if (Array.isArray(whole['choices'])) return whole['choices'].flatMap(turnOfChoice)
  if (Array.isArray(whole['output'])) return whole['output'].filter(isObject).map(turnOfOutput)
  if (Array.isArray(whole['content'])) return [turnOfMessage({ role: 'assistant', ...whole }, true)]
  return []
}

function turnOfChoice(choice: unknown): Turn[] {
  if (!isObject(choice)) return []
  if (isObject(choice['message'])) return [turnOfMessage(choice['message'], true)]
  return [turn('assistant', partsOf(choice['text']), true)]
}

function turnOfOutput(item: JsonObject): Turn {
  if (item['type'] === 'function_call')
    return turn(
      'assistant',
      [{ kind: 'tool-call', name: textOf(item['name']), input: textOf(item['arguments']) }],
      true,
    )
  return turnOfMessage({ role: 'assistant', ...item }, true)
}

function turnOfMessage(message: JsonObject, isAnswer: boolean): Turn {
  const role = textOf(message['role']) || textOf(message['type']) || 'message'
  const thought = message['reasoning_content'] ?? message['reasoning']
  const content = partsOf(message['content'] ?? message['output'])
  if (role === 'tool' || role === 'function') {
    const text = content.map((part) => (part.kind === 'text' ? part.text : `[${part.kind}]`)).join('\n')
    return turn(role, [{ kind: 'tool-result', of: textOf(message['name'] ?? message['tool_call_id']), text }], isAnswer)
  }
  const thoughts: Part[] = typeof thought === 'string' && thought !== '' ? [{ kind: 'thought', text: thought }] : []
  const refused = typeof message['refusal'] === 'string' ? partsOf(message['refusal']) : []
  return turn(role, [...thoughts, ...content, ...refused, ...toolCallsOf(message)], isAnswer)
}

function turn(role: string, parts: readonly Part[], isAnswer = false): Turn {
  return { role, parts, isAnswer }
}
