/** Tools and forced answers as Converse's toolConfig. */

import type { JsonObject } from '../dialect.ts'
import { chooseTools, type FunctionTool, type ToolMode } from '../framing/choose-tools.ts'
import { isObject, unsayable } from '../framing/json-shape.ts'
import { cachePoint } from './encode-content.ts'
import { takesSchemas } from './model-family.ts'

/**
 * Models without native schemas give a schema's answer as the input of this tool; the decoders turn its calls back into
 * content. The name is ours alone, so that no state has to travel from the request to the answer.
 */
export const ANSWER_TOOL = 'gatehouse_json_answer'

/** Tools of Converse's own kinds. */
const NATIVE = ['toolSpec', 'systemTool', 'cachePoint'] as const

export type ToolOptions = {
  readonly calledTools: ReadonlySet<string>
  /** The schema that is to be answered through ANSWER_TOOL. */
  readonly answerSchema: JsonObject | null
  /** Claude refuses to be forced while it thinks. */
  readonly thinks: boolean
}

export function encodeTools(body: JsonObject, model: string, wishes: ToolOptions): JsonObject | null {
  const { functions, others, mode } = chooseTools(body)
  const tools = [
    ...functions.flatMap((tool) => [toolSpec(tool, model), ...cachePoint(tool.cacheControl)]),
    ...others.map(({ tool, param }) => nativeTool(tool, param)),
  ]
  const offered = mode === 'none' ? [] : tools
  if (wishes.answerSchema) {
    const all = [...offered, answerTool(wishes.answerSchema)]
    // With tools of the caller's beside it the model chooses, but it must choose one.
    const forced = offered.length === 0 ? { tool: { name: ANSWER_TOOL } } : { any: {} }
    return { tools: all, toolChoice: wishes.thinks ? { auto: {} } : forced }
  }
  if (offered.length > 0) return { tools: offered, ...toolChoice(mode) }
  if (wishes.calledTools.size === 0) return null
  // Converse has no "none", and refuses tool blocks in the history without tools to match.
  return { tools: tools.length > 0 ? tools : [...wishes.calledTools].map(rememberedTool) }
}

function toolChoice(mode: ToolMode): JsonObject {
  if (mode === 'required') return { toolChoice: { any: {} } }
  if (typeof mode === 'object') return { toolChoice: { tool: { name: mode.name } } }
  return {}
}

function toolSpec(tool: FunctionTool, model: string): JsonObject {
  return {
    toolSpec: {
      name: tool.name,
      ...(tool.description === '' ? {} : { description: tool.description }),
      inputSchema: { json: tool.parameters },
      ...(tool.strict && takesSchemas(model) ? { strict: true } : {}),
    },
  }
}

function nativeTool(tool: JsonObject, param: string): JsonObject {
  if (NATIVE.some((name) => isObject(tool[name]))) return tool
  throw unsayable(
    `${param}.type`,
    `tools of type ${JSON.stringify(tool['type'] ?? null)} cannot be sent to this provider.`,
    'Send function tools, or Converse’s own forms (toolSpec, systemTool, cachePoint).',
  )
}

function answerTool(schema: JsonObject): JsonObject {
  return {
    toolSpec: {
      name: ANSWER_TOOL,
      description: 'Gives the final answer. Call this once, with the answer as its input.',
      inputSchema: { json: schema },
    },
  }
}

function rememberedTool(name: string): JsonObject {
  return { toolSpec: { name, inputSchema: { json: { type: 'object', properties: {} } } } }
}
