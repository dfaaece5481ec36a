/** Verifies the audit log's hash chain on request and shows the result above the list. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { count, counted } from '../../design/data/format.ts'
import { announce } from '../../design/states/announcer.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'

type Verdict = {
  readonly is_whole: boolean
  readonly count: number
  readonly head: string | null
  readonly broken_at: number | null
  readonly reason: string | null
}

type ChainCheck = ReturnType<typeof useChainCheck>

export function useChainCheck() {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const checking = useAction(async () => {
    const found = await api.get<Verdict>('/audit-logs/verify')
    setVerdict(found)
    announce(found.is_whole ? `${counted(found.count, 'entry', 'entries')} intact` : 'The audit log is broken')
  })
  return { verdict, checking }
}

export function ChainButton({ check: { checking } }: { readonly check: ChainCheck }) {
  return (
    <Button icon="check" isBusy={checking.isRunning} onClick={() => checking.run()}>
      Verify
    </Button>
  )
}

type ChainBannerProps = { readonly check: ChainCheck; readonly pageSize: number }

export function ChainBanner({ check: { checking, verdict }, pageSize }: ChainBannerProps) {
  if (checking.error) return <ErrorNotice error={checking.error} what="verify the audit log" onRetry={checking.run} />
  if (verdict === null) return null
  if (verdict.is_whole) {
    return (
      <Notice tone="ok" title={`${counted(verdict.count, 'entry', 'entries')} intact`}>
        <p>No entry was changed or removed. Store this hash elsewhere to be able to prove it later:</p>
        <div class="row">
          <code class="anywhere">{verdict.head}</code>
          {verdict.head && <CopyButton text={verdict.head} what="seal" iconOnly />}
        </div>
      </Notice>
    )
  }
  const at = verdict.broken_at
  // Pages are newest first.
  const page = at === null ? 0 : Math.max(0, Math.floor((verdict.count - at) / pageSize))
  return (
    <Notice tone="error" title={at === null ? 'The log is broken' : `The log is broken at entry ${count(at)}`} isAlert>
      <p>{verdict.reason}</p>
      <p>
        {at !== null && at > 1 && `Entries 1 to ${count(at - 1)} are intact. `}
        Someone with access to the database changed the log directly. Compare it with an earlier backup.
      </p>
      {at !== null && (
        <a class="button" href={`/audit-log${page === 0 ? '' : `?page=${page}`}`}>
          Show entries around {count(at)}
        </a>
      )}
    </Notice>
  )
}
