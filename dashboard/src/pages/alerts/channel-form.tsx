/** Creates or edits an alert channel. Stored secrets are never shown; an empty input keeps them. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { isOrganisationAdmin, workspace, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors } from '../../design/forms/field-errors.ts'
import { SaveDialog } from '../../design/forms/save-dialog.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type AlertChannel, CHANNEL_TYPES, type ChannelType, scopeOf } from './alert.ts'

type FormProps = {
  /** Null: a new one. */
  readonly before: AlertChannel | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function ChannelForm({ before, onClose, onSaved }: FormProps) {
  const [name, setName] = useState(before?.name ?? '')
  const [type, setType] = useState<ChannelType>(before?.type ?? 'webhook')
  const [isEverywhere, setEverywhere] = useState(before?.workspace_id === null)
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState('')
  const [isUnsigned, setUnsigned] = useState(false)
  const [recipients, setRecipients] = useState(before?.recipients.join('\n') ?? '')
  const [getsBudgets, setGetsBudgets] = useState(before?.budget_alerts ?? false)
  const saving = useAction(async () => {
    const channel = {
      name: name.trim(),
      budget_alerts: getsBudgets,
      ...(type === 'email' && { recipients: listOf(recipients) }),
      ...(type !== 'email' && url.trim() !== '' && { webhook_url: url.trim() }),
      ...(type === 'webhook' && secret !== '' && { signing_secret: secret }),
      ...(type === 'webhook' && isUnsigned && { signing_secret: null }),
    }
    if (before) await api.put(`/alerts/channels/${before.id}`, channel, { query: scopeOf(before) })
    else
      await api.post('/alerts/channels', {
        ...channel,
        type,
        ...(!isEverywhere && { workspace_id: workspaceId.value }),
      })
    toast({ words: before ? 'The alert channel was changed.' : 'The alert channel was created. Send a test to it.' })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  return (
    <SaveDialog what="alert channel" isNew={!before} saving={saving} onClose={onClose}>
      <TextField
        label="Name"
        placeholder="On call"
        maxLength={128}
        value={name}
        onValue={setName}
        error={errors('name')}
      />
      <div class="policy-pair">
        <SelectField
          label="Type"
          value={type}
          disabled={before !== null}
          onValue={(next) => setType(next as ChannelType)}
          choices={Object.entries(CHANNEL_TYPES).map(([value, label]) => ({ value, label }))}
        />
        {isOrganisationAdmin.value && !before && (
          <SelectField
            label="Scope"
            value={isEverywhere ? 'all' : 'one'}
            onValue={(value) => setEverywhere(value === 'all')}
            choices={[
              { value: 'one', label: workspace.value?.name ?? 'This workspace' },
              { value: 'all', label: 'All workspaces' },
            ]}
          />
        )}
      </div>
      {type === 'email' ? (
        <TextAreaField
          label="Recipients"
          rows={3}
          placeholder="ops@example.com"
          hint="One address per line. GATEWAY_SMTP_HOST sets the SMTP server."
          value={recipients}
          onValue={setRecipients}
          error={errors('recipients', 'recipients[0]', 'recipients[1]', 'recipients[2]')}
        />
      ) : (
        <TextField
          label={type === 'slack' ? 'Incoming webhook URL' : 'URL'}
          type="url"
          autocomplete="off"
          isCode
          placeholder={type === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://hooks.example.com/gatehouse'}
          hint={before ? `Empty keeps ${before.url_hint}` : 'Encrypted, and never shown again.'}
          value={url}
          onValue={setUrl}
          error={errors('webhook_url')}
        />
      )}
      {type === 'webhook' && (
        <TextField
          label="Signing secret"
          isOptional
          type="password"
          autocomplete="new-password"
          hint={
            before?.is_signed
              ? 'Empty keeps the stored secret.'
              : 'Signs each notification in the header x-gateway-signature (HMAC-SHA256). 16 characters or more.'
          }
          value={secret}
          onValue={setSecret}
          error={errors('signing_secret')}
        />
      )}
      {type === 'webhook' && before?.is_signed && (
        <CheckField label="Remove signing secret" isChecked={isUnsigned} onChecked={setUnsigned} />
      )}
      <CheckField
        label="Budget alerts"
        hint="Also notify when a budget reaches its alert threshold."
        isChecked={getsBudgets}
        onChecked={setGetsBudgets}
      />
    </SaveDialog>
  )
}

function listOf(text: string): string[] {
  const parts = text.split(/[\n,]/).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}
