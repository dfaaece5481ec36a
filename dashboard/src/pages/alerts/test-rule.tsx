/** Sends a test notification to the channels of a rule and shows the result of each channel. */

import { useState } from 'preact/hooks'
import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Table } from '../../design/data/table.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { announce } from '../../design/states/announcer.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type AlertRule, CHANNEL_TYPES, type ChannelType, scopeOf } from './alert.ts'

type Result = {
  readonly channel_id: string
  readonly channel_name: string
  readonly channel_type: ChannelType
  readonly delivered: boolean
  readonly error: string | null
  readonly duration_ms: number
}

export function TestRule({ rule }: { readonly rule: AlertRule }) {
  const [results, setResults] = useState<readonly Result[] | null>(null)
  const testing = useAction(async () => {
    try {
      const path = `/alerts/rules/${rule.id}/test`
      const { data } = await api.post<{ data: readonly Result[] }>(path, undefined, { query: scopeOf(rule) })
      announce(`Test of “${rule.name}”: ${data.filter((one) => one.delivered).length} of ${data.length} delivered.`)
      setResults(data)
    } catch (error) {
      toast({ words: asApiError(error).message, tone: 'error' })
    }
  })
  const isAlone = rule.channel_ids.length === 0
  return (
    <>
      <Button
        size="small"
        isBusy={testing.isRunning}
        disabled={isAlone}
        title={isAlone ? 'The rule has no channels.' : undefined}
        onClick={() => testing.run()}
      >
        Send test<span class="sr-only"> of {rule.name}</span>
      </Button>
      {results && <ResultDialog rule={rule} results={results} onClose={() => setResults(null)} />}
    </>
  )
}

type DialogProps = { readonly rule: AlertRule; readonly results: readonly Result[]; readonly onClose: () => void }

function ResultDialog({ rule, results, onClose }: DialogProps) {
  return (
    <Dialog
      title={`Test of “${rule.name}”`}
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Table
        label="Test results"
        rows={results}
        keyOf={(result) => result.channel_id}
        isCompact
        columns={[
          { name: 'channel', label: 'Channel', cell: (result) => <span class="anywhere">{result.channel_name}</span> },
          { name: 'type', label: 'Type', cell: (result) => CHANNEL_TYPES[result.channel_type] },
          { name: 'result', label: 'Result', cell: (result) => <Outcome result={result} /> },
        ]}
      />
    </Dialog>
  )
}

function Outcome({ result: { delivered, error, duration_ms: ms } }: { readonly result: Result }) {
  return (
    <span class="row-wrap">
      <Badge tone={delivered ? 'ok' : 'error'}>{delivered ? 'Delivered' : 'Failed'}</Badge>
      <span class="caption anywhere">{delivered ? `${ms} ms` : error}</span>
    </span>
  )
}
