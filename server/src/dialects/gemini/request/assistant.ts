/** An assistant's message as the parts Gemini once sent: thoughts, text and calls with their signatures in place. */

import type { JsonObject } from '../../dialect.ts'
import { isForeign } from '../../reasoning/reasoning-format.ts'
import { GEMINI_FORMAT } from '../answer/candidate-reader.ts'
import { isGiven, listOf, objectOf, refusal, textOf } from '../members.ts'
import { encodeImages, encodeTextParts, signatureOf } from './content-parts.ts'

export type AssistantRules = {
  /** True for ids that Gemini itself may know. */
  mayName(id: string): boolean
  /** Gemini 3 refuses a turn whose first call has no signature. */
  readonly isSignatureRequired: boolean
}

/**
 * What Google documents for calls that another model made (https://ai.google.dev/gemini-api/docs/thought-signatures):
 * without it a fallback to Gemini in the middle of a tool loop would be refused.
 */
const FOREIGN_CALL_SIGNATURE = 'skip_thought_signature_validator'

export function encodeAssistant(message: JsonObject, place: string, rules: AssistantRules): JsonObject[] {
  const { thoughts, ofText, ofEmptyText } = readDetails(message['reasoning_details'])
  const texts = isGiven(message['content']) ? encodeTextParts(message['content'], `${place}.content`) : []
  const parts = texts.filter((part) => part['text'] !== '')
  if (parts.length === 0 && textOf(message['refusal']) !== null) parts.push({ text: message['refusal'] })
  const last = parts.at(-1)
  const [first, ...others] = ofText
  if (last && first !== undefined) last['thoughtSignature'] = first
  const trailing = last || first === undefined ? others : ofText
  return [
    ...thoughts,
    ...parts,
    ...encodeImages(message['images'], `${place}.images`),
    ...[...trailing, ...ofEmptyText].map((thoughtSignature) => ({ text: '', thoughtSignature })),
    ...encodeCalls(message, place, rules),
  ]
}

/** See `CandidateReader`: a detail without text signs the answer's text, one with empty text was an empty part of its own. */
function readDetails(value: unknown) {
  const thoughts: JsonObject[] = []
  const ofText: string[] = []
  const ofEmptyText: string[] = []
  for (const item of listOf(value)) {
    const detail = objectOf(item)
    // What another provider thought Gemini could not read, and redacted blocks are never Gemini's.
    if (detail?.['type'] !== 'thinking' || isForeign(detail, GEMINI_FORMAT)) continue
    const signature = textOf(detail['signature'])
    const text = textOf(detail['text'])
    if (text !== null)
      thoughts.push({ text, thought: true, ...(signature !== null && { thoughtSignature: signature }) })
    else if (signature !== null) (detail['text'] === '' ? ofEmptyText : ofText).push(signature)
  }
  return { thoughts, ofText, ofEmptyText }
}

function encodeCalls(message: JsonObject, place: string, rules: AssistantRules): JsonObject[] {
  const calls = listOf(message['tool_calls']).map((value, i) => encodeCall(value, `${place}.tool_calls[${i}]`, rules))
  const legacy = objectOf(message['function_call'])
  if (legacy && calls.length === 0) calls.push({ functionCall: encodeFunction(legacy, `${place}.function_call`) })
  if (rules.isSignatureRequired && calls[0] && calls.every((call) => call['thoughtSignature'] === undefined)) {
    calls[0]['thoughtSignature'] = FOREIGN_CALL_SIGNATURE
  }
  return calls
}

function encodeCall(value: unknown, place: string, rules: AssistantRules): JsonObject {
  const call = objectOf(value)
  const target = objectOf(call?.['function'])
  if (!call || !target) throw refusal(`${place}.function`, 'only calls of functions can be sent to Gemini.')
  const functionCall = encodeFunction(target, `${place}.function`)
  const id = textOf(call['id'])
  if (id !== null && rules.mayName(id)) functionCall['id'] = id
  const signature = signatureOf(call)
  return signature === null ? { functionCall } : { functionCall, thoughtSignature: signature }
}

function encodeFunction(target: JsonObject, place: string): JsonObject {
  const name = textOf(target['name'])
  if (name === null) throw refusal(`${place}.name`, 'expected the name of the function.', 'Send its name.')
  const args = readArguments(target['arguments'])
  if (!args) {
    throw refusal(
      `${place}.arguments`,
      'expected the text of a JSON object.',
      'Send the arguments as the model gave them.',
    )
  }
  return { name, args }
}

function readArguments(value: unknown): JsonObject | null {
  // Models write the empty text or `null` for no arguments.
  if (!isGiven(value) || value === '' || value === 'null') return {}
  if (typeof value !== 'string') return objectOf(value)
  try {
    return objectOf(JSON.parse(value))
  } catch {
    return null
  }
}
