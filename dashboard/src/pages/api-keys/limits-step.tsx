/** Step 2: expiry, limits and request defaults. */

import { api } from '../../api/client.ts'
import { can, isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { DateField } from '../../design/controls/date-field.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import type { FieldErrors } from '../../design/forms/field-errors.ts'
import { AlertField, BudgetFields, RateFields } from '../../design/limits/budget-fields.tsx'
import type { Realm } from './api-key.ts'
import { inDays, type KeyDraft } from './key-draft.ts'

type LimitsProps = {
  readonly realm: Realm
  readonly draft: KeyDraft
  readonly set: (change: Partial<KeyDraft>) => void
  readonly errors: FieldErrors
}

/** Errors of the admin API name the invalid entry. */
const CERTIFICATE_PARAMS = Array.from({ length: 20 }, (_, i) => `client_certificates[${i}]`)

export function LimitsStep({ realm, draft, set, errors }: LimitsProps) {
  return (
    <>
      <div class="row-wrap keys-expiry">
        <DateField
          label="Expires (end of day)"
          isOptional
          value={draft.expires}
          onValue={(expires) => set({ expires })}
          error={errors('expires_at')}
        />
        {[30, 90, 365].map((days) => (
          <Button key={days} size="small" onClick={() => set({ expires: inDays(days) })}>
            {days} days
          </Button>
        ))}
        <Button size="small" onClick={() => set({ expires: '' })}>
          No expiry
        </Button>
      </div>
      <BudgetFields draft={draft.budget} onDraft={(budget) => set({ budget })} errors={errors} />
      {draft.budget.limit !== '' && (
        <AlertField draft={draft.budget} onDraft={(budget) => set({ budget })} errors={errors} />
      )}
      <RateFields drafts={draft.rates} onDrafts={(rates) => set({ rates })} errors={errors} />
      {realm === 'workspace' && <DefaultFields draft={draft} set={set} errors={errors} />}
      {isOrganisationAdmin.value && (
        <TextAreaField
          label="Client certificates"
          isOptional
          isCode
          rows={2}
          placeholder={'dns:billing.example.com\nsha256:9f86d081…'}
          value={draft.certificates}
          onValue={(certificates) => set({ certificates })}
          hint="One per line: sha256:, dns:, uri: or email:. A program with this certificate needs no key."
          error={errors('client_certificates', ...CERTIFICATE_PARAMS)}
        />
      )}
      <TextField
        label="Description"
        isOptional
        value={draft.description}
        onValue={(description) => set({ description })}
        error={errors('description')}
      />
    </>
  )
}

type Config = { readonly slug: string; readonly name: string }

function DefaultFields({ draft, set, errors }: Omit<LimitsProps, 'realm'>) {
  const id = workspaceId.value
  const configs = useResource(can('configs.list') ? (id ?? '') : null, (signal) =>
    api.get<{ data: readonly Config[] }>('/configs', { query: { workspace_id: id, page_size: 1000 }, signal }),
  )
  const known = configs.data?.data ?? []
  const isKnown = draft.config === '' || known.some((config) => config.slug === draft.config)
  return (
    <>
      <SelectField
        label="Default config"
        isOptional
        value={draft.config}
        onValue={(config) => set({ config })}
        choices={[
          { value: '', label: 'none' },
          ...known.map((config) => ({ value: config.slug, label: `${config.name} · ${config.slug}` })),
          ...(isKnown ? [] : [{ value: draft.config, label: draft.config }]),
        ]}
        hint="For requests without a config."
        error={errors('defaults.config_id')}
      />
      {draft.config !== '' && (
        <CheckField
          label="Requests can use another config"
          isChecked={draft.mayOverride}
          onChecked={(mayOverride) => set({ mayOverride })}
        />
      )}
      <TextAreaField
        label="Metadata added to every request"
        isOptional
        isCode
        rows={2}
        placeholder={'team=checkout\n_environment=production'}
        value={draft.metadata}
        onValue={(metadata) => set({ metadata })}
        hint="One name=value per line."
        error={errors('defaults.metadata')}
      />
    </>
  )
}
