/** Model, virtual key, parameters and tools of a version. */

import { api } from '../../../api/client.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { SelectField, TextAreaField, TextField } from '../../../design/controls/field.tsx'
import type { List } from '../prompt-types.ts'
import { type DraftProblems, NUMBER_NAMES, type PromptDraft } from '../template/prompt-draft.ts'

type ModelFieldsProps = {
  readonly draft: PromptDraft
  readonly onDraft: (part: Partial<PromptDraft>) => void
  readonly problems: DraftProblems
  readonly errorOf: (...params: readonly string[]) => string | null
}

type VirtualKey = { readonly slug: string; readonly name: string; readonly ai_provider_name: string }

const WORDS = { temperature: 'Temperature', top_p: 'Top p', max_tokens: 'Max tokens' } as const

export function ModelFields({ draft, onDraft, problems, errorOf }: ModelFieldsProps) {
  const query = { workspace_id: workspaceId.value, page_size: 100 }
  const keys = useResource(can('virtual_keys.list') ? JSON.stringify(query) : null, (signal) =>
    api.get<List<VirtualKey>>('/virtual-keys', { query, signal }),
  )
  const known = keys.data?.data ?? []
  const isKnown = draft.virtualKey === '' || known.some((key) => key.slug === draft.virtualKey)
  return (
    <div class="stack-tight">
      <div class="prompts-fields">
        <TextField
          label="Model"
          isCode
          isOptional
          value={draft.model}
          placeholder="gpt-4o-mini"
          error={errorOf('model')}
          onValue={(model) => onDraft({ model })}
        />
        <SelectField
          label="Virtual key"
          isOptional
          value={draft.virtualKey}
          error={errorOf('virtual_key')}
          onValue={(virtualKey) => onDraft({ virtualKey })}
          choices={[
            { value: '', label: 'From the request' },
            ...known.map((key) => ({ value: key.slug, label: `${key.name} (${key.ai_provider_name})` })),
            ...(isKnown ? [] : [{ value: draft.virtualKey, label: draft.virtualKey }]),
          ]}
        />
        {NUMBER_NAMES.map((name) => (
          <TextField
            key={name}
            label={WORDS[name]}
            isOptional
            value={draft.numbers[name]}
            error={problems[name] ?? errorOf(`parameters.${name}`)}
            onValue={(typed) => onDraft({ numbers: { ...draft.numbers, [name]: typed } })}
          />
        ))}
      </div>
      <details class="prompts-fold" open={draft.others !== '' || draft.tools !== ''}>
        <summary>Other parameters and tools</summary>
        <div class="prompts-fields prompts-fields-wide">
          <TextAreaField
            label="Other parameters"
            isOptional
            isCode
            rows={5}
            placeholder={'{"seed": 1}'}
            value={draft.others}
            error={problems['others'] ?? errorOf('parameters')}
            hint="A JSON object. Fields in the request body override it."
            onValue={(others) => onDraft({ others })}
          />
          <TextAreaField
            label="Tools"
            isOptional
            isCode
            rows={5}
            placeholder={'[{"type": "function", "function": {"name": "…"}}]'}
            value={draft.tools}
            error={problems['tools'] ?? errorOf('tools')}
            onValue={(tools) => onDraft({ tools })}
          />
          <TextField
            label="Tool choice"
            isOptional
            isCode
            placeholder="auto"
            value={draft.toolChoice}
            error={errorOf('tool_choice')}
            onValue={(toolChoice) => onDraft({ toolChoice })}
          />
        </div>
      </details>
    </div>
  )
}
