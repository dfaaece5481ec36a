/** The guardrails that apply to every request of a workspace or of the organisation. */

import { api } from '../../api/client.ts'
import { useResource } from '../../app/use-resource.ts'
import { CheckField } from '../controls/field.tsx'
import type { FieldErrors } from '../forms/field-errors.ts'
import { ErrorNotice } from '../states/notices.tsx'

export type DefaultGuardrails = {
  readonly input_guardrails: readonly string[]
  readonly output_guardrails: readonly string[]
}

type Named = { readonly slug: string; readonly name: string; readonly workspace_id: string | null }

type FieldsProps = {
  /** Null: the organisation, which can use only its own guardrails. */
  readonly workspaceId: string | null
  readonly draft: DefaultGuardrails
  readonly onDraft: (draft: DefaultGuardrails) => void
  readonly errors: FieldErrors
}

const SIDES = [
  { name: 'input_guardrails', label: 'Guardrails on every request' },
  { name: 'output_guardrails', label: 'Guardrails on every response' },
] as const

export function DefaultGuardrailFields({ workspaceId, draft, onDraft, errors }: FieldsProps) {
  const loaded = useResource(`guardrails ${workspaceId}`, (signal) =>
    api.get<{ data: readonly Named[] }>('/guardrails', {
      query: { workspace_id: workspaceId ?? undefined, page_size: 1000 },
      signal,
    }),
  )
  const offered = (loaded.data?.data ?? []).filter((one) => workspaceId !== null || one.workspace_id === null)
  return (
    <>
      {SIDES.map(({ name, label }) => {
        const chosen = draft[name]
        const unknown = chosen.filter((slug) => !offered.some((one) => one.slug === slug))
        const choices = [...offered, ...unknown.map((slug) => ({ slug, name: slug }))]
        const toggle = (slug: string, isChosen: boolean) => {
          const others = chosen.filter((one) => one !== slug)
          onDraft({ ...draft, [name]: isChosen ? [...others, slug] : others })
        }
        const error = errors(`defaults.${name}`)
        return (
          <fieldset key={name} class="guardrail-defaults">
            <legend class="field-label">{label}</legend>
            {choices.map((one) => (
              <CheckField
                key={one.slug}
                label={one.name}
                hint={one.slug}
                isChecked={chosen.includes(one.slug)}
                onChecked={(isChosen) => toggle(one.slug, isChosen)}
              />
            ))}
            {choices.length === 0 && (
              <p class="field-hint">
                {workspaceId === null ? 'The organisation has no guardrails.' : 'This workspace has no guardrails.'}
              </p>
            )}
            {error && <p class="field-error">{error}</p>}
          </fieldset>
        )
      })}
      <p class="field-hint">Callers cannot remove them.</p>
      {loaded.error && <ErrorNotice error={loaded.error} what="load the guardrails" onRetry={loaded.reload} />}
    </>
  )
}
