/** One partial: text, versions and the published one. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { navigate } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { PageHead } from '../../../app/shell/page-head.tsx'
import { useAction } from '../../../app/use-action.ts'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CopyButton } from '../../../design/controls/copy-button.tsx'
import { CheckField, TextAreaField, TextField } from '../../../design/controls/field.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { Card } from '../../../design/data/card.tsx'
import { Time } from '../../../design/data/time.tsx'
import { SideBySide } from '../../../design/differences/side-by-side.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { ConfirmDialog } from '../../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { List, PartialVersion, SavedPartial } from '../prompt-types.ts'

type Both = { readonly partial: SavedPartial; readonly versions: readonly PartialVersion[] }

export function PartialPage({ slug }: { readonly slug: string }) {
  const query = { workspace_id: workspaceId.value }
  const path = `/prompts/partials/${encodeURIComponent(slug)}`
  useViewCode({ path, query })
  const both = useResource(`${query.workspace_id} ${slug}`, async (signal): Promise<Both> => {
    const [partial, versions] = await Promise.all([
      api.get<SavedPartial>(path, { query, signal }),
      api.get<List<PartialVersion>>(`${path}/versions`, { query: { ...query, page_size: 100 }, signal }),
    ])
    return { partial, versions: versions.data }
  })
  return (
    <Loaded resource={both} what="load the partial">
      {(data) => <PartialView {...data} onChanged={both.reload} />}
    </Loaded>
  )
}

function PartialView({ partial, versions, onChanged }: Both & { readonly onChanged: () => void }) {
  const query = { workspace_id: workspaceId.value }
  const path = `/prompts/partials/${partial.slug}`
  const latest = versions[0]?.string ?? ''
  const [text, setText] = useState(latest)
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const [isForced, setForced] = useState(false)
  // A newly saved version becomes the editor's text.
  useEffect(() => setText(latest), [latest])
  const saving = useAction(async () => {
    const body = { string: text, version_description: note.trim() || null }
    const saved = await api.put<{ readonly prompt_partial_version: number }>(path, body, { query })
    toast({ words: `Saved as version ${saved.prompt_partial_version}. It is not published yet.` })
    setNote('')
    onChanged()
  })
  const errorOf = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  const published = versions.find((one) => one.version === partial.published_version)
  const compared = versions.find((one) => one.version === chosen)
  const tag = `{{>${partial.slug}}}`
  return (
    <div class="stack">
      <PageHead
        title={partial.name}
        about={
          <span class="row-wrap">
            <code>{tag}</code>
            <CopyButton text={tag} what="tag" iconOnly />
            <Badge tone="ok">published v{partial.published_version}</Badge>
          </span>
        }
        actions={
          can('prompts.delete') && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )
        }
      />
      <p>
        <a href="/prompts/partials">All partials</a>
      </p>
      <div class="prompts-detail">
        <form
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void saving.run()
          }}
        >
          <TextAreaField label="Text" isCode rows={12} value={text} error={errorOf('string')} onValue={setText} />
          {saving.error && errorOf('string') === null && <ErrorNotice error={saving.error} what="save" />}
          {can('prompts.update') && (
            <div class="prompts-save">
              <TextField label="Note for this version" isOptional value={note} onValue={setNote} />
              <Button type="submit" kind="primary" disabled={text === latest} isBusy={saving.isRunning}>
                {`Save as version ${partial.latest_version + 1}`}
              </Button>
            </div>
          )}
          {compared && published && (
            <Card title={`Version ${compared.version} against published`}>
              <SideBySide
                before={published.string}
                after={compared.string}
                beforeTitle={`Version ${published.version}, published`}
                afterTitle={`Version ${compared.version}`}
                isWhole
              />
              {can('prompts.publish') && compared.version !== published.version && (
                <PublishPartial path={path} version={compared.version} onDone={onChanged} />
              )}
            </Card>
          )}
        </form>
        <aside class="prompts-rail" aria-label="Versions">
          <h2>Versions</h2>
          <ol class="prompts-versions">
            {versions.map((row) => (
              <li key={row.version} class={row.version === chosen ? 'is-selected' : undefined}>
                <div class="row-wrap">
                  <Button size="small" kind="quiet" onClick={() => setChosen(row.version)}>{`v${row.version}`}</Button>
                  {row.version === partial.published_version && <Badge tone="ok">published</Badge>}
                  {row.version === partial.latest_version && <Badge>latest</Badge>}
                </div>
                {row.description && <div class="anywhere">{row.description}</div>}
                <div class="caption">
                  <Time at={row.created_at} />
                </div>
              </li>
            ))}
          </ol>
        </aside>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${partial.name}?`}
          verb="Delete partial"
          name={partial.name}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await api.delete(path, undefined, { query: { ...query, ...(isForced && { force: 'true' }) } })
            toast({ words: `${partial.name} is deleted.` })
            navigate('/prompts/partials')
          }}
        >
          <p>
            Prompts that include <code>{tag}</code> are refused. Confirm below to delete a partial that is still in use.
          </p>
          <CheckField label="Delete even if prompts use it" isChecked={isForced} onChecked={setForced} />
        </ConfirmDialog>
      )}
    </div>
  )
}

type PublishPartialProps = { readonly path: string; readonly version: number; readonly onDone: () => void }

function PublishPartial({ path, version, onDone }: PublishPartialProps) {
  const publishing = useAction(async () => {
    await api.put(`${path}/makeDefault`, { version }, { query: { workspace_id: workspaceId.value } })
    toast({ words: `Version ${version} is published.` })
    onDone()
  })
  return (
    <div class="stack-tight">
      <p class="muted">Every prompt that includes it uses the new version immediately.</p>
      <div>
        <Button kind="primary" isBusy={publishing.isRunning} onClick={() => void publishing.run()}>
          {`Publish version ${version}`}
        </Button>
      </div>
      {publishing.error && <ErrorNotice error={publishing.error} what="publish" />}
    </div>
  )
}
