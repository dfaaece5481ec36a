/** Creates or edits a price: model, scope and rates. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { caller } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Combobox } from '../../../design/controls/combobox.tsx'
import { DateField } from '../../../design/controls/date-field.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../../design/controls/field.tsx'
import { count } from '../../../design/data/format.ts'
import { type FieldErrors, fieldErrors, useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { List } from '../../users/people.ts'
import { ALL_UNITS, type Price, UNITS, type Unit } from './price.ts'
import { bodyOf, type PriceDraft, setRate } from './price-draft.ts'

type PriceFormProps = {
  /** Null: a new one. */
  readonly id: string | null
  readonly draft: PriceDraft
  readonly providers: readonly string[]
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

const USUAL: readonly Unit[] = ['input_tokens', 'output_tokens']

export function PriceForm({ id, draft: first, providers, onClose, onSaved }: PriceFormProps) {
  const [draft, setDraft] = useState(first)
  const set = (change: Partial<PriceDraft>) => setDraft((before) => ({ ...before, ...change }))
  const saving = useAction(async () => {
    const body = bodyOf(draft)
    await (id === null ? api.post<Price>('/prices', body) : api.put<Price>(`/prices/${id}`, body))
    toast({ words: `The price of ${draft.model} applies from the next request.` })
    await onSaved()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  const parts = { draft, set, errors }
  return (
    <Dialog
      title={id === null ? 'New price' : `Change price of ${first.model}`}
      isWide
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            {id === null ? 'Set price' : 'Save'}
          </Button>
        </>
      }
    >
      <div class="settings-grid">
        <TextField
          label="Model"
          isCode
          placeholder="gpt-4o*"
          hint="* matches any characters."
          value={draft.model}
          onValue={(model) => set({ model })}
          error={errors('model')}
        />
        <Combobox
          label="Provider"
          isOptional
          isFree
          placeholder="any"
          choices={providers.map((slug) => ({ value: slug, label: slug }))}
          value={draft.provider}
          onValue={(provider) => set({ provider })}
          error={errors('provider')}
        />
        <PlaceFields {...parts} isFixed={id !== null} />
      </div>
      <fieldset class="stack-tight">
        <legend class="field-label">Price</legend>
        <CheckField
          radioName="price-kind"
          label="Fixed prices"
          isChecked={draft.isOwnList}
          onChecked={() => set({ isOwnList: true })}
        />
        <CheckField
          radioName="price-kind"
          label="The list price, times a factor"
          isChecked={!draft.isOwnList}
          onChecked={() => set({ isOwnList: false })}
        />
      </fieldset>
      {draft.isOwnList && <RateFields {...parts} onDraft={setDraft} />}
      <div class="settings-grid">
        <TextField
          label="Multiplier"
          value={draft.multiplier}
          onValue={(multiplier) => set({ multiplier })}
          hint="0.8 is a discount of 20 %, 1.2 adds 20 %."
          error={errors('multiplier')}
        />
        <DateField
          label="Valid from"
          isOptional
          hint={id === null ? 'Default: now.' : 'Default: unchanged.'}
          value={draft.validFrom}
          onValue={(validFrom) => set({ validFrom })}
          error={errors('valid_from')}
        />
      </div>
      {saving.error && <ErrorNotice error={saving.error} what="save the price" />}
    </Dialog>
  )
}

type PartProps = {
  readonly draft: PriceDraft
  readonly set: (change: Partial<PriceDraft>) => void
  readonly errors: FieldErrors
}

function PlaceFields({ draft, set, errors, isFixed }: PartProps & { readonly isFixed: boolean }) {
  const keys = useResource(draft.workspaceId === '' ? null : draft.workspaceId, (signal) =>
    api.get<List<{ slug: string }>>('/virtual-keys', {
      query: { workspace_id: draft.workspaceId, page_size: 1_000 },
      signal,
    }),
  )
  return (
    <>
      <SelectField
        label="Where"
        value={draft.workspaceId}
        disabled={isFixed}
        onValue={(workspaceId) => set({ workspaceId, virtualKey: '' })}
        choices={[
          { value: '', label: 'In every workspace' },
          ...(caller.value?.workspaces ?? []).map((one) => ({ value: one.id, label: `Only in ${one.name}` })),
        ]}
        error={errors('workspace_id')}
      />
      {draft.workspaceId !== '' && (
        <SelectField
          label="Virtual key"
          isOptional
          value={draft.virtualKey}
          onValue={(virtualKey) => set({ virtualKey })}
          choices={[
            { value: '', label: 'Any' },
            ...(keys.data?.data ?? []).map(({ slug }) => ({ value: slug, label: slug })),
          ]}
          error={errors('virtual_key')}
        />
      )}
    </>
  )
}

function RateFields({ draft, set, errors, onDraft }: PartProps & { readonly onDraft: (draft: PriceDraft) => void }) {
  const field = (unit: Unit) => {
    const per = draft.rates[unit]?.per ?? UNITS[unit].per
    return (
      <TextField
        key={unit}
        label={UNITS[unit].label}
        isOptional={!USUAL.includes(unit)}
        hint={`US dollars per ${count(per)} ${UNITS[unit].unit}`}
        value={draft.rates[unit]?.usd ?? ''}
        onValue={(usd) => onDraft(setRate(draft, unit, usd))}
        error={errors(`prices.${unit}.usd`, `prices.${unit}`, ...(unit === 'input_tokens' ? ['prices'] : []))}
      />
    )
  }
  return (
    <>
      <div class="settings-grid">{USUAL.map(field)}</div>
      <details class="fold">
        <summary>Other units</summary>
        <div class="stack">
          <p class="field-hint">
            A token class without a price is billed as the class that contains it: cached input as input.
          </p>
          <div class="settings-grid">{ALL_UNITS.filter((unit) => !USUAL.includes(unit)).map(field)}</div>
        </div>
      </details>
      <details class="fold" open={draft.tiers !== '' || draft.batch !== ''}>
        <summary>Tiers and batch prices</summary>
        <div class="stack">
          <TextAreaField
            label="Tiers"
            isOptional
            isCode
            placeholder='[{"over_input_tokens": 200000, "prices": {"input_tokens": {"usd": 4}}}]'
            hint="JSON. Above over_input_tokens, these prices apply to the whole request."
            value={draft.tiers}
            onValue={(tiers) => set({ tiers })}
            error={errors('tiers')}
          />
          <TextAreaField
            label="Batch prices"
            isOptional
            isCode
            placeholder='{"input_tokens": {"usd": 1}, "output_tokens": {"usd": 4}}'
            hint="JSON."
            value={draft.batch}
            onValue={(batch) => set({ batch })}
            error={errors('batch_prices')}
          />
        </div>
      </details>
    </>
  )
}
