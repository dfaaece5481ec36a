/** Step 1: the purpose of the key, as a preset or individual scopes. */

import { api } from '../../api/client.ts'
import { caller, can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { CheckField, SelectField } from '../../design/controls/field.tsx'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import type { KeyType, Realm, Scope } from './api-key.ts'
import type { KeyDraft } from './key-draft.ts'
import { PRESETS, scopesOf } from './presets.ts'
import { ScopeMatrix, ScopeSummary } from './scope-matrix.tsx'

type StepProps = {
  readonly draft: KeyDraft
  readonly set: (change: Partial<KeyDraft>) => void
  readonly errors: FieldErrors
}

type PurposeProps = StepProps & { readonly realm: Realm; readonly scopes: readonly Scope[] }

export function PurposeStep({ realm, scopes, draft, set, errors }: PurposeProps) {
  const open = scopes.filter((scope) => scope.key_types.includes(draft.type))
  return (
    <>
      {realm === 'workspace' && <HolderFields draft={draft} set={set} errors={errors} />}
      <fieldset class="keys-presets">
        <legend class="field-label">Permissions</legend>
        {PRESETS[realm].map((preset) => (
          <CheckField
            key={preset.name}
            radioName="preset"
            label={<strong>{preset.label}</strong>}
            hint={preset.about}
            isChecked={draft.preset === preset.name}
            onChecked={() =>
              set({ preset: preset.name, mayInfer: preset.mayInfer, scopes: scopesOf(preset, open, draft.type) })
            }
          />
        ))}
      </fieldset>
      {draft.preset === 'custom' ? (
        <PowerFields open={open} draft={draft} set={set} />
      ) : (
        <ScopeSummary scopes={open} chosen={draft.scopes} mayInfer={draft.mayInfer} />
      )}
      {errors('scopes') && <p class="field-error">{errors('scopes')}</p>}
    </>
  )
}

type PowerProps = Omit<StepProps, 'errors'> & { readonly open: readonly Scope[] }

/** Individual scopes, with a summary. */
export function PowerFields({ open, draft, set }: PowerProps) {
  return (
    <div class="keys-powers">
      <div class="stack-tight">
        <CheckField
          label="May send requests to providers"
          isChecked={draft.mayInfer}
          onChecked={(mayInfer) => set({ mayInfer })}
        />
        <ScopeMatrix scopes={open} chosen={draft.scopes} onChosen={(chosen) => set({ scopes: chosen })} />
      </div>
      <div class="keys-summary">
        <ScopeSummary scopes={open} chosen={draft.scopes} mayInfer={draft.mayInfer} />
      </div>
    </div>
  )
}

type Person = { readonly id: string; readonly email: string }

/** The owner: a service, or a user. A user's key is deleted with the user. */
function HolderFields({ draft, set, errors }: StepProps) {
  const types = (['workspace-service', 'workspace-user'] as const).filter((type) => can(`${SCOPE_GROUPS[type]}.create`))
  const isOfPerson = draft.type === 'workspace-user'
  const id = workspaceId.value
  const people = useResource(isOfPerson && id && can('workspace_users.list') ? id : null, (signal) =>
    api.get<{ data: readonly Person[] }>(`/admin/workspaces/${id}/users`, { query: { page_size: 1000 }, signal }),
  )
  const self = caller.value?.user
  const others = (people.data?.data ?? []).filter((one) => one.id !== self?.id)
  const choices = [
    { value: '', label: 'No owner' },
    ...(self ? [{ value: self.id, label: `${self.email} (you)` }] : []),
    ...others.map((one) => ({ value: one.id, label: one.email })),
  ]
  if (types.length < 2) return null
  return (
    <div class="keys-pair">
      <SelectField
        label="Used by"
        value={draft.type}
        onValue={(type) => set({ type: type as KeyType })}
        choices={[
          { value: 'workspace-service', label: 'An app or service' },
          { value: 'workspace-user', label: 'A person' },
        ]}
      />
      {isOfPerson && (
        <SelectField
          label="Owner"
          value={draft.userId}
          onValue={(userId) => set({ userId })}
          choices={choices}
          hint="Deleted with the account of its owner."
          error={errors('user_id')}
        />
      )}
    </div>
  )
}

const SCOPE_GROUPS = {
  'workspace-service': 'workspace_service_api_keys',
  'workspace-user': 'workspace_user_api_keys',
} as const
