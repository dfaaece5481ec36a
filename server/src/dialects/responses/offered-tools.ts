/**
 * Finds the tools that a Responses request offers: in `tools`, in `namespace` tools (Codex puts the tools of an MCP
 * server there), and in input items that add tools later. Gives each tool that the caller runs the name of a chat
 * function.
 */

import { listOf, objectOf, textOf, type UncheckedObject } from '../json.ts'
import type { FoldedTool } from '../request-echo.ts'
import { CLIENT_TOOLS, type ClientToolKind, isClientTool } from './client-tools.ts'
import type { InputItem, ResponsesRequest, ResponsesTool } from './types.ts'

export type Tool = UncheckedObject<ResponsesTool>

export type CallableTool = FoldedTool & {
  readonly tool: Tool
  /** The path of the tool in the request. */
  readonly param: string
  /** On the first tool of a namespace: the description of the namespace. */
  readonly about: string
}

export type OfferedTools = {
  /** Tools that the caller runs. */
  readonly callable: readonly CallableTool[]
  /** Tools that OpenAI runs. */
  readonly hosted: readonly Tool[]
}

export function offeredTools(request: UncheckedObject<ResponsesRequest>): OfferedTools {
  const found = new FoundTools()
  for (const [i, tool] of listOf(request.tools).entries()) found.add(objectOf(tool), `tools[${i}]`, true)
  for (const [i, value] of listOf(request.input).entries()) {
    const item: UncheckedObject<InputItem> = objectOf(value)
    if (item.type !== 'additional_tools' && item.type !== 'tool_search_output') continue
    for (const [j, tool] of listOf(item.tools).entries()) found.add(objectOf(tool), `input[${i}].tools[${j}]`, false)
  }
  return { callable: named(found.callable), hosted: found.hosted }
}

/** The tools whose calls must be changed in the response. */
export function foldedTools(request: UncheckedObject<ResponsesRequest>): FoldedTool[] {
  return offeredTools(request)
    .callable.filter(({ kind, namespace }) => kind !== 'function' || namespace !== null)
    .map(({ chatName, kind, name, namespace }) => ({ chatName, kind, name, namespace }))
}

type UnnamedTool = Omit<CallableTool, 'chatName'>

class FoundTools {
  readonly callable: UnnamedTool[] = []
  readonly hosted: Tool[] = []
  readonly #seen = new Set<string>()

  /** Repeated tools in `tools` are kept. A tool that an input item loads again is added once. */
  add(tool: Tool, param: string, mayRepeat: boolean): void {
    if (tool.type !== 'namespace') return this.#addTool(tool, param, null, '', mayRepeat)
    const namespace = textOf(tool.name)
    let about = textOf(tool.description)
    for (const [i, inner] of listOf(tool.tools).entries()) {
      this.#addTool(objectOf(inner), `${param}.tools[${i}]`, namespace, about, false)
      about = ''
    }
  }

  #addTool(tool: Tool, param: string, namespace: string | null, about: string, mayRepeat: boolean): void {
    const { type } = tool
    const isClient = isClientTool(type) && CLIENT_TOOLS[type].runsAtCaller(tool)
    if (!isClient && type !== 'function' && type !== 'custom') {
      this.hosted.push(tool)
      return
    }
    const name = isClient ? type : textOf(tool.name)
    const key = isClient ? type : keyOf(namespace, name)
    if (this.#seen.has(key) && (isClient || !mayRepeat)) return
    this.#seen.add(key)
    this.callable.push({ tool, param, kind: type, name, namespace, about })
  }
}

/** The key is JSON, so that it never equals the kind of a client tool, which is a key too. */
function keyOf(namespace: string | null, name: string): string {
  return JSON.stringify([namespace, name])
}

/** Names that every provider accepts. */
const VALID_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
const DIGEST_LENGTH = 16
const MAX_START_LENGTH = 64 - DIGEST_LENGTH - 1

/**
 * A function without a namespace keeps its name. Any other tool gets a name that no tool of the request has: the readable
 * one if it is valid and unambiguous, else one with a digest.
 */
function named(tools: readonly UnnamedTool[]): CallableTool[] {
  const taken = new Set<string>()
  const wanted = new Map<string, number>()
  for (const tool of tools) {
    if (keepsName(tool)) taken.add(tool.name)
    else {
      const name = readableName(tool.namespace, tool.name)
      wanted.set(name, (wanted.get(name) ?? 0) + 1)
    }
  }
  const isFree = (name: string) => VALID_NAME.test(name) && !taken.has(name) && wanted.get(name) === 1
  const readable = tools.map((tool) => (keepsName(tool) ? tool.name : readableName(tool.namespace, tool.name)))
  const clear = readable.map((name, i) => keepsName(tools[i]!) || isFree(name))
  for (const [i, isClear] of clear.entries()) if (isClear) taken.add(readable[i]!)
  return tools.map((tool, i) => {
    if (clear[i]) return { ...tool, chatName: readable[i]! }
    let chatName = digestName(tool.namespace, tool.name, 0)
    for (let turn = 1; taken.has(chatName); turn++) chatName = digestName(tool.namespace, tool.name, turn)
    taken.add(chatName)
    return { ...tool, chatName }
  })
}

function keepsName({ kind, namespace }: UnnamedTool): boolean {
  return namespace === null && (kind === 'function' || kind === 'custom')
}

/** `mcp__weather` and `forecast` become `mcp__weather__forecast`, the form in which MCP clients show a tool. */
function readableName(namespace: string | null, name: string): string {
  return namespace === null ? name : `${namespace}__${name}`
}

function digestName(namespace: string | null, name: string, turn: number): string {
  const start = readableName(namespace, name)
    .slice(0, MAX_START_LENGTH)
    .replace(/[^A-Za-z0-9_-]/g, '_')
  const digest = new Bun.CryptoHasher('sha256').update(JSON.stringify([namespace, name, turn])).digest('hex')
  const valid = /^[A-Za-z_]/.test(start) ? start : `t${start.slice(0, MAX_START_LENGTH - 1)}`
  return `${valid}_${digest.slice(0, DIGEST_LENGTH)}`
}

/** The chat names of tools by the names that the caller uses. */
export class ChatNames {
  readonly #names: ReadonlyMap<string, string>

  constructor({ callable }: OfferedTools) {
    this.#names = new Map(
      callable.map(({ kind, namespace, name, chatName }) => [
        isClientTool(kind) ? kind : keyOf(namespace, name),
        chatName,
      ]),
    )
  }

  ofClientTool(kind: ClientToolKind): string {
    return this.#names.get(kind) ?? kind
  }

  /** An earlier call may name a tool that is no longer offered. */
  of(namespace: string | null, name: string): string {
    const known = this.#names.get(keyOf(namespace, name))
    if (known !== undefined || namespace === null) return known ?? name
    const readable = readableName(namespace, name)
    return VALID_NAME.test(readable) ? readable : digestName(namespace, name, 0)
  }
}

/** `web_search`, `mcp wiki`, `function weather`. */
export function labelOf(tool: Tool): string {
  return [tool.type, tool.name ?? tool.server_label].filter((word) => typeof word === 'string').join(' ')
}

const MAX_LISTED = 10
const MAX_LABEL_LENGTH = 64

/** The labels in a message. Callers choose them, so their number and length are bounded. */
export function listed(labels: readonly string[]): string {
  const different = [...new Set(labels)]
  const shown = different.slice(0, MAX_LISTED).map((label) => label.slice(0, MAX_LABEL_LENGTH))
  return different.length > MAX_LISTED ? `${shown.join(', ')}, ...` : shown.join(', ')
}
