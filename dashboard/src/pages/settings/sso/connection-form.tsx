/** Creates or changes a single sign-on connection. The stored secret is never shown; an empty input keeps it. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { roleChoices, useCustomRoles } from '../../../app/roles.ts'
import { useAction } from '../../../app/use-action.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '../../../design/controls/field.tsx'
import { Facts } from '../../../design/data/facts.tsx'
import { fieldErrors } from '../../../design/forms/field-errors.ts'
import { SaveDialog } from '../../../design/forms/save-dialog.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import { CONNECTIONS, type SsoConnection } from './connection.ts'

type FormProps = {
  /** Null: a new one. */
  readonly before: SsoConnection | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function ConnectionForm({ before, onClose, onSaved }: FormProps) {
  const [name, setName] = useState(before?.name ?? '')
  const [issuer, setIssuer] = useState(before?.issuer ?? '')
  const [clientId, setClientId] = useState(before?.client_id ?? '')
  const [method, setMethod] = useState(before?.auth_method ?? 'client_secret')
  const [secret, setSecret] = useState('')
  const [scopes, setScopes] = useState((before?.scopes ?? ['openid', 'email', 'profile']).join(' '))
  const [groups, setGroups] = useState(before ? (before.claims.groups ?? '') : 'groups')
  const [domains, setDomains] = useState((before?.domains ?? []).join('\n'))
  const [trusts, setTrusts] = useState(before?.trust_email ?? false)
  const [creates, setCreates] = useState(before?.allow_new_users ?? false)
  const custom = useCustomRoles('organisation')
  const [role, setRole] = useState<string>(before?.default_role ?? 'member')
  const saving = useAction(async () => {
    const body = {
      name: name.trim(),
      ...(issuer.trim() !== before?.issuer && { issuer: issuer.trim() }),
      ...(clientId.trim() !== before?.client_id && { client_id: clientId.trim() }),
      ...(method !== before?.auth_method && { auth_method: method }),
      ...(method === 'client_secret' && secret !== '' && { client_secret: secret }),
      ...(scopes !== before?.scopes.join(' ') && { scopes: wordsOf(scopes) }),
      ...((groups.trim() || null) !== before?.claims.groups && { claims: { groups: groups.trim() || null } }),
      domains: wordsOf(domains),
      trust_email: trusts,
      allow_new_users: creates,
      default_role: role,
    }
    if (before) await api.put(`${CONNECTIONS}/${before.id}`, body)
    else await api.post(CONNECTIONS, body)
    toast({ words: before ? 'The connection was changed.' : 'The connection was created. Test it, then enable it.' })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  return (
    <SaveDialog what="connection" isNew={!before} saving={saving} onClose={onClose}>
      <TextField label="Name" placeholder="Keycloak" value={name} onValue={setName} error={errors('name')} />
      <TextField
        label="Issuer"
        type="url"
        isCode
        placeholder="https://login.example.com/realms/acme"
        hint="The gateway reads /.well-known/openid-configuration below it."
        value={issuer}
        onValue={setIssuer}
        error={errors('issuer')}
      />
      <TextField label="Client ID" isCode value={clientId} onValue={setClientId} error={errors('client_id')} />
      <SelectField
        label="Client authentication"
        value={method}
        onValue={(next) => setMethod(next as SsoConnection['auth_method'])}
        choices={[
          { value: 'client_secret', label: 'Client secret' },
          { value: 'private_key_jwt', label: 'Private key (private_key_jwt)' },
        ]}
      />
      {method === 'client_secret' && (
        <TextField
          label="Client secret"
          type="password"
          autocomplete="new-password"
          hint={
            before?.auth_method === 'client_secret'
              ? 'Empty keeps the stored secret.'
              : 'Encrypted, and never shown again.'
          }
          value={secret}
          onValue={setSecret}
          error={errors('client_secret')}
        />
      )}
      <TextAreaField
        label="E-mail domains"
        rows={2}
        placeholder="example.com"
        hint="One per line. Users with addresses in these domains sign in with this connection."
        value={domains}
        onValue={setDomains}
        error={errors('domains', 'domains[0]', 'domains[1]', 'domains[2]')}
      />
      <TextField label="Scopes" isCode value={scopes} onValue={setScopes} error={errors('scopes')} />
      <TextField
        label="Groups claim"
        isCode
        isOptional
        hint="A path such as realm_access.roles names a nested claim. Empty: a sign-in leaves roles as they are."
        value={groups}
        onValue={setGroups}
        error={errors('claims.groups')}
      />
      <CheckField label="Create users at their first sign-in" isChecked={creates} onChecked={setCreates} />
      {creates && (
        <SelectField
          label="Role of new users"
          value={role}
          onValue={setRole}
          choices={[{ value: 'member', label: 'Member' }, { value: 'admin', label: 'Admin' }, ...roleChoices(custom)]}
        />
      )}
      <CheckField
        label="Trust e-mail addresses that are not marked as verified"
        hint="Only if the identity provider controls all addresses of these domains, such as Entra ID."
        isChecked={trusts}
        onChecked={setTrusts}
      />
      {before && (
        <Facts
          facts={[
            { name: 'Redirect URI', value: before.redirect_url },
            { name: 'Post-logout redirect URI', value: before.post_logout_redirect_url },
            { name: 'Back-channel logout URI', value: before.backchannel_logout_url },
            ...(before.jwks_url === null ? [] : [{ name: 'JWKS URL', value: before.jwks_url }]),
          ]}
        />
      )}
    </SaveDialog>
  )
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
