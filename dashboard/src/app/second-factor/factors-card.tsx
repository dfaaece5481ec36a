/** The user's second factors: add and remove passkeys, an authenticator app and recovery codes. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Button } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { useAction } from '../use-action.ts'
import { useResource } from '../use-resource.ts'
import { AddPasskeyDialog, AddTotpDialog } from './add-dialogs.tsx'
import type { ChangedFactors, Factors, Passkey } from './factors.ts'
import { canUsePasskeys } from './passkey.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

type Open =
  | { readonly dialog: 'passkey' | 'totp' | 'remove-totp' }
  | { readonly removed: Passkey }
  | { readonly renamed: Passkey }

/** `onChanged` runs after the user has seen new recovery codes. */
export function FactorsCard({ onChanged }: { readonly onChanged: () => void }) {
  const factors = useResource('second factors', (signal) => api.get<Factors>('/users/me/second-factors', { signal }))
  const [open, setOpen] = useState<Open | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setOpen(null)
  const changed = (now: Factors, words: string) => {
    factors.mutate(() => now)
    close()
    toast({ words })
    onChanged()
  }
  const added = (now: ChangedFactors, words: string) => {
    if (now.recovery_codes === null) return changed(now, words)
    factors.mutate(() => now)
    close()
    setCodes(now.recovery_codes)
  }
  const renewing = useAction(async () => {
    const now = await api.post<ChangedFactors>('/users/me/recovery-codes')
    factors.mutate(() => now)
    setCodes(now.recovery_codes)
  })
  return (
    <Card title="Second factors">
      <Loaded resource={factors} what="load your second factors">
        {(now) => (
          <ul class="account-sessions" aria-label="Your second factors">
            {now.passkeys.map((passkey) => (
              <FactorRow
                key={passkey.id}
                title={passkey.name}
                about={`Passkey for ${passkey.host}`}
                used={passkey.last_used}
                since={passkey.created_at}
                verb="Remove"
                onAct={() => setOpen({ removed: passkey })}
                onRename={() => setOpen({ renamed: passkey })}
              />
            ))}
            {now.totp && (
              <FactorRow
                title="Authenticator app"
                about="Codes"
                used={now.totp.last_used}
                since={now.totp.created_at}
                verb="Remove"
                onAct={() => setOpen({ dialog: 'remove-totp' })}
              />
            )}
            {(now.totp || now.passkeys.length > 0) && (
              <FactorRow
                title="Recovery codes"
                about={`${now.recovery_codes_left} of 10 left`}
                verb="Create new ones"
                isBusy={renewing.isRunning}
                onAct={() => void renewing.run()}
              />
            )}
            {!now.totp && now.passkeys.length === 0 && (
              <li class="muted account-session">None. Anyone with your password can sign in as you.</li>
            )}
          </ul>
        )}
      </Loaded>
      {renewing.error && <ErrorNotice error={renewing.error} what="create recovery codes" />}
      <div class="row-wrap account-note">
        <Button icon="plus" disabled={!canUsePasskeys()} onClick={() => setOpen({ dialog: 'passkey' })}>
          Add passkey
        </Button>
        {factors.data?.totp === null && (
          <Button icon="plus" onClick={() => setOpen({ dialog: 'totp' })}>
            Add authenticator app
          </Button>
        )}
        {!canUsePasskeys() && (
          <span class="caption">Passkeys need https and a host name, or http://localhost for a test.</span>
        )}
      </div>
      {open && 'dialog' in open && open.dialog === 'passkey' && (
        <AddPasskeyDialog onClose={close} onAdded={(now) => added(now, 'The passkey was added.')} />
      )}
      {open && 'dialog' in open && open.dialog === 'totp' && (
        <AddTotpDialog onClose={close} onAdded={(now) => added(now, 'The authenticator app was added.')} />
      )}
      {open && 'dialog' in open && open.dialog === 'remove-totp' && (
        <ConfirmDialog
          title="Remove authenticator app"
          verb="Remove"
          onClose={close}
          onConfirm={async () => changed(await api.delete<Factors>('/users/me/totp'), 'The app was removed.')}
        >
          <p>Its codes no longer work, and all your other sessions end.</p>
        </ConfirmDialog>
      )}
      {open && 'renamed' in open && (
        <RenamePasskeyDialog
          passkey={open.renamed}
          onClose={close}
          onRenamed={(now) => {
            factors.mutate(() => now)
            close()
            toast({ words: 'The passkey was renamed.' })
          }}
        />
      )}
      {open && 'removed' in open && (
        <ConfirmDialog
          title={`Remove passkey “${open.removed.name}”`}
          verb="Remove"
          onClose={close}
          onConfirm={async () => {
            const path = `/users/me/passkeys/${encodeURIComponent(open.removed.id)}`
            changed(await api.delete<Factors>(path), 'The passkey was removed.')
          }}
        >
          <p>It no longer signs you in, and all your other sessions end.</p>
        </ConfirmDialog>
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null)
            onChanged()
          }}
        />
      )}
    </Card>
  )
}

type RowProps = {
  readonly title: string
  readonly about: string
  readonly used?: string | null
  readonly since?: string
  readonly verb: string
  readonly isBusy?: boolean
  readonly onAct: () => void
  readonly onRename?: () => void
}

function FactorRow({ title, about, used, since, verb, isBusy, onAct, onRename }: RowProps) {
  return (
    <li class="account-session">
      <div class="stack-tight">
        <strong class="anywhere">{title}</strong>
        <span class="caption anywhere">
          {about}
          {since && (
            <>
              {' '}
              · added <Time at={since} />
            </>
          )}
          {used && (
            <>
              {' '}
              · used <Time at={used} />
            </>
          )}
        </span>
      </div>
      <div class="row-wrap">
        {onRename && (
          <Button size="small" onClick={onRename}>
            Rename<span class="sr-only"> ({title})</span>
          </Button>
        )}
        <Button size="small" isBusy={isBusy ?? false} onClick={onAct}>
          {verb}
          <span class="sr-only"> ({title})</span>
        </Button>
      </div>
    </li>
  )
}
