/** The header shared by the four library tabs. */

import type { ComponentChildren } from 'preact'
import { PageHead } from '../../../app/shell/page-head.tsx'
import { LinkTabs } from '../../../design/controls/tabs.tsx'

const TABS = [
  { name: 'prompts', label: 'Prompts', href: '/prompts' },
  { name: 'partials', label: 'Partials', href: '/prompts/partials' },
  { name: 'collections', label: 'Collections', href: '/prompts/collections' },
  { name: 'labels', label: 'Labels', href: '/prompts/labels' },
] as const

type LibraryHeadProps = {
  readonly current: (typeof TABS)[number]['name']
  readonly about: string
  readonly actions?: ComponentChildren
}

export function LibraryHead({ current, about, actions }: LibraryHeadProps) {
  return (
    <>
      <PageHead title="Prompts" about={about} actions={actions} />
      <LinkTabs
        label="Library"
        links={TABS.map(({ name, label, href }) => ({ label, href, isCurrent: name === current }))}
      />
    </>
  )
}
