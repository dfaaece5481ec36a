/** Metadata added to every request, one name and value per line. */

import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'

export type MetadataDraft = readonly (readonly [name: string, value: string])[]

export function metadataDraft(metadata: Readonly<Record<string, string>>): MetadataDraft {
  return Object.entries(metadata)
}

/** Lines without a name are omitted. */
export function metadataBody(draft: MetadataDraft): Readonly<Record<string, string>> {
  return Object.fromEntries(draft.map(([name, value]) => [name.trim(), value]).filter(([name]) => name !== ''))
}

type MetadataFieldsProps = {
  readonly label: string
  readonly hint?: string
  readonly draft: MetadataDraft
  readonly onDraft: (draft: MetadataDraft) => void
  readonly error?: string | null
}

export function MetadataFields({ label, hint, draft, onDraft, error }: MetadataFieldsProps) {
  const set = (at: number, line: readonly [string, string]) =>
    onDraft(draft.map((before, index) => (index === at ? line : before)))
  return (
    <fieldset class="stack-tight">
      <legend class="field-label">{label}</legend>
      {hint && <p class="field-hint">{hint}</p>}
      {draft.map(([name, value], index) => (
        <div key={index} class="metadata-line">
          <TextField
            label={`Name ${index + 1}`}
            hideLabel
            isCode
            placeholder="team"
            value={name}
            onValue={(next) => set(index, [next, value])}
          />
          <TextField
            label={`Value ${index + 1}`}
            hideLabel
            isCode
            placeholder="search"
            value={value}
            onValue={(next) => set(index, [name, next])}
          />
          <Button
            kind="quiet"
            icon="trash"
            iconOnly
            onClick={() => onDraft(draft.filter((_, other) => other !== index))}
          >
            {`Remove ${name || `line ${index + 1}`}`}
          </Button>
        </div>
      ))}
      {error && <div class="field-error">{error}</div>}
      <div>
        <Button size="small" icon="plus" onClick={() => onDraft([...draft, ['', '']])}>
          Add value
        </Button>
      </div>
    </fieldset>
  )
}
