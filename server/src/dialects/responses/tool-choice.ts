/** Translates `tool_choice` of a Responses request to chat's. */

import type { ChatRequest } from '../chat/types.ts'
import { invalidMember, isAbsent, listOf, objectOf, textOf, type Unchecked } from '../json.ts'
import { isClientTool } from './client-tools.ts'
import { type CallableTool, labelOf, type Tool } from './offered-tools.ts'
import type { ResponsesToolChoice } from './types.ts'

export type Choice = {
  /** The value of chat's `tool_choice`; undefined if the caller sent none. */
  readonly chatChoice: ChatRequest['tool_choice'] | undefined
  /** False for functions that must be left out, because chat cannot forbid single tools. */
  mayCall(tool: CallableTool): boolean
  /** True if the model may use this tool, which OpenAI runs. */
  mayRun(tool: Tool): boolean
}

const always = () => true
const never = () => false

export function readChoice(choice: Unchecked<ResponsesToolChoice>, callable: readonly CallableTool[]): Choice {
  if (isAbsent(choice)) return { chatChoice: undefined, mayCall: always, mayRun: always }
  if (choice === 'none') return { chatChoice: choice, mayCall: always, mayRun: never }
  if (choice === 'auto' || choice === 'required') return { chatChoice: choice, mayCall: always, mayRun: always }
  const { type, name, mode, tools } = objectOf(choice)
  const isNamed = (type === 'function' || type === 'custom') && textOf(name) !== ''
  if (isNamed || isClientTool(type)) {
    const [chosen] = finderIn(callable)(objectOf(choice))
    if (chosen || isNamed) {
      const chatChoice = { type: 'function' as const, function: { name: chosen?.chatName ?? textOf(name) } }
      return { chatChoice, mayCall: always, mayRun: never }
    }
  }
  if (type === 'allowed_tools') {
    const find = finderIn(callable)
    const allowed = listOf(tools).map((tool): Tool => objectOf(tool))
    const callables = new Set(allowed.flatMap(find))
    const labels = new Set(allowed.map(labelOf))
    return {
      chatChoice: mode === 'required' ? 'required' : 'auto',
      mayCall: (tool) => callables.has(tool),
      mayRun: (tool) => labels.has(labelOf(tool)),
    }
  }
  const label = typeof type === 'string' ? `a choice of type ${type}` : JSON.stringify(choice)
  throw invalidMember(
    'tool_choice',
    `this provider only has chat completions, which have no equivalent of ${label}.`,
    'Use "auto", "none", "required", {"type":"function","name":...}, {"type":"custom","name":...} or allowed_tools.',
  )
}

type Finder = (named: Tool & { readonly namespace?: unknown }) => readonly CallableTool[]

/** Finds the tools that a choice names: by name, by namespace and name, or all tools of a namespace. */
function finderIn(callable: readonly CallableTool[]): Finder {
  const byKey = Map.groupBy(callable, ({ kind, namespace, name }) => JSON.stringify([kind, namespace, name]))
  const inside = callable.filter(({ namespace }) => namespace !== null)
  const byNamespace = Map.groupBy(inside, ({ namespace }) => namespace)
  const byInnerName = Map.groupBy(inside, ({ kind, name }) => JSON.stringify([kind, name]))
  return ({ type, name, namespace }) => {
    if (type === 'namespace') return byNamespace.get(textOf(name)) ?? []
    const own = isClientTool(type) ? type : name
    const exact = byKey.get(JSON.stringify([type, namespace ?? null, own]))
    if (exact || !isAbsent(namespace)) return exact ?? []
    // OpenAI's choices have no namespace: the name is enough if only one tool has it.
    const inner = byInnerName.get(JSON.stringify([type, own])) ?? []
    return inner.length === 1 ? inner : []
  }
}
