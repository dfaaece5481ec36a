/** Reads a Bedrock model id: the model family, and whether the model supports JSON schemas. */

import { comparableVersion } from '../anthropic/models.ts'
import { ANTHROPIC_FORMAT, type OwnFormats } from '../chat/reasoning.ts'

export type ModelFamily = 'claude' | 'nova' | 'gpt-oss' | 'other'

/** Ids may begin with a region (us., eu., global.). ARNs of inference profiles end with the id. */
export function familyOf(model: string): ModelFamily {
  if (model.includes('anthropic.')) return 'claude'
  if (model.includes('amazon.nova')) return 'nova'
  if (model.includes('openai.gpt-oss')) return 'gpt-oss'
  return 'other'
}

const CONVERSE_FORMATS: OwnFormats = { thinking: 'amazon-converse-v1', redacted: 'amazon-converse-v1' }
/** Claude's signatures are valid on every platform. Converse encodes redacted thinking differently than Anthropic. */
const CLAUDE_FORMATS: OwnFormats = { ...CONVERSE_FORMATS, thinking: ANTHROPIC_FORMAT }

export function reasoningFormats(model: string): OwnFormats {
  return familyOf(model) === 'claude' ? CLAUDE_FORMATS : CONVERSE_FORMATS
}

// https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html lists Claude from 4.5 on and open-weight
// models. The models below reject outputConfig and strict tools with a ValidationException.
const WITHOUT_SCHEMAS =
  /amazon\.(?:nova|titan)|meta\.llama|cohere\.|ai21\.|deepseek\.r1|mistral\.(?:mistral-7b|mixtral)/

/** Whether the model accepts `outputConfig.textFormat` and `toolSpec.strict`. True for unknown ids, such as ARNs. */
export function takesSchemas(model: string): boolean {
  if (familyOf(model) === 'claude') return comparableVersion(model) >= 405
  return !WITHOUT_SCHEMAS.test(model)
}
