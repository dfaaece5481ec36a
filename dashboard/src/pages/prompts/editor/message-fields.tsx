/** The messages of a chat prompt: role, text and order. */

import { Button } from '../../../design/controls/button.tsx'
import { SelectField, TextAreaField } from '../../../design/controls/field.tsx'
import { type DraftMessage, type DraftProblems, newMessage, ROLES } from '../template/prompt-draft.ts'

type MessageFieldsProps = {
  readonly messages: readonly DraftMessage[]
  readonly onMessages: (messages: readonly DraftMessage[]) => void
  readonly problems?: DraftProblems
  readonly isReadOnly?: boolean
}

export function MessageFields({ messages, onMessages, problems = {}, isReadOnly }: MessageFieldsProps) {
  const change = (index: number, part: Partial<DraftMessage>) =>
    onMessages(messages.map((message, at) => (at === index ? { ...message, ...part } : message)))
  const move = (index: number, step: -1 | 1) => {
    const next = [...messages]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + step, 0, moved)
    onMessages(next)
  }
  return (
    <div class="stack-tight">
      <ol class="stack-tight" aria-label="Messages">
        {messages.map((message, index) => (
          <li key={message.key} class="prompts-message">
            <div class="spread">
              <SelectField
                label={`Role of message ${index + 1}`}
                hideLabel
                value={message.role}
                disabled={isReadOnly}
                onValue={(role) => change(index, { role })}
                choices={rolesWith(message.role).map((role) => ({ value: role, label: role }))}
              />
              {!isReadOnly && (
                <span class="row">
                  <Button size="small" kind="quiet" disabled={index === 0} onClick={() => move(index, -1)}>
                    <span aria-hidden="true">↑</span>
                    <span class="sr-only">Move message {index + 1} up</span>
                  </Button>
                  <Button
                    size="small"
                    kind="quiet"
                    disabled={index === messages.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <span aria-hidden="true">↓</span>
                    <span class="sr-only">Move message {index + 1} down</span>
                  </Button>
                  <Button
                    size="small"
                    kind="quiet"
                    icon="trash"
                    iconOnly
                    onClick={() => onMessages(messages.filter((_, at) => at !== index))}
                  >
                    {`Remove message ${index + 1}`}
                  </Button>
                </span>
              )}
            </div>
            <TextAreaField
              label={`Text of message ${index + 1}`}
              hideLabel
              isCode
              rows={rowsOf(message.content)}
              value={message.content}
              hint={message.isJson ? 'The parts of this message, as JSON.' : undefined}
              error={problems[`messages.${index}`] ?? null}
              placeholder={message.role === 'system' ? 'You are…' : 'Text with {{variables}}'}
              onValue={(content) => change(index, { content })}
            />
          </li>
        ))}
      </ol>
      {problems['messages'] && <div class="field-error">{problems['messages']}</div>}
      {!isReadOnly && (
        <div>
          <Button size="small" icon="plus" onClick={() => onMessages([...messages, newMessage(nextRole(messages))])}>
            Add message
          </Button>
        </div>
      )}
    </div>
  )
}

function rolesWith(role: string): readonly string[] {
  return ROLES.some((one) => one === role) ? ROLES : [...ROLES, role]
}

function nextRole(messages: readonly DraftMessage[]): string {
  return messages.at(-1)?.role === 'user' ? 'assistant' : 'user'
}

/** The height of the input in rows: as many as the text needs, from 3 to 16. */
function rowsOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 90), 0)
  return Math.max(3, Math.min(16, lines))
}
