/** All versions, newest first, with number, note, time, labels and actions. */

import { useState } from 'preact/hooks'
import { authorWords } from '../../../app/author-words.ts'
import { can } from '../../../app/session.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Menu, type MenuItem } from '../../../design/controls/menu.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { Time } from '../../../design/data/time.tsx'
import type { Prompt, VersionRow } from '../prompt-types.ts'
import { LabelsDialog } from './labels-dialog.tsx'

type VersionRailProps = {
  readonly prompt: Prompt
  readonly versions: readonly VersionRow[]
  readonly onPublish: (version: number) => void
  readonly onChanged: () => void
}

export function VersionRail({ prompt, versions, onPublish, onChanged }: VersionRailProps) {
  const [labelling, setLabelling] = useState<VersionRow | null>(null)
  const { slug, published_version: published, latest_version: latest } = prompt
  const itemsOf = (row: VersionRow): MenuItem[] => {
    const number = row.prompt_version
    return [
      ...(number === published
        ? []
        : [
            {
              label: `Compare with published (v${published})`,
              href: `/prompts/${slug}/compare?from=${published}&to=${number}`,
            },
          ]),
      ...(number <= published || !can('prompts.publish')
        ? []
        : [{ label: 'Publish', onChoose: () => onPublish(number) }]),
      ...(can('prompts.update') ? [{ label: 'Labels', onChoose: () => setLabelling(row) }] : []),
      { label: 'Try in playground', href: `/playground?prompt=${encodeURIComponent(`${slug}@${number}`)}` },
    ]
  }
  return (
    <aside class="prompts-rail" aria-labelledby="prompts-versions">
      <h2 id="prompts-versions">Versions</h2>
      <ol class="prompts-versions">
        {versions.map((row) => (
          <li key={row.id} class={row.prompt_version === prompt.prompt_version ? 'is-selected' : undefined}>
            <div class="spread">
              <span class="row-wrap">
                <a
                  href={`/prompts/${slug}?version=${row.prompt_version}`}
                  aria-current={row.prompt_version === prompt.prompt_version ? 'true' : undefined}
                >
                  v{row.prompt_version}
                </a>
                {row.prompt_version === published && <Badge tone="ok">published</Badge>}
                {row.prompt_version === latest && <Badge>latest</Badge>}
                {row.labels.map((label) => (
                  <Badge key={label} tone="info">
                    {label}
                  </Badge>
                ))}
              </span>
              <span class="row">
                {row.prompt_version < published && can('prompts.publish') && (
                  <Button size="small" onClick={() => onPublish(row.prompt_version)}>
                    Roll back<span class="sr-only"> to version {row.prompt_version}</span>
                  </Button>
                )}
                <Menu label={`Actions for version ${row.prompt_version}`} size="small" items={itemsOf(row)} />
              </span>
            </div>
            {row.prompt_description && <div class="anywhere">{row.prompt_description}</div>}
            <div class="caption">
              <Time at={row.created_at} /> ·{' '}
              <span class="anywhere">{authorWords(row.created_by, row.created_by_name)}</span>
            </div>
          </li>
        ))}
      </ol>
      {labelling && (
        <LabelsDialog
          slug={slug}
          version={labelling}
          onClose={() => setLabelling(null)}
          onDone={() => {
            setLabelling(null)
            onChanged()
          }}
        />
      )}
    </aside>
  )
}
