/** Validates the body of a generateContent request: https://ai.google.dev/api/generate-content. */

import { z } from 'zod'
import { SIGNATURES, type SimulatedRequest } from '../reply-content.ts'
import { isObject, type JsonObject, readAs, refuseUnless } from '../wire-server.ts'

const part = z
  .strictObject({
    text: z.string().optional(),
    inlineData: z.strictObject({ mimeType: z.string(), data: z.string() }).optional(),
    fileData: z.strictObject({ mimeType: z.string().optional(), fileUri: z.string() }).optional(),
    functionCall: z
      .strictObject({ id: z.string().optional(), name: z.string(), args: z.record(z.string(), z.unknown()).optional() })
      .optional(),
    functionResponse: z
      .strictObject({ id: z.string().optional(), name: z.string(), response: z.record(z.string(), z.unknown()) })
      .optional(),
    thought: z.boolean().optional(),
    thoughtSignature: z.string().optional(),
  })
  .refine(
    (one) =>
      [one.text, one.inlineData, one.fileData, one.functionCall, one.functionResponse].filter(given).length === 1,
    'required oneof field `data` must have one initialized field',
  )
const content = z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(part).min(1) })
const declaration = z.strictObject({
  name: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/),
  description: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  parametersJsonSchema: z.record(z.string(), z.unknown()).optional(),
})
const body = z.strictObject({
  contents: z.array(content).min(1),
  systemInstruction: z
    .strictObject({ role: z.string().optional(), parts: z.array(z.strictObject({ text: z.string() })).min(1) })
    .optional(),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(declaration).min(1) })).optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z.strictObject({
        mode: z.enum(['AUTO', 'ANY', 'NONE', 'VALIDATED']),
        allowedFunctionNames: z.array(z.string()).optional(),
      }),
    })
    .optional(),
  generationConfig: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().optional(),
      topK: z.number().optional(),
      candidateCount: z.int().optional(),
      maxOutputTokens: z.int().min(1).optional(),
      stopSequences: z.array(z.string()).max(5).optional(),
      seed: z.int().optional(),
      presencePenalty: z.number().optional(),
      frequencyPenalty: z.number().optional(),
      responseMimeType: z.enum(['text/plain', 'application/json']).optional(),
      responseSchema: z.record(z.string(), z.unknown()).optional(),
      responseJsonSchema: z.record(z.string(), z.unknown()).optional(),
      thinkingConfig: z
        .strictObject({
          includeThoughts: z.boolean().optional(),
          thinkingBudget: z.int().optional(),
          thinkingLevel: z.enum(['minimal', 'low', 'medium', 'high', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH']).optional(),
        })
        .optional(),
    })
    .optional(),
})

/**
 * Placeholders for the signature of a call that another model made:
 * https://ai.google.dev/gemini-api/docs/thought-signatures.
 */
const STAND_INS = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']
/** Members that the proto `Schema` does not have: https://ai.google.dev/api/caching#Schema. */
const NOT_OPENAPI = ['additionalProperties', '$schema', '$ref', '$defs', 'const', 'oneOf', 'allOf', 'strict']

export function readGenerate(json: JsonObject, isStream: boolean): SimulatedRequest {
  const request = readAs(body, json)
  const config = request.generationConfig ?? {}
  const { thinkingBudget, thinkingLevel } = config.thinkingConfig ?? {}
  refuseUnless(!given(thinkingBudget) || !given(thinkingLevel), 'thinkingBudget and thinkingLevel exclude each other')
  const declarations = (request.tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations)
  for (const { name, parameters, parametersJsonSchema } of declarations) {
    refuseUnless(!given(parameters) || !given(parametersJsonSchema), `${name}: two schemas`)
    checkOpenapi(parameters, `tools.${name}.parameters`)
  }
  const schema = config.responseJsonSchema ?? config.responseSchema ?? null
  checkOpenapi(config.responseSchema, 'generationConfig.responseSchema')
  refuseUnless(
    schema === null || config.responseMimeType === 'application/json',
    'a response schema needs responseMimeType application/json',
  )
  return {
    ...readContents(request.contents),
    isStream,
    thinks: config.thinkingConfig?.includeThoughts === true,
    tools: declarations.map(({ name }) => name),
    schema,
  }
}

function readContents(
  contents: readonly z.infer<typeof content>[],
): Pick<SimulatedRequest, 'text' | 'results' | 'images'> {
  const images: { mediaType: string; base64: string }[] = []
  let text = ''
  let results: { input: unknown; text: string }[] = []
  const currentTurn = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some((one) => given(one.text)),
  )
  for (const [index, { role, parts }] of contents.entries()) {
    const before = contents[index - 1]
    const calls = before?.role === 'model' ? before.parts.flatMap((one) => one.functionCall ?? []) : []
    const answers = parts.flatMap((one) => one.functionResponse ?? [])
    refuseUnless(
      calls.length === answers.length,
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    )
    results = answers.map((answer, at) => ({ input: calls[at]?.args ?? {}, text: reportOf(answer.response) }))
    for (const [at, answer] of answers.entries()) {
      refuseUnless(answer.name === calls[at]?.name, `contents.${index}: no function call has the name ${answer.name}`)
      refuseUnless(answer.id === calls[at]?.id, `contents.${index}: the id ${answer.id} is not that of the call`)
    }
    if (role === 'model') checkModelTurn(parts, before?.role, index, index > currentTurn)
    else {
      refuseUnless(
        parts.every((one) => !one.functionCall),
        `contents.${index}: a function call in a user turn`,
      )
      for (const { text: said, inlineData: data } of parts) {
        if (said !== undefined) text = said
        if (data) images.push({ mediaType: data.mimeType, base64: data.data })
      }
    }
  }
  refuseUnless(contents.at(-1)?.role === 'user', 'Please ensure that the last turn is of the user.')
  return { text, results, images }
}

/** In the current turn, Gemini 3 requires a signature on the first of several parallel function calls. */
function checkModelTurn(
  parts: readonly z.infer<typeof part>[],
  before: string | undefined,
  index: number,
  isRunning: boolean,
) {
  const called = parts.filter(({ functionCall }) => functionCall)
  refuseUnless(
    called.length === 0 || before === 'user',
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  )
  refuseUnless(
    parts.every(({ functionResponse }) => !functionResponse),
    `contents.${index}: a function response in a model turn`,
  )
  for (const { thoughtSignature } of parts) {
    const isKnown = thoughtSignature === undefined || [SIGNATURES.gemini, ...STAND_INS].includes(thoughtSignature)
    refuseUnless(isKnown, `contents.${index}: Thought signature is not valid: ${thoughtSignature}`)
  }
  if (isRunning && called.length > 0) {
    refuseUnless(
      given(called[0]?.thoughtSignature),
      `Function call is missing a thought_signature in functionCall parts (contents.${index}).`,
    )
  }
}

function reportOf(response: JsonObject): string {
  const value = response['output'] ?? response['result'] ?? response['content'] ?? response
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function checkOpenapi(schema: unknown, where: string): void {
  if (Array.isArray(schema)) for (const [index, one] of schema.entries()) checkOpenapi(one, `${where}.${index}`)
  if (!isObject(schema)) return
  for (const name of NOT_OPENAPI) {
    refuseUnless(
      !(name in schema),
      `Invalid JSON payload received. Unknown name "${name}" at '${where}': Cannot find field.`,
    )
  }
  refuseUnless(!Array.isArray(schema['type']), `${where}.type: Proto field is not repeating, cannot start list.`)
  const { properties } = schema
  if (isObject(properties)) for (const [name, one] of Object.entries(properties)) checkOpenapi(one, `${where}.${name}`)
  for (const name of ['items', 'anyOf']) checkOpenapi(schema[name], `${where}.${name}`)
}

function given(value: unknown): boolean {
  return value !== undefined
}
