/** A version being edited: input values, and the request body built from them. */

import { isObject, parseJson } from '../../../api/json.ts'
import type { Prompt } from '../prompt-types.ts'

export type DraftMessage = {
  /** Stable key for rendering while messages are reordered. */
  readonly key: number
  readonly role: string
  /** Text, or content parts as JSON. */
  readonly content: string
  readonly isJson: boolean
  /** Other fields such as `name` or `tool_calls`: preserved, not editable. */
  readonly rest: Readonly<Record<string, unknown>>
}

export type PromptDraft = {
  /** `raw`: a text that is rendered first and then parsed as messages. */
  readonly kind: 'chat' | 'text' | 'raw'
  readonly messages: readonly DraftMessage[]
  readonly text: string
  readonly model: string
  readonly virtualKey: string
  /** Numbers as typed. */
  readonly numbers: Readonly<Record<NumberName, string>>
  /** All other parameters, as a JSON object. */
  readonly others: string
  /** A JSON list, or empty. */
  readonly tools: string
  readonly toolChoice: string
}

export const NUMBER_NAMES = ['temperature', 'top_p', 'max_tokens'] as const
export type NumberName = (typeof NUMBER_NAMES)[number]

export const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const

let lastKey = 0

export function newMessage(role: string, content = ''): DraftMessage {
  return { key: ++lastKey, role, content, isJson: false, rest: {} }
}

export const EMPTY_DRAFT: PromptDraft = {
  kind: 'chat',
  messages: [newMessage('system', ''), newMessage('user', '')],
  text: '',
  model: '',
  virtualKey: '',
  numbers: { temperature: '', top_p: '', max_tokens: '' },
  others: '',
  tools: '',
  toolChoice: '',
}

export function draftOf(prompt: Prompt): PromptDraft {
  const messages = prompt.is_raw_template === 1 ? null : messagesOf(prompt.string)
  const numbers = { ...EMPTY_DRAFT.numbers }
  const others: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(prompt.parameters)) {
    const known = NUMBER_NAMES.find((one) => one === name)
    if (known && typeof value === 'number') numbers[known] = String(value)
    else others[name] = value
  }
  return {
    kind: prompt.is_raw_template === 1 ? 'raw' : messages ? 'chat' : 'text',
    messages: messages ?? [],
    text: messages ? '' : prompt.string,
    model: prompt.model ?? '',
    virtualKey: prompt.virtual_key ?? '',
    numbers,
    others: Object.keys(others).length > 0 ? JSON.stringify(others, null, 2) : '',
    tools: prompt.tools ? JSON.stringify(prompt.tools, null, 2) : '',
    toolChoice:
      typeof prompt.tool_choice === 'string'
        ? prompt.tool_choice
        : prompt.tool_choice
          ? JSON.stringify(prompt.tool_choice)
          : '',
  }
}

/** Null: the text is not a list of messages. */
export function messagesOf(text: string): DraftMessage[] | null {
  const list = parseJson(text)
  if (!Array.isArray(list) || !list.every(isObject)) return null
  return list.map(({ role, content, ...rest }) => ({
    key: ++lastKey,
    role: typeof role === 'string' ? role : 'user',
    content: typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content, null, 2),
    isJson: typeof content !== 'string' && content !== undefined && content !== null,
    rest,
  }))
}

export type DraftProblems = Readonly<Record<string, string>>

export type WireVersion = {
  readonly string: string | readonly object[]
  readonly is_raw_template: 0 | 1
  readonly model: string | null
  readonly virtual_key: string | null
  readonly parameters: Readonly<Record<string, unknown>>
  readonly tools: readonly object[] | null
  readonly tool_choice: string | object | null
}

/** The request body, and the errors by input name. */
export function wireOf(draft: PromptDraft): { readonly wire: WireVersion; readonly problems: DraftProblems } {
  const problems: Record<string, string> = {}
  const parameters: Record<string, unknown> = {}
  for (const name of NUMBER_NAMES) {
    const typed = draft.numbers[name].trim()
    if (typed === '') continue
    if (Number.isFinite(Number(typed))) parameters[name] = Number(typed)
    else problems[name] = 'Must be a number.'
  }
  const others = draft.others.trim() === '' ? {} : parseJson(draft.others)
  if (isObject(others)) Object.assign(parameters, others)
  else problems['others'] = 'Must be a JSON object, such as {"seed": 1}.'
  const tools = draft.tools.trim() === '' ? null : parseJson(draft.tools)
  if (tools !== null && !(Array.isArray(tools) && tools.every(isObject)))
    problems['tools'] = 'Must be a JSON list of tools.'
  if (draft.kind === 'chat' && draft.messages.length === 0)
    problems['messages'] = 'A chat prompt has at least one message.'
  const messages = draft.messages.map((message, index) => {
    const content = message.isJson ? parseJson(message.content) : message.content
    if (content === undefined) problems[`messages.${index}`] = 'The parts must be JSON.'
    return { role: message.role, content: content ?? '', ...message.rest }
  })
  return {
    wire: {
      string: draft.kind === 'chat' ? messages : draft.text,
      is_raw_template: draft.kind === 'raw' ? 1 : 0,
      model: draft.model.trim() || null,
      virtual_key: draft.virtualKey || null,
      parameters,
      tools: Array.isArray(tools) && tools.length > 0 ? tools : null,
      tool_choice: toolChoiceOf(draft.toolChoice.trim()),
    },
    problems,
  }
}

/** All template text of a draft, to find tags in. */
export function templateText(draft: PromptDraft): string {
  return draft.kind === 'chat' ? draft.messages.map((message) => message.content).join('\n') : draft.text
}

/** Equal for drafts that would save as the same version. */
export function draftFingerprint(draft: PromptDraft): string {
  return JSON.stringify({ ...draft, messages: draft.messages.map(({ key: _, ...message }) => message) })
}

function toolChoiceOf(typed: string): string | object | null {
  if (typed === '') return null
  const read = typed.startsWith('{') ? parseJson(typed) : typed
  return isObject(read) || typeof read === 'string' ? read : typed
}
