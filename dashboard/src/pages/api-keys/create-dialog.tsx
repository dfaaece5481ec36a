/** Creates a key in three steps; most keys need only the first. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { writeCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { amountIn, type BudgetType } from '../../design/limits/limit-types.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { createPath, GROUP_OF, type KeyType, loadScopes, type Realm, scopeQuery } from './api-key.ts'
import { createBody, type KeyDraft, newKey } from './key-draft.ts'
import { LimitsStep } from './limits-step.tsx'
import { PurposeStep } from './purpose-step.tsx'
import { ResultDialog } from './result-step.tsx'

type CreateProps = { readonly realm: Realm; readonly onClose: () => void; readonly onCreated: () => void }

/** The type of key the user may create; a service key if the user has a choice, null if the user may create none. */
export function creatableType(realm: Realm): KeyType | null {
  const types: readonly KeyType[] =
    realm === 'organisation' ? ['organisation-service'] : ['workspace-service', 'workspace-user']
  return types.find((type) => can(`${GROUP_OF[type]}.create`)) ?? null
}

/** Fields of step 1; errors of any other field are shown in step 2. */
const FIRST_STEP = /^(name|scopes|user_id)/

export function CreateDialog({ realm, onClose, onCreated }: CreateProps) {
  const [draft, setDraft] = useState(() => newKey(realm, creatableType(realm) ?? 'workspace-service'))
  const [step, setStep] = useState<1 | 2>(1)
  const [secret, setSecret] = useState<string | null>(null)
  const scopes = useResource('scopes', loadScopes)
  const set = (change: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...change }))
  const body = createBody(draft, scopeQuery(realm))
  const creating = useAction(async () => {
    try {
      const made = await api.post<{ key: string }>(createPath(draft.type), body)
      setSecret(made.key)
      onCreated()
    } catch (thrown) {
      const param = thrown instanceof Error && 'param' in thrown ? thrown.param : null
      if (typeof param === 'string') setStep(FIRST_STEP.test(param) ? 1 : 2)
      throw thrown
    }
  })
  const errors = fieldErrors(creating.error)
  useFirstErrorFocus(creating.error)
  if (secret !== null) {
    const variable = realm === 'organisation' ? 'GATEWAY_ADMIN_API_KEY' : 'GATEWAY_API_KEY'
    return (
      <ResultDialog
        title={`${draft.name} is ready`}
        secret={secret}
        mayInfer={draft.mayInfer}
        variable={variable}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={realm === 'organisation' ? 'New Admin key' : 'New API key'}
      onClose={onClose}
      isWide={draft.preset === 'custom' && step === 1}
      onSubmit={() => creating.run()}
      foot={
        <>
          <Button onClick={step === 1 ? () => setStep(2) : () => setStep(1)}>
            {step === 1 ? 'Limits and defaults…' : 'Back'}
          </Button>
          <Button type="submit" kind="primary" isBusy={creating.isRunning}>
            Create key
          </Button>
        </>
      }
    >
      <p class="caption">{step === 1 ? 'Step 1 of 3: name and permissions' : 'Step 2 of 3: limits and defaults'}</p>
      {step === 1 ? (
        <>
          <TextField
            label="Name"
            placeholder="checkout-prod"
            value={draft.name}
            onValue={(name) => set({ name })}
            error={errors('name')}
          />
          <Loaded resource={scopes} what="load the scopes">
            {({ data }) => (
              <>
                <PurposeStep realm={realm} scopes={data} draft={draft} set={set} errors={errors} />
                <p class="caption">{limitWords(draft)}</p>
              </>
            )}
          </Loaded>
        </>
      ) : (
        <LimitsStep realm={realm} draft={draft} set={set} errors={errors} />
      )}
      {creating.error && <ErrorNotice error={creating.error} what="create the key" />}
      <details class="fold">
        <summary>API request</summary>
        <div class="stack">
          <CodeBlock
            code={writeCode({ method: 'POST', path: createPath(draft.type), body }, 'curl', location.origin)}
          />
        </div>
      </details>
    </Dialog>
  )
}

/** Summary of step 2 for users who skip it. */
function limitWords({ expires, budget, rates }: KeyDraft): string {
  const end = expires === '' ? 'No expiry' : `Expires at the end of ${expires}`
  const amount = Number(budget.limit)
  const spend = budget.limit === '' ? 'no budget' : `budget ${amountIn(budget.type as BudgetType)(amount)}`
  return `${end}, ${spend}, ${rates.length === 0 ? 'no rate limit' : `${rates.length} rate limits`}. Change these under limits and defaults.`
}
