/** One input per template variable. */

import { TextAreaField } from '../../../design/controls/field.tsx'
import type { TemplateVariable } from '../template/template-variables.ts'

type VariableFieldsProps = {
  readonly variables: readonly TemplateVariable[]
  readonly values: Readonly<Record<string, string>>
  readonly onValues: (values: Readonly<Record<string, string>>) => void
}

const HINTS = {
  text: 'string — JSON is sent as text',
  section: 'list, object or true/false, as JSON',
  'partial-name': 'slug of a partial',
} as const

export function VariableFields({ variables, values, onValues }: VariableFieldsProps) {
  if (variables.length === 0) return <p class="muted">None. Write {'{{name}}'} in a message to create one.</p>
  return (
    <div class="prompts-variables">
      {variables.map(({ name, kind, inside }) => (
        <TextAreaField
          key={name}
          label={name}
          isCode={kind === 'section'}
          rows={kind === 'section' ? 4 : 2}
          hint={inside === null ? HINTS[kind] : `${HINTS[kind]}; or a field of each element of ${inside}`}
          placeholder={kind === 'section' ? '[{"title": "…"}]' : undefined}
          value={values[name] ?? ''}
          onValue={(value) => onValues({ ...values, [name]: value })}
        />
      ))}
    </div>
  )
}
