/** Tabs: virtual keys, integrations, limits by policy, alerts. */

import { can } from '../../app/session.ts'
import { LinkTabs } from '../../design/controls/tabs.tsx'

const TABS = [
  { href: '/virtual-keys', label: 'Virtual keys', scope: 'virtual_keys.list' },
  { href: '/integrations', label: 'Integrations', scope: 'organisation_integrations.list' },
  { href: '/policies', label: 'Budgets by policy', scope: 'policies.list' },
  { href: '/policies/rate-limits', label: 'Rate limits by policy', scope: 'policies.list' },
  { href: '/policies/alerts', label: 'Alerts', scope: 'policies.list' },
] as const

export type LimitTab = (typeof TABS)[number]['href']

export function LimitTabs({ current }: { readonly current: LimitTab }) {
  const links = TABS.filter(({ scope }) => can(scope)).map(({ href, label }) => ({
    href,
    label,
    isCurrent: href === current,
  }))
  return links.length > 1 ? <LinkTabs label="Limits" links={links} /> : null
}
