/** Feedback on a request: view, add and edit. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextAreaField, TextField } from '../../design/controls/field.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Time } from '../../design/data/time.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import type { Feedback, LogDetail } from './detail-wire.ts'

type FeedbackTabProps = { readonly log: LogDetail; readonly onChanged: () => void }

export function FeedbackTab({ log, onChanged }: FeedbackTabProps) {
  const [editing, setEditing] = useState<string | null>(null)
  const mayWrite = can('logs.write')
  return (
    <div class="stack">
      {log.feedback.length === 0 && <p class="muted">No feedback on this request yet.</p>}
      <ul class="stack-tight" aria-label="Feedback">
        {log.feedback.map((one) =>
          editing === one.id ? (
            <li key={one.id}>
              <FeedbackForm
                log={log}
                before={one}
                onDone={() => {
                  setEditing(null)
                  onChanged()
                }}
              />
            </li>
          ) : (
            <li key={one.id} class="card spread">
              <Given feedback={one} />
              {mayWrite && (
                <Button size="small" icon="edit" onClick={() => setEditing(one.id)}>
                  Change
                </Button>
              )}
            </li>
          ),
        )}
      </ul>
      {!mayWrite ? (
        <p class="caption">Giving feedback needs the permission logs.write in this workspace.</p>
      ) : (
        editing === null && <FeedbackForm key={log.feedback.length} log={log} before={null} onDone={onChanged} />
      )}
    </div>
  )
}

function Given({ feedback }: { readonly feedback: Feedback }) {
  const comment = feedback.metadata?.['comment']
  return (
    <div class="stack-tight">
      <span class="row-wrap">
        <Badge tone={feedback.value > 0 ? 'ok' : feedback.value < 0 ? 'error' : 'neutral'}>
          {signed(feedback.value)}
        </Badge>
        <span class="caption">weight {feedback.weight}</span>
        <span class="caption">
          <Time at={feedback.last_updated_at} />
        </span>
      </span>
      {typeof comment === 'string' && <span class="anywhere">{comment}</span>}
    </div>
  )
}

type FormProps = { readonly log: LogDetail; readonly before: Feedback | null; readonly onDone: () => void }

function FeedbackForm({ log, before, onDone }: FormProps) {
  const [value, setValue] = useState(String(before?.value ?? 5))
  const [weight, setWeight] = useState(String(before?.weight ?? 1))
  const [comment, setComment] = useState(String(before?.metadata?.['comment'] ?? ''))
  const send = useAction(async () => {
    const given = {
      value: Number(value),
      weight: Number(weight),
      metadata: { ...before?.metadata, ...(comment !== '' && { comment }) },
    }
    const query = { workspace_id: log.workspace_id }
    if (before) await api.put(`/feedback/${before.id}`, given, { query })
    else await api.post('/feedback', { trace_id: log.trace_id, ...given }, { query })
    toast({ words: before ? 'Feedback changed' : 'Feedback saved' })
    onDone()
  })
  const isValue = /^-?\d+$/.test(value) && Math.abs(Number(value)) <= 10
  const isWeight = weight !== '' && Number(weight) >= 0 && Number(weight) <= 1
  return (
    <form
      class="card stack-tight"
      noValidate
      aria-label={before ? 'Change feedback' : 'Give feedback'}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValue && isWeight) void send.run()
        else event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      }}
    >
      <h3>{before ? 'Change feedback' : 'Give feedback'}</h3>
      <div class="row-wrap">
        <Button size="small" aria-pressed={value === '5' ? 'true' : 'false'} onClick={() => setValue('5')}>
          Good (+5)
        </Button>
        <Button size="small" aria-pressed={value === '-5' ? 'true' : 'false'} onClick={() => setValue('-5')}>
          Bad (−5)
        </Button>
      </div>
      <div class="log-feedback-fields">
        <TextField
          label="Value"
          type="number"
          min={-10}
          max={10}
          value={value}
          onValue={setValue}
          error={isValue ? problemOf(send.error, 'value') : 'A whole number from -10 to 10.'}
        />
        <TextField
          label="Weight"
          type="number"
          min={0}
          max={1}
          step={0.1}
          value={weight}
          onValue={setWeight}
          error={isWeight ? problemOf(send.error, 'weight') : 'From 0 to 1.'}
        />
      </div>
      <TextAreaField label="Comment" isOptional rows={2} value={comment} onValue={setComment} />
      {send.error && !/^(value|weight)$/.test(send.error.param ?? '') && (
        <ErrorNotice error={send.error} what="save the feedback" />
      )}
      <div class="row">
        <Button type="submit" kind="primary" size="small" isBusy={send.isRunning}>
          {before ? 'Save change' : 'Give feedback'}
        </Button>
        {before && (
          <Button size="small" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
      {!before && <p class="caption">It counts for every request of the trace.</p>}
    </form>
  )
}

function problemOf(
  error: { readonly param: string | null; readonly message: string } | null,
  name: string,
): string | null {
  return error?.param === name ? error.message : null
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value)
}
