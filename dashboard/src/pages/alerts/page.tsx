/** The Alerts page: rules, channels and history. */

import { query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { can, isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { type AlertChannel, type AlertRule, load } from './alert.ts'
import { ChannelForm } from './channel-form.tsx'
import { ChannelList } from './channel-list.tsx'
import { History } from './history.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'

const TABS = { rules: '/alerts', channels: '/alerts/channels', history: '/alerts/history' } as const
type Tab = keyof typeof TABS

export function Page({ rest }: PageProps) {
  const tab: Tab = rest[0] === 'channels' || rest[0] === 'history' ? rest[0] : 'rules'
  const id = workspaceId.value
  useViewCode({
    path: tab === 'history' ? '/alerts/events' : `/alerts/${tab}`,
    query: { workspace_id: isOrganisationAdmin.value ? undefined : id },
  })
  const rules = useResource(tab === 'rules' ? `rules ${id}` : null, (signal) =>
    load<AlertRule>('/alerts/rules', signal),
  )
  const channels = useResource(tab === 'history' ? null : `channels ${id}`, (signal) =>
    load<AlertChannel>('/alerts/channels', signal),
  )
  const edited = query.value.get('edit')
  const isNew = query.value.has('new') && can('alerts.create')
  const rule = rules.data?.find((one) => one.id === edited) ?? null
  const channel = tab === 'channels' ? (channels.data?.find((one) => one.id === edited) ?? null) : null
  const close = () => setQuery({ new: null, edit: null }, { replace: true })
  return (
    <div class="page">
      <PageHead
        title="Alerts"
        about="Notifications about errors, latency, cost and budgets."
        actions={
          can('alerts.create') &&
          tab !== 'history' && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              {tab === 'rules' ? 'New rule' : 'New channel'}
            </Button>
          )
        }
      />
      <LinkTabs
        label="Alerts"
        links={(['rules', 'channels', 'history'] as const).map((name) => ({
          href: TABS[name],
          label: name.charAt(0).toUpperCase() + name.slice(1),
          isCurrent: name === tab,
        }))}
      />
      {tab === 'rules' && <RuleList rules={rules} channels={channels.data ?? []} />}
      {tab === 'channels' && <ChannelList channels={channels} />}
      {tab === 'history' && <History />}
      {tab === 'rules' && (isNew || rule) && channels.data && (
        <RuleForm
          key={rule?.id ?? 'new'}
          before={rule}
          channels={channels.data}
          onClose={close}
          onSaved={rules.reload}
        />
      )}
      {tab === 'channels' && (isNew || channel) && (
        <ChannelForm key={channel?.id ?? 'new'} before={channel} onClose={close} onSaved={channels.reload} />
      )}
    </div>
  )
}
