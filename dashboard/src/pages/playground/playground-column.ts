/** One playground column: messages, target and parameters, and the API call built from them. */

import { jsonOrText } from '../../api/json.ts'
import { type DraftMessage, messagesOf, newMessage } from '../prompts/template/prompt-draft.ts'
import { type TemplateVariable, templateNeeds, valueOfTyped } from '../prompts/template/template-variables.ts'

export type PlaygroundColumn = {
  readonly key: number
  readonly source: 'messages' | 'prompt'
  readonly messages: readonly DraftMessage[]
  /** Prompt slug. */
  readonly prompt: string
  /** Empty: the published version; else `latest`, a number or a label. */
  readonly version: string
  /** `mock`, `key:<slug>`, `config:<slug>`, or `own`: the target saved with the prompt. See `chosenTarget`. */
  readonly target: string
  readonly model: string
  readonly temperature: string
  readonly maxTokens: string
  /** Slug of a guardrail for request and response; empty: none besides those of the target. */
  readonly guardrail: string
}

export type Values = Readonly<Record<string, string>>

/** A data plane call, as sent and as shown as code. */
export type PlaygroundCall = {
  /** The path after /v1. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

export const MAX_COLUMNS = 4
const KEPT = 'gatehouse.playground'
let lastKey = 0

export function newColumn(part: Partial<PlaygroundColumn> = {}): PlaygroundColumn {
  return {
    source: 'messages',
    messages: [newMessage('system', 'You answer in one sentence.'), newMessage('user', 'What does an AI gateway do?')],
    prompt: '',
    version: '',
    target: 'mock',
    model: 'mock-1',
    temperature: '',
    maxTokens: '',
    guardrail: '',
    ...part,
    key: ++lastKey,
  }
}

export function promptReference({ prompt, version }: Pick<PlaygroundColumn, 'prompt' | 'version'>): string {
  return version === '' ? prompt : `${prompt}@${version}`
}

/** The virtual key of a prompt; null: it has none; undefined: the prompt is not loaded. */
export type OwnKey = string | null | undefined

/** The target shown and called. A prompt without a virtual key of its own is sent to the mock provider. */
export function chosenTarget({ source, target }: PlaygroundColumn, ownKey: OwnKey): string {
  if (target !== 'own') return target
  return source === 'prompt' && ownKey !== null ? 'own' : 'mock'
}

export function callOf(
  column: PlaygroundColumn,
  values: Values,
  variables: readonly TemplateVariable[],
  ownKey?: OwnKey,
): PlaygroundCall {
  const parameters = {
    ...(column.temperature.trim() !== '' && { temperature: numberOrText(column.temperature) }),
    ...(column.maxTokens.trim() !== '' && { max_tokens: numberOrText(column.maxTokens) }),
  }
  const streaming = { stream: true, stream_options: { include_usage: true } }
  const target = chosenTarget(column, ownKey)
  if (column.source === 'prompt') {
    const headers = {
      ...(typeof ownKey === 'string' ? headersInstead(target) : headersOf(target)),
      ...guardrailHeaders(column),
    }
    const given = variables.filter(({ name }) => values[name])
    const sent = Object.fromEntries(given.map(({ name, kind }) => [name, valueOfTyped(values[name] ?? '', kind)]))
    const model = column.model.trim() === '' ? {} : { model: column.model.trim() }
    const path = `/prompts/${encodeURIComponent(promptReference(column))}/completions`
    return { path, headers, body: { variables: sent, ...model, ...parameters, ...streaming } }
  }
  const messages = column.messages.map(({ role, content, isJson, rest }) => ({
    role,
    content: contentOf(content, isJson, values),
    ...rest,
  }))
  const model = column.model.trim()
  return {
    path: '/chat/completions',
    headers: { ...headersOf(target), ...guardrailHeaders(column) },
    body: { ...(model && { model }), messages, ...parameters, ...streaming },
  }
}

/** Columns that an earlier version of the dashboard stored have no guardrail. */
function guardrailHeaders({ guardrail }: Partial<PlaygroundColumn>): Record<string, string> {
  if (!guardrail) return {}
  return { 'x-gateway-default-input-guardrails': guardrail, 'x-gateway-default-output-guardrails': guardrail }
}

function headersOf(target: string): Record<string, string> {
  if (target === 'mock') return { 'x-gateway-provider': 'mock' }
  if (target.startsWith('key:')) return { 'x-gateway-virtual-key': target.slice(4) }
  return target.startsWith('config:') ? { 'x-gateway-config': target.slice(7) } : {}
}

/**
 * Sends the target as an inline config instead of a header, because a prompt's virtual key takes precedence over the
 * provider or virtual key in a header, but not over the targets of a config.
 */
function headersInstead(target: string): Record<string, string> {
  const called =
    target === 'mock' ? { provider: 'mock' } : target.startsWith('key:') ? { virtual_key: target.slice(4) } : null
  if (called === null) return headersOf(target)
  return { 'x-gateway-config': JSON.stringify({ strategy: { mode: 'single' }, targets: [called] }) }
}

function contentOf(content: string, isJson: boolean, values: Values): unknown {
  const filled = fillPlain(content, values)
  return isJson ? jsonOrText(filled) : filled
}

/** The gateway renders only saved prompts. In other messages, plain tags are replaced here. */
function fillPlain(text: string, values: Values): string {
  return text.replaceAll(/\{\{\{?\s*&?\s*([\w.-]+)\s*\}?\}\}/g, (_, name: string) => values[name] ?? '')
}

/** Whether a text has no tags that only saved prompts support. */
export function hasOnlyPlainTags(text: string): boolean {
  const { variables, partials } = templateNeeds(text)
  return partials.length === 0 && variables.every((one) => one.kind === 'text')
}

function numberOrText(typed: string): number | string {
  return Number.isFinite(Number(typed)) ? Number(typed) : typed
}

/** Parses `pp-greeti-1@3` from the URL. */
export function columnOfPrompt(reference: string): PlaygroundColumn {
  const [prompt = '', version = ''] = reference.split('@')
  return newColumn({ source: 'prompt', prompt, version, target: 'own', model: '' })
}

/** A column from a logged request; null: body not stored, or not a chat. */
export function columnOfBody(text: string | null, target: string): PlaygroundColumn | null {
  try {
    const body = JSON.parse(text ?? '') as Record<string, unknown>
    const messages = messagesOf(JSON.stringify(body['messages']))
    if (!messages) return null
    const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value))
    return newColumn({
      messages,
      target,
      model: asText(body['model']),
      temperature: asText(body['temperature']),
      maxTokens: asText(body['max_tokens']),
    })
  } catch {
    return null
  }
}

type Kept = { readonly columns: readonly PlaygroundColumn[]; readonly values: Values }

/** From sessionStorage: kept until the tab is closed. */
export function readKept(workspace: string | undefined): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`${KEPT}.${workspace}`) ?? 'null') as Kept | null
    if (!kept || kept.columns.length === 0) return null
    return {
      values: kept.values,
      columns: kept.columns.map((column) => newColumn({ ...column, messages: again(column) })),
    }
  } catch {
    return null
  }
}

export function keep(workspace: string | undefined, kept: Kept): void {
  try {
    sessionStorage.setItem(`${KEPT}.${workspace}`, JSON.stringify(kept))
  } catch {
    // Storage quota exceeded: everything is still on screen.
  }
}

function again({ messages }: PlaygroundColumn): DraftMessage[] {
  return messages.map((message) => ({
    ...newMessage(message.role, message.content),
    isJson: message.isJson,
    rest: message.rest,
  }))
}
