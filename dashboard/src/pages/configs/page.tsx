/** The Configs page: list, editor (text, map, explain) and versions. */

import { api } from '../../api/client.ts'
import type { PageProps } from '../../app/page-props.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { Delayed, SkeletonRows } from '../../design/states/loaded.tsx'
import { ErrorNotice, ForbiddenNotice } from '../../design/states/notices.tsx'
import { ConfigList } from './config-list.tsx'
import type { ConfigDetail } from './config-types.ts'
import { Versions } from './versions/versions.tsx'
import { Workbench } from './workbench/workbench.tsx'

export function Page({ rest }: PageProps) {
  const [slug, part] = rest
  if (slug === undefined) return <ConfigList />
  if (slug !== 'new') return <SavedConfig key={slug} slug={slug} part={part} />
  if (can('configs.create')) return <Workbench saved={null} reload={() => {}} />
  return (
    <div class="page">
      <PageHead title="New config" />
      <ForbiddenNotice needs="the permission configs.create" />
    </div>
  )
}

function SavedConfig({ slug, part }: { readonly slug: string; readonly part: string | undefined }) {
  const query = { workspace_id: workspaceId.value }
  const config = useResource(`config ${slug}`, (signal) =>
    api.get<ConfigDetail>(`/configs/${encodeURIComponent(slug)}`, { query, signal }),
  )
  if (config.data) {
    if (part === 'versions') return <Versions config={config.data} reload={config.reload} />
    return <Workbench saved={config.data} reload={config.reload} />
  }
  return (
    <div class="page">
      <PageHead title="Config" />
      {config.error ? (
        <>
          <ErrorNotice error={config.error} what="load this config" onRetry={config.reload} />
          <p>
            <a href="/configs">All configs</a>
          </p>
        </>
      ) : (
        <Delayed>
          <SkeletonRows />
        </Delayed>
      )}
    </div>
  )
}
