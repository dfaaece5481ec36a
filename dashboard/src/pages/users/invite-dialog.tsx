/** Invites users: one or more email addresses and roles; returns a link for each. */

import { useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { TextAreaField } from '../../design/controls/field.tsx'
import { useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { LinkLine } from './link-dialog.tsx'
import type { GivenRole, List, OrganisationRole, WorkspaceName } from './people.ts'
import { readAddresses } from './read-addresses.ts'
import { RoleChoice } from './role-choice.tsx'
import { WorkspaceRoles } from './workspace-roles.tsx'

type Sent =
  | { readonly email: string; readonly link: string; readonly error: null }
  | { readonly email: string; readonly link: null; readonly error: ApiError }

type InviteDialogProps = {
  readonly onClose: (isDone: boolean) => void
  /** Preselected roles, when inviting into a workspace. */
  readonly given?: readonly GivenRole[]
}

export function InviteDialog({ onClose, given = [] }: InviteDialogProps) {
  const [text, setText] = useState('')
  const [role, setRole] = useState<OrganisationRole>('member')
  const [roles, setRoles] = useState(given)
  const [sent, setSent] = useState<readonly Sent[] | null>(null)
  const emails = readAddresses(text)
  const inviting = useAction(async () => {
    const outcomes: Sent[] = []
    for (const email of emails) outcomes.push(await invite({ email, role, workspaces: roles }))
    const refused = outcomes[0]?.error
    // Every invitation failed: keep the form open and show the error.
    if (refused && outcomes.every((one) => one.error !== null)) throw refused
    setSent(outcomes)
  })
  const isAboutAddress = inviting.error?.param === 'email'
  useFirstErrorFocus(inviting.error)
  if (sent) return <SentDialog sent={sent} onClose={() => onClose(true)} />
  return (
    <Dialog
      title="Invite people"
      onClose={() => onClose(false)}
      onSubmit={() => emails.length > 0 && inviting.run()}
      foot={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={emails.length === 0} isBusy={inviting.isRunning}>
            {emails.length > 1 ? `Make ${emails.length} links` : 'Create link'}
          </Button>
        </>
      }
    >
      <TextAreaField
        label="E-mail addresses"
        rows={2}
        hint="One or more, separated by commas, spaces or new lines. No e-mail is sent: you send the links yourself."
        value={text}
        onValue={setText}
        error={isAboutAddress ? (inviting.error?.message ?? null) : null}
      />
      <RoleChoice role={role} onRole={setRole} />
      {role === 'member' && <RolesInWorkspaces roles={roles} onRoles={setRoles} />}
      {inviting.error && !isAboutAddress && <ErrorNotice error={inviting.error} what="invite" />}
    </Dialog>
  )
}

type RolesProps = { readonly roles: readonly GivenRole[]; readonly onRoles: (roles: readonly GivenRole[]) => void }

function RolesInWorkspaces({ roles, onRoles }: RolesProps) {
  const workspaces = useResource('workspaces', (signal) =>
    api.get<List<WorkspaceName>>('/admin/workspaces', { query: { page_size: 1_000 }, signal }),
  )
  return (
    <Loaded resource={workspaces} what="load the workspaces">
      {({ data }) => <WorkspaceRoles workspaces={data} roles={roles} onRoles={onRoles} />}
    </Loaded>
  )
}

/** One invitation per address; one failure does not affect the others. */
async function invite(body: { readonly email: string; readonly [member: string]: unknown }): Promise<Sent> {
  try {
    const { invite_link } = await api.post<{ invite_link: string }>('/admin/users/invites', body)
    return { email: body.email, link: invite_link, error: null }
  } catch (thrown) {
    return { email: body.email, link: null, error: asApiError(thrown) }
  }
}

function SentDialog({ sent, onClose }: { readonly sent: readonly Sent[]; readonly onClose: () => void }) {
  const done = sent.filter((one) => one.link !== null)
  const all = done.map((one) => `${one.email} ${one.link}`).join('\n')
  return (
    <Dialog
      title={done.length === 1 ? 'The link is ready' : `${done.length} links are ready`}
      isPinned
      onClose={onClose}
      foot={
        <>
          {done.length > 1 && <CopyButton text={all} what="all" size="usual" />}
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>
        Send each link to its recipient. It works once, expires after 72 hours and is not shown again. You can create a
        new one later.
      </p>
      {sent.map((one) => (
        <div key={one.email} class="stack-tight">
          <strong class="anywhere">{one.email}</strong>
          {one.link === null ? <p class="tone-error">{one.error.message}</p> : <LinkLine link={one.link} />}
        </div>
      ))}
    </Dialog>
  )
}
