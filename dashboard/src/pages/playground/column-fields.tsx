/** Inputs of a column: prompt or messages, target, parameters. */

import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { type Choice, SelectField, TextField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { MessageFields } from '../prompts/editor/message-fields.tsx'
import type { List, Prompt, PromptSummary, VersionRow } from '../prompts/prompt-types.ts'
import { readableTemplate } from '../prompts/template/readable-version.ts'
import { chosenTarget, hasOnlyPlainTags, type PlaygroundColumn } from './playground-column.ts'

type ColumnFieldsProps = {
  readonly column: PlaygroundColumn
  readonly onColumn: (part: Partial<PlaygroundColumn>) => void
  readonly prompts: readonly PromptSummary[]
  readonly targets: readonly Choice[]
  readonly guardrails: readonly Choice[]
  /** This column's saved prompt. */
  readonly saved: Prompt | null
}

const SOURCES = [
  { value: 'messages', label: 'Messages' },
  { value: 'prompt', label: 'Saved prompt' },
]

export function ColumnFields({ column, onColumn, prompts, targets, guardrails, saved }: ColumnFieldsProps) {
  const text = column.messages.map((message) => message.content).join('\n')
  const ownKey = saved?.virtual_key
  const target = chosenTarget(column, ownKey)
  const own =
    ownKey || target === 'own'
      ? [{ value: 'own', label: ownKey ? `The prompt’s own: ${ownKey}` : 'The prompt’s own' }]
      : []
  return (
    <div class="stack-tight">
      <Segments
        label="Source"
        choices={SOURCES}
        value={column.source}
        onValue={(source) =>
          onColumn(
            source === 'prompt'
              ? { source, target: 'own', model: '' }
              : {
                  source: 'messages',
                  target: column.target === 'own' ? 'mock' : column.target,
                  model: column.model || 'mock-1',
                },
          )
        }
      />
      {column.source === 'messages' ? (
        <>
          <MessageFields messages={column.messages} onMessages={(messages) => onColumn({ messages })} />
          {!hasOnlyPlainTags(text) && (
            <p class="caption tone-warning">
              Here only {'{{name}}'} is filled. Save as a prompt to use sections and partials.
            </p>
          )}
        </>
      ) : (
        <PromptChoice column={column} onColumn={onColumn} prompts={prompts} saved={saved} />
      )}
      <div class="playground-fields">
        <SelectField
          label="Target"
          value={target}
          choices={[...own, ...targets]}
          onValue={(target) =>
            onColumn({ target, ...(target === 'mock' && column.source === 'messages' && { model: 'mock-1' }) })
          }
          hint={
            ownKey && target.startsWith('config:')
              ? `A config without targets uses the virtual key of the prompt: ${ownKey}.`
              : undefined
          }
        />
        <TextField
          label="Model"
          isCode
          value={column.model}
          placeholder={column.source === 'prompt' ? (saved?.model ?? 'set by the prompt') : 'set by the target'}
          onValue={(model) => onColumn({ model })}
        />
        <TextField
          label="Temperature"
          value={column.temperature}
          onValue={(temperature) => onColumn({ temperature })}
        />
        <TextField label="Max tokens" value={column.maxTokens} onValue={(maxTokens) => onColumn({ maxTokens })} />
        {guardrails.length > 0 && (
          <SelectField
            label="Guardrail"
            value={column.guardrail}
            choices={[{ value: '', label: 'None' }, ...guardrails]}
            onValue={(guardrail) => onColumn({ guardrail })}
          />
        )}
      </div>
    </div>
  )
}

function PromptChoice({ column, onColumn, prompts, saved }: Omit<ColumnFieldsProps, 'targets' | 'guardrails'>) {
  const versions = useResource(column.prompt ? `${workspaceId.value} versions ${column.prompt}` : null, (signal) =>
    api.get<List<VersionRow>>(`/prompts/${encodeURIComponent(column.prompt)}/versions`, {
      query: { workspace_id: workspaceId.value, page_size: 100 },
      signal,
    }),
  )
  const numbers = (versions.data?.data ?? []).map((row) => {
    const note = row.prompt_description ? `: ${row.prompt_description}` : ''
    return { value: String(row.prompt_version), label: `v${row.prompt_version}${note}` }
  })
  return (
    <>
      <div class="playground-fields">
        <SelectField
          label="Prompt"
          value={column.prompt}
          onValue={(prompt) => onColumn({ prompt, version: '' })}
          choices={[
            { value: '', label: prompts.length === 0 ? 'No prompts yet' : 'Choose one', isDisabled: true },
            ...prompts.map((one) => ({ value: one.slug, label: one.name })),
          ]}
        />
        <SelectField
          label="Version"
          value={column.version}
          onValue={(version) => onColumn({ version })}
          choices={[{ value: '', label: 'Published' }, { value: 'latest', label: 'Latest' }, ...numbers]}
        />
      </div>
      {column.prompt && (
        <Loaded resource={versions} what="load the prompt’s versions">
          {() => saved && <CodeBlock title={`v${saved.prompt_version}`} code={readableTemplate(saved)} wrap />}
        </Loaded>
      )}
    </>
  )
}
