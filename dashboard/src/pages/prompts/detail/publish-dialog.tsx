/** Publish dialog: changes, and current callers of the prompt. */

import { api } from '../../../api/client.ts'
import { caller, can, workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { counted } from '../../../design/data/format.ts'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { ErrorNotice, Notice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { List, Prompt } from '../prompt-types.ts'
import { VersionDifference } from './compare-versions.tsx'

type PublishDialogProps = {
  readonly prompt: Prompt
  readonly version: number
  readonly onClose: () => void
  readonly onDone: () => void
}

const DAY_MS = 86_400_000

export function PublishDialog({ prompt, version, onClose, onDone }: PublishDialogProps) {
  const { slug, published_version: published } = prompt
  const isBack = version < published
  const query = { workspace_id: workspaceId.value }
  const publish = (number: number) => api.put(`/prompts/${slug}/makeDefault`, { version: number }, { query })
  const publishing = useAction(async () => {
    await publish(version)
    toast({
      words: `Version ${version} of ${prompt.name} is published.`,
      undo: () => void publish(published).then(onDone),
    })
    onDone()
  })
  const verb = isBack ? `Roll back to version ${version}` : `Publish version ${version}`
  return (
    <Dialog
      title={`${verb} of ${prompt.name}?`}
      isWide
      onClose={onClose}
      onSubmit={() => void publishing.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={publishing.isRunning}>
            {verb}
          </Button>
        </>
      }
    >
      <Notice tone="warning" title={`Calls to ${slug} without a suffix change immediately`}>
        <p>
          They use version {published} now. Calls to <code>@latest</code>, <code>@{published}</code> or to a label do
          not change.
        </p>
      </Notice>
      {can('logs.list') && <Callers slug={slug} />}
      <section class="stack-tight" aria-label="What changes">
        <h3>What changes</h3>
        <VersionDifference slug={slug} from={published} to={version} />
      </section>
      {publishing.error && <ErrorNotice error={publishing.error} what="publish" />}
    </Dialog>
  )
}

type Facets = {
  readonly facets: { readonly api_key_ids: readonly { readonly value: string; readonly requests: number }[] }
}
type KeyName = { readonly id: string; readonly name: string }

/** Keys and users that called the prompt in the last day. */
export function Callers({ slug }: { readonly slug: string }) {
  const query = { workspace_id: workspaceId.value }
  const callers = useResource(`callers ${slug}`, async (signal) => {
    const since = new Date(Date.now() - DAY_MS).toISOString()
    const filter = { ...query, prompt_slug: slug, time_of_generation_min: since }
    const facets = await api.get<Facets>('/logs/facets', { query: filter, signal })
    const keys = can('workspace_service_api_keys.list')
      ? await api.get<List<KeyName>>('/api-keys', { query: { ...query, page_size: 100 }, signal })
      : { data: [] }
    const names = new Map(keys.data.map((key) => [key.id, key.name]))
    return facets.facets.api_key_ids.map(({ value, requests }) => ({
      id: value,
      name: names.get(value) ?? null,
      requests,
    }))
  })
  return (
    <section class="stack-tight" aria-label="Callers">
      <h3>Callers in the last 24 hours</h3>
      <Loaded resource={callers} what="load the callers">
        {(rows) =>
          rows.length === 0 ? (
            <p class="muted">No callers.</p>
          ) : (
            <ul class="stack-tight">
              {rows.map((row) => (
                <li key={row.id} class="spread prompts-caller">
                  <span class="anywhere">{row.name ?? callerWords(row.id)}</span>
                  <a class="number" href={`/logs?q=${encodeURIComponent(`prompt:${slug} key:${row.id}`)}`}>
                    {counted(row.requests, 'request')}
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

/** An id without a known key name belongs to a signed-in user, or to a key that the user may not list. */
function callerWords(id: string): string {
  return id === caller.value?.user?.id ? 'you, signed in' : `a signed-in user, or a key you cannot see (${id})`
}
