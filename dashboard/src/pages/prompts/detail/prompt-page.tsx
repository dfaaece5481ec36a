/** The prompt page: editor, versions and tabs. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { query, setQuery } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { PageHead } from '../../../app/shell/page-head.tsx'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button, LinkButton } from '../../../design/controls/button.tsx'
import { CopyButton } from '../../../design/controls/copy-button.tsx'
import { LinkTabs } from '../../../design/controls/tabs.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import type { List, Prompt, VersionRow } from '../prompt-types.ts'
import { CompareVersions } from './compare-versions.tsx'
import { EditVersion } from './edit-version.tsx'
import { PromptMenu } from './prompt-menu.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { UseIt } from './use-it.tsx'
import { VersionRail } from './version-rail.tsx'

const TABS = [
  { name: 'edit', label: 'Edit' },
  { name: 'compare', label: 'Compare' },
  { name: 'use', label: 'Use it' },
  { name: 'requests', label: 'Requests' },
] as const

export function PromptPage({ slug, tab }: { readonly slug: string; readonly tab: string }) {
  const workspace = { workspace_id: workspaceId.value }
  const chosen = query.value.get('version')
  const reference = `${slug}@${chosen ?? 'latest'}`
  const prompt = useResource(`${workspaceId.value} ${reference}`, (signal) =>
    api.get<Prompt>(`/prompts/${encodeURIComponent(reference)}`, { query: workspace, signal }),
  )
  const versions = useResource(`${workspaceId.value} ${slug}`, (signal) =>
    api.get<List<VersionRow>>(`/prompts/${encodeURIComponent(slug)}/versions`, {
      query: { ...workspace, page_size: 100 },
      signal,
    }),
  )
  useViewCode({ path: `/prompts/${reference}`, query: workspace })
  const reload = () => {
    prompt.reload()
    versions.reload()
  }
  return (
    <Loaded resource={prompt} what="load the prompt">
      {(data) => <PromptView prompt={data} versions={versions.data?.data ?? []} tab={tab} onChanged={reload} />}
    </Loaded>
  )
}

type PromptViewProps = {
  readonly prompt: Prompt
  readonly versions: readonly VersionRow[]
  readonly tab: string
  readonly onChanged: () => void
}

function PromptView({ prompt, versions, tab, onChanged }: PromptViewProps) {
  const { slug, prompt_version: shown, published_version: published, latest_version: latest } = prompt
  const mayPublish = can('prompts.publish') && shown !== published
  const [publishing, setPublishing] = useState(() => (query.value.has('publish') && mayPublish ? shown : null))
  const links = TABS.map(({ name, label }) => ({
    label,
    href: name === 'edit' ? `/prompts/${slug}` : `/prompts/${slug}/${name}`,
    isCurrent: tab === name,
  }))
  return (
    <div class="stack">
      <PageHead
        title={prompt.name}
        about={
          <span class="row-wrap">
            <code>{slug}</code>
            <CopyButton text={slug} what="prompt id" iconOnly />
            <Badge tone="ok">published v{published}</Badge>
            {latest > published && <Badge tone="warning">{latest - published} ahead of published</Badge>}
          </span>
        }
        actions={
          <>
            <LinkButton icon="playground" href={playgroundHref(prompt)}>
              {shown === published ? 'Try it' : `Try against v${published}`}
            </LinkButton>
            {mayPublish && (
              <Button kind="primary" onClick={() => setPublishing(shown)}>
                {shown > published ? `Publish v${shown}` : `Roll back to v${shown}`}
              </Button>
            )}
            <PromptMenu prompt={prompt} onChanged={onChanged} />
          </>
        }
      />
      <LinkTabs label={`Views of ${prompt.name}`} links={links} />
      <div class="prompts-detail">
        <div class="stack">
          {tab === 'edit' && <EditVersion key={`${slug} ${shown}`} prompt={prompt} onSaved={onChanged} />}
          {tab === 'compare' && <CompareVersions prompt={prompt} versions={versions} />}
          {tab === 'use' && <UseIt prompt={prompt} />}
          {tab === 'requests' && <RequestsTab prompt={prompt} />}
        </div>
        <VersionRail prompt={prompt} versions={versions} onPublish={setPublishing} onChanged={onChanged} />
      </div>
      {publishing !== null && (
        <PublishDialog
          prompt={prompt}
          version={publishing}
          onClose={() => {
            setPublishing(null)
            setQuery({ publish: null }, { replace: true })
          }}
          onDone={() => {
            setPublishing(null)
            setQuery({ version: null, publish: null }, { replace: true })
            onChanged()
          }}
        />
      )}
    </div>
  )
}

/** An unpublished version opens next to the published one. */
function playgroundHref({ slug, prompt_version: shown, published_version: published }: Prompt): string {
  const search = new URLSearchParams({ prompt: `${slug}@${shown}` })
  if (shown !== published) search.set('against', `${slug}@${published}`)
  return `/playground?${search}`
}
