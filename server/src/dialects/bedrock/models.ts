/** Reads a Bedrock model id: the model's vendor line, its Claude version, and whether it supports JSON schemas. */

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

// claude-3-7-sonnet-20250219, claude-sonnet-4-20250514, claude-opus-4-6. A date is not a minor version.
const CLAUDE_VERSION = /claude-(?:[a-z]+-)?(\d{1,2})(?:-(\d{1,2}))?(?!\d)/

/** 3.7, 4.6; 0 for ids without a version, such as claude-instant. */
export function claudeVersion(model: string): number {
  const match = CLAUDE_VERSION.exec(model)
  return match === null ? 0 : Number(match[1]) + Number(match[2] ?? 0) / 10
}

// https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html lists Claude from 4.5 on and open-weight models.
// These models reject outputConfig and strict tools with a ValidationException.
const WITHOUT_SCHEMAS =
  /amazon\.(?:nova|titan)|meta\.llama|cohere\.|ai21\.|deepseek\.r1|mistral\.(?:mistral-7b|mixtral)/

/** Whether the model accepts `outputConfig.textFormat` and `toolSpec.strict`. True for unknown ids, such as ARNs. */
export function takesSchemas(model: string): boolean {
  if (familyOf(model) === 'claude') return claudeVersion(model) >= 4.5 || claudeVersion(model) === 0
  return !WITHOUT_SCHEMAS.test(model)
}
