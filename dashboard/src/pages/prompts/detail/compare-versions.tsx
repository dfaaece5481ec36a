/** Diff of any two versions; the URL selects them. */

import { api } from '../../../api/client.ts'
import { query, setQuery } from '../../../app/location.ts'
import { workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { SelectField } from '../../../design/controls/field.tsx'
import { SideBySide } from '../../../design/differences/side-by-side.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyState } from '../../../design/states/notices.tsx'
import type { Prompt, VersionRow } from '../prompt-types.ts'
import { readableVersion } from '../template/readable-version.ts'

type CompareVersionsProps = { readonly prompt: Prompt; readonly versions: readonly VersionRow[] }

export function CompareVersions({ prompt, versions }: CompareVersionsProps) {
  const { slug, published_version: published, latest_version: latest } = prompt
  const usualFrom = published === latest ? Math.max(1, latest - 1) : published
  const from = Number(query.value.get('from') ?? usualFrom)
  const to = Number(query.value.get('to') ?? latest)
  if (latest === 1) {
    return (
      <EmptyState title="Only one version yet" action={<a href={`/prompts/${slug}`}>Edit it to create the second</a>}>
        Every change is saved as a new version. You can compare any two here.
      </EmptyState>
    )
  }
  const choices = versions.map((row) => {
    const word = row.prompt_version === published ? ', published' : row.prompt_version === latest ? ', latest' : ''
    const note = row.prompt_description ? `: ${row.prompt_description}` : ''
    return { value: String(row.prompt_version), label: `v${row.prompt_version}${word}${note}` }
  })
  return (
    <div class="stack">
      <div class="prompts-fields">
        <SelectField
          label="From"
          value={String(from)}
          choices={choices}
          onValue={(value) => setQuery({ from: value }, { replace: true })}
        />
        <SelectField
          label="To"
          value={String(to)}
          choices={choices}
          onValue={(value) => setQuery({ to: value }, { replace: true })}
        />
      </div>
      <VersionDifference slug={slug} from={from} to={to} />
    </div>
  )
}

/** Also used in the publish dialog. */
export function VersionDifference({
  slug,
  from,
  to,
}: {
  readonly slug: string
  readonly from: number
  readonly to: number
}) {
  const options = { workspace_id: workspaceId.value }
  const both = useResource(`${slug} ${from} ${to}`, (signal) =>
    Promise.all(
      [from, to].map((version) => api.get<Prompt>(`/prompts/${slug}/versions/${version}`, { query: options, signal })),
    ),
  )
  return (
    <Loaded resource={both} what="load the two versions">
      {([before, after]) =>
        before && after ? (
          <SideBySide
            before={readableVersion(before)}
            after={readableVersion(after)}
            beforeTitle={`Version ${before.prompt_version}`}
            afterTitle={`Version ${after.prompt_version}`}
          />
        ) : null
      }
    </Loaded>
  )
}
