/** Tabs of the Models page: the catalogue, and virtual models. */

import { can } from '../../app/session.ts'
import { LinkTabs } from '../../design/controls/tabs.tsx'

const TABS = [
  { href: '/models', label: 'Catalogue' },
  { href: '/models/virtual', label: 'Virtual models' },
] as const

export function ModelTabs({ current }: { readonly current: (typeof TABS)[number]['href'] }) {
  if (!can('virtual_models.list')) return null
  return <LinkTabs label="Models" links={TABS.map((tab) => ({ ...tab, isCurrent: tab.href === current }))} />
}
