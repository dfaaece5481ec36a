/** Approves or denies the login of a device: enter its code, see what it asks for, decide. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { caller, isOrganisationAdmin } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField, TextField } from '../../design/controls/field.tsx'
import { Card } from '../../design/data/card.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { Time } from '../../design/data/time.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { scopeWords } from './scope-words.ts'

type DeviceRequest = {
  readonly client_name: string
  readonly device_name: string | null
  readonly ip: string
  readonly user_agent: string | null
  readonly requested_at: string
  readonly expires_at: string
  readonly requested_scopes: readonly string[]
  readonly requested_workspace: string | null
  readonly workspace_id: string | null
  readonly granted_scopes: readonly string[]
  readonly withheld_scopes: readonly string[]
}

type Shown = { readonly code: string; readonly request: DeviceRequest }

export function Page() {
  const [typed, setTyped] = useState(query.value.get('user_code') ?? '')
  const [shown, setShown] = useState<Shown | null>(null)
  const [decision, setDecision] = useState<'approved' | 'denied' | null>(null)
  const looking = useAction(async (code: string, workspace?: string | null) => {
    const request = await api.post<DeviceRequest>('/device-logins/lookup', {
      user_code: code,
      ...(workspace !== undefined && { workspace_id: workspace }),
    })
    setShown({ code, request })
  })
  useEffect(() => {
    if (typed === '') return
    // The code must not stay in the browser history.
    setQuery({ user_code: null }, { replace: true })
    void looking.run(typed)
  }, [])
  return (
    <div class="page">
      <PageHead title="Device login" about="Log in a command line or another program on this or another computer." />
      <div class="device-login">
        {decision !== null && <Done decision={decision} />}
        {decision === null && shown === null && (
          <Card title="Enter code">
            <form
              class="stack"
              onSubmit={(event) => {
                event.preventDefault()
                void looking.run(typed)
              }}
            >
              <TextField
                label="Code that the device shows"
                value={typed}
                onValue={setTyped}
                placeholder="BCDF-GHJK"
                autocomplete="off"
                isCode
                maxLength={32}
              />
              {looking.error && <ErrorNotice error={looking.error} what="find the login" />}
              <div>
                <Button type="submit" kind="primary" isBusy={looking.isRunning} disabled={typed.trim() === ''}>
                  Continue
                </Button>
              </div>
            </form>
          </Card>
        )}
        {decision === null && shown !== null && (
          <Request
            shown={shown}
            isChanging={looking.isRunning}
            changeError={looking.error}
            onWorkspace={(workspace) => void looking.run(shown.code, workspace)}
            onDecided={setDecision}
          />
        )}
      </div>
    </div>
  )
}

function Done({ decision }: { readonly decision: 'approved' | 'denied' }) {
  return decision === 'approved' ? (
    <Notice tone="ok" title="The device is logged in" isAlert>
      <p>
        It gets its key within a few seconds. You can close this page. <a href="/account">Your account</a> lists your
        devices and revokes them.
      </p>
    </Notice>
  ) : (
    <Notice tone="info" title="The login was denied" isAlert>
      <p>The device gets no access. You can close this page.</p>
    </Notice>
  )
}

type RequestProps = {
  readonly shown: Shown
  readonly isChanging: boolean
  readonly changeError: Parameters<typeof ErrorNotice>[0]['error'] | null
  readonly onWorkspace: (workspace: string | null) => void
  readonly onDecided: (decision: 'approved' | 'denied') => void
}

const ORGANISATION = ''
const DAYS = [1, 7, 30, 90]

function Request({ shown: { code, request }, isChanging, changeError, onWorkspace, onDecided }: RequestProps) {
  const [days, setDays] = useState('30')
  const approving = useAction(async () => {
    const workspace = request.requested_workspace === null ? { workspace_id: request.workspace_id } : {}
    await api.post('/device-logins/approve', { user_code: code, expires_in_days: Number(days), ...workspace })
    onDecided('approved')
  })
  const denying = useAction(async () => {
    await api.post('/device-logins/deny', { user_code: code })
    onDecided('denied')
  })
  const error = approving.error ?? denying.error ?? changeError
  const isBusy = isChanging || approving.isRunning || denying.isRunning
  return (
    <Card title={`${request.client_name} requests access`}>
      <div class="stack">
        <Notice tone="warning" title="Approve only a login that you started yourself">
          <p>
            The device must show the code below. If someone sent you the code or a link, deny it: whoever started the
            login acts as you afterwards.
          </p>
        </Notice>
        <p class="device-code">{codeWords(code)}</p>
        <Facts
          facts={[
            { name: 'Program', value: request.client_name },
            { name: 'Device', value: <span class="anywhere">{request.device_name ?? 'Not named'}</span> },
            { name: 'Requested from', value: request.ip },
            { name: 'Requested', value: <Time at={request.requested_at} /> },
            { name: 'Acts as', value: caller.value?.user?.email ?? '' },
            { name: 'May', value: <Scopes request={request} /> },
          ]}
        />
        <div class="device-choices">
          {request.requested_workspace === null && (
            <SelectField
              label="Access to"
              value={request.workspace_id ?? ORGANISATION}
              onValue={(id) => onWorkspace(id === ORGANISATION ? null : id)}
              choices={accessChoices()}
              disabled={isBusy}
            />
          )}
          <SelectField
            label="Expires after"
            value={days}
            onValue={setDays}
            choices={DAYS.map((count) => ({ value: String(count), label: count === 1 ? '1 day' : `${count} days` }))}
          />
        </div>
        {request.requested_workspace !== null && (
          <p class="caption">The device asks for the workspace {request.requested_workspace} only.</p>
        )}
        {error && <ErrorNotice error={error} what="finish the login" />}
        <div class="row-wrap">
          <Button
            kind="primary"
            isBusy={approving.isRunning}
            disabled={isBusy || request.granted_scopes.length === 0}
            onClick={() => void approving.run()}
          >
            Approve
          </Button>
          <Button isBusy={denying.isRunning} disabled={isBusy} onClick={() => void denying.run()}>
            Deny
          </Button>
        </div>
      </div>
    </Card>
  )
}

function accessChoices() {
  const all = (caller.value?.workspaces ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return isOrganisationAdmin.value ? [{ value: ORGANISATION, label: 'The whole organisation' }, ...all] : all
}

function Scopes({ request }: { readonly request: DeviceRequest }) {
  const { requested_scopes: requested, granted_scopes: granted, withheld_scopes: withheld } = request
  const words = scopeWords(granted)
  const list = (
    <ul class="device-scopes">
      {words.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
  return (
    <>
      {granted.length === 0 && <span class="tone-error">Nothing: your role holds none of the requested scopes.</span>}
      {requested.includes('*') && granted.length > 0 ? (
        <details>
          <summary>Everything that your role allows</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {withheld.length > 0 && <p class="caption">Not granted, because your role lacks it: {withheld.join(', ')}</p>}
    </>
  )
}

/** `bcdfghjk` becomes `BCDF-GHJK`, as the device shows it. */
function codeWords(code: string): string {
  const letters = code.replaceAll(/[^A-Za-z]/g, '').toUpperCase()
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}`
}
