/** Creates or edits a workload issuer. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { workspace } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors } from '../../design/forms/field-errors.ts'
import { SaveDialog } from '../../design/forms/save-dialog.tsx'
import { AlertField, BudgetFields, RateFields } from '../../design/limits/budget-fields.tsx'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { bodyOf, type Draft, draftOf, type KeySource } from './issuer-draft.ts'
import { PATH, type WorkloadIssuer } from './workload-issuer.ts'

type FormProps = {
  /** Null: a new one. */
  readonly before: WorkloadIssuer | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function IssuerForm({ before, onClose, onSaved }: FormProps) {
  const here = workspace.value
  const [draft, setDraft] = useState(() => draftOf(before, here?.id ?? ''))
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const saving = useAction(async () => {
    const body = bodyOf(draft)
    if (before) await api.put(`${PATH}/${before.id}`, body)
    else await api.post(PATH, { ...body, ...(draft.workspaceId !== '' && { workspace_id: draft.workspaceId }) })
    toast({ words: before ? 'The workload issuer was changed.' : 'The workload issuer was created.' })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  return (
    <SaveDialog what="workload issuer" isNew={!before} saving={saving} onClose={onClose}>
      <TextField
        label="Name"
        placeholder="GitHub"
        maxLength={128}
        value={draft.name}
        onValue={(name) => change({ name })}
        error={errors('name')}
      />
      <TextField
        label="Issuer"
        isCode
        placeholder="https://token.actions.githubusercontent.com"
        hint="The iss claim, exactly as in the tokens."
        value={draft.issuer}
        onValue={(issuer) => change({ issuer })}
        error={errors('issuer')}
      />
      <SelectField
        label="Public keys"
        value={draft.source}
        onValue={(source) => change({ source: source as KeySource })}
        choices={[
          { value: 'discovery', label: 'Found by discovery at the issuer' },
          { value: 'url', label: 'At a JWKS URL' },
          { value: 'inline', label: 'Stored here' },
        ]}
      />
      {draft.source === 'inline' ? (
        <TextAreaField
          label="JSON Web Key Set"
          isCode
          rows={4}
          placeholder={'{"keys": [...]}'}
          hint="Public keys only."
          value={draft.jwks}
          onValue={(jwks) => change({ jwks })}
          error={errors('jwks')}
        />
      ) : (
        draft.source === 'url' && (
          <TextField
            label="JWKS URL"
            isCode
            placeholder="https://issuer.example.com/jwks"
            value={draft.jwksUrl}
            onValue={(jwksUrl) => change({ jwksUrl })}
            error={errors('jwks_url')}
          />
        )
      )}
      <TextAreaField
        label="Audiences"
        rows={1}
        placeholder="gatehouse"
        hint="A token must name one of them. One per line."
        value={draft.audiences}
        onValue={(audiences) => change({ audiences })}
        error={errors('audiences')}
      />
      <TextAreaField
        label="Required claims"
        isOptional
        isCode
        rows={3}
        placeholder={'repository = acme/*\nref = refs/heads/main'}
        hint="One per line. A value can end with *. Lines with the same claim are alternatives."
        value={draft.claims}
        onValue={(claims) => change({ claims })}
        error={errors('claims')}
      />
      <div class="policy-pair">
        <SelectField
          label="Workspace"
          value={draft.workspaceId === '' ? 'claim' : 'fixed'}
          disabled={before !== null}
          onValue={(value) => change({ workspaceId: value === 'fixed' ? (here?.id ?? '') : '' })}
          choices={[
            { value: 'fixed', label: (before === null && here?.name) || 'One workspace' },
            { value: 'claim', label: 'Named by a claim' },
          ]}
        />
        {draft.workspaceId === '' && (
          <TextField
            label="Workspace claim"
            isCode
            placeholder="portkey_workspace"
            value={draft.workspaceClaim}
            onValue={(workspaceClaim) => change({ workspaceClaim })}
            error={errors('workspace_claim')}
          />
        )}
      </div>
      <div class="policy-pair">
        <TextAreaField
          label="Scopes"
          isCode
          rows={2}
          hint="Maximum scopes of a token. One per line."
          value={draft.scopes}
          onValue={(scopes) => change({ scopes })}
          error={errors('scopes')}
        />
        <TextField
          label="Scope claim"
          isOptional
          isCode
          placeholder="scope"
          hint="Restricts a token to fewer scopes."
          value={draft.scopeClaim}
          onValue={(scopeClaim) => change({ scopeClaim })}
          error={errors('scope_claim')}
        />
      </div>
      <TextAreaField
        label="Metadata from claims"
        isOptional
        isCode
        rows={2}
        placeholder="workflow = workflow"
        hint="One label = claim per line."
        value={draft.metadata}
        onValue={(metadata) => change({ metadata })}
        error={errors('metadata')}
      />
      <div class="policy-pair">
        <TextField
          label="Subject claim"
          isCode
          value={draft.subjectClaim}
          onValue={(subjectClaim) => change({ subjectClaim })}
          error={errors('subject_claim')}
        />
        <TextField
          label="Maximum lifetime (seconds)"
          type="number"
          min={60}
          value={draft.lifetime}
          onValue={(lifetime) => change({ lifetime })}
          error={errors('max_lifetime_seconds')}
        />
      </div>
      <TextField
        label="Signature algorithms"
        isCode
        value={draft.algorithms}
        onValue={(algorithms) => change({ algorithms })}
        error={errors('algorithms')}
      />
      <h3>Budget and rate limits</h3>
      {before?.usage_limits && <UsageBar limit={before.usage_limits} label={`Budget of ${before.name}`} />}
      <BudgetFields draft={draft.budget} onDraft={(budget) => change({ budget })} errors={errors} />
      {draft.budget.limit !== '' && (
        <AlertField draft={draft.budget} onDraft={(budget) => change({ budget })} errors={errors} />
      )}
      <RateFields drafts={draft.rates} onDrafts={(rates) => change({ rates })} errors={errors} />
      {before?.usage_limits && (
        <CheckField
          label="Reset usage"
          hint="Sets the usage of this budget to zero. The logs are unchanged."
          isChecked={draft.isReset}
          onChecked={(isReset) => change({ isReset })}
        />
      )}
      <CheckField label="Enabled" isChecked={draft.enabled} onChecked={(enabled) => change({ enabled })} />
    </SaveDialog>
  )
}
