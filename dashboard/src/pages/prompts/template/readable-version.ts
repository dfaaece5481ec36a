/** A version as readable text, for line diffs. */

import type { Prompt } from '../prompt-types.ts'
import { messagesOf } from './prompt-draft.ts'

type Readable = Pick<
  Prompt,
  'string' | 'model' | 'virtual_key' | 'parameters' | 'tools' | 'tool_choice' | 'is_raw_template'
>

export function readableVersion(version: Readable): string {
  const facts = [
    `model: ${version.model ?? 'from the request'}`,
    ...(version.virtual_key ? [`virtual key: ${version.virtual_key}`] : []),
    ...Object.entries(version.parameters)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(version.tool_choice ? [`tool_choice: ${JSON.stringify(version.tool_choice)}`] : []),
  ]
  const tools = version.tools ? `\n\n── tools\n${JSON.stringify(version.tools, null, 2)}` : ''
  return `${facts.join('\n')}\n\n${readableTemplate(version)}${tools}`
}

/** Only the messages, without model and parameters. */
export function readableTemplate({ string, is_raw_template }: Pick<Prompt, 'string' | 'is_raw_template'>): string {
  const messages = is_raw_template === 1 ? null : messagesOf(string)
  if (!messages) return string
  return messages
    .map(({ role, content, rest }) => {
      const more = Object.keys(rest).length > 0 ? `\n${JSON.stringify(rest)}` : ''
      return `── ${role}\n${content}${more}`
    })
    .join('\n\n')
}
