/** Models that an integration serves, with prices of its own. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField, TextField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { Card } from '../../design/data/card.tsx'
import { count, money } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import {
  centsPerToken,
  changeIntegration,
  type IntegrationDetail,
  integrationPath,
  type Model,
  mayChange,
  usdPerMillion,
  withinReach,
} from './integration.ts'

const MAX_SHOWN = 25

type Props = { readonly of: IntegrationDetail; readonly onChanged: () => void }

export function ModelsCard({ of: integration, onChanged }: Props) {
  const path = `${integrationPath(integration.slug)}/models`
  const loaded = useResource(JSON.stringify([path, integration.last_updated_at]), (signal) =>
    api.get<{ models: readonly Model[] }>(path, { query: withinReach(), signal }),
  )
  const [sought, setSought] = useState('')
  const [isAdding, setAdding] = useState(false)
  const isChangeable = mayChange(integration, 'update')
  const done = () => {
    loaded.reload()
    onChanged()
  }
  const changing = useAction(async (change: object) => {
    await changeIntegration(integration.slug, '/models', change)
    done()
  })
  return (
    <Card
      title="Models"
      actions={
        isChangeable && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            Add model
          </Button>
        )
      }
    >
      <div class="stack">
        {isChangeable ? (
          <div class="row-wrap">
            <Segments
              label="Models that can be used"
              choices={[
                { value: 'all', label: 'All except disabled models' },
                { value: 'some', label: 'Only enabled models' },
              ]}
              value={integration.allow_all_models ? 'all' : 'some'}
              onValue={(value) => changing.run({ allow_all_models: value === 'all', models: [] })}
            />
          </div>
        ) : (
          <p class="muted">{integration.allow_all_models ? 'All except disabled models.' : 'Only enabled models.'}</p>
        )}
        {changing.error && <ErrorNotice error={changing.error} what="change the models" />}
        <Loaded resource={loaded} what="load the models">
          {({ models }) => (
            <ModelTable
              models={models}
              sought={sought}
              onSought={setSought}
              onSwitch={isChangeable ? (slug, enabled) => changing.run({ models: [{ slug, enabled }] }) : null}
            />
          )}
        </Loaded>
      </div>
      {isAdding && (
        <AddDialog
          of={integration}
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            done()
          }}
        />
      )}
    </Card>
  )
}

type TableProps = {
  readonly models: readonly Model[]
  readonly sought: string
  readonly onSought: (text: string) => void
  /** Null: the user may not enable or disable models. */
  readonly onSwitch: ((slug: string, enabled: boolean) => void) | null
}

function ModelTable({ models, sought, onSought, onSwitch }: TableProps) {
  const needle = sought.toLowerCase()
  const found = models.filter(({ slug, name }) => `${slug} ${name}`.toLowerCase().includes(needle))
  const shown = found.slice(0, MAX_SHOWN)
  return (
    <div class="stack-tight">
      <div class="integrations-filter">
        <TextField
          label="Filter models"
          hideLabel
          type="search"
          data-key="filter"
          placeholder="Model"
          value={sought}
          onValue={onSought}
        />
      </div>
      <Table
        label="Models of this integration"
        isCompact
        rows={shown}
        keyOf={(model) => model.slug}
        columns={[
          {
            name: 'model',
            label: 'Model',
            cell: (model) =>
              onSwitch ? (
                <CheckField
                  label={model.slug}
                  isChecked={model.enabled}
                  onChecked={(enabled) => onSwitch(model.slug, enabled)}
                />
              ) : (
                <span class="anywhere">{model.slug}</span>
              ),
          },
          {
            name: 'status',
            label: 'Status',
            cell: (model) => (model.enabled ? 'on' : <span class="muted">off</span>),
          },
          { name: 'price', label: 'Custom price per 1M tokens', cell: (model) => <PriceCell of={model} /> },
        ]}
      />
      {found.length > shown.length && (
        <p class="caption">
          {count(shown.length)} of {count(found.length)}. Type to find others.
        </p>
      )}
    </div>
  )
}

function PriceCell({ of: { pricing_config: pricing } }: { readonly of: Model }) {
  if (pricing === null) return <span class="muted">—</span>
  const { request_token: input, response_token: output } = pricing.pay_as_you_go
  return (
    <>
      {money(usdPerMillion(input))} in, {money(usdPerMillion(output))} out
    </>
  )
}

function AddDialog({
  of: integration,
  onClose,
  onDone,
}: {
  readonly of: IntegrationDetail
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const [slug, setSlug] = useState('')
  const [input, setInput] = useState('')
  const [output, setOutput] = useState('')
  const saving = useAction(async () => {
    const price = {
      ...(input.trim() !== '' && { request_token: { price: centsPerToken(input.trim()) } }),
      ...(output.trim() !== '' && { response_token: { price: centsPerToken(output.trim()) } }),
    }
    const isPriced = Object.keys(price).length > 0
    const model = {
      slug: slug.trim(),
      enabled: true,
      is_custom: true,
      ...(isPriced && { pricing_config: { type: 'static', pay_as_you_go: price } }),
    }
    await changeIntegration(integration.slug, '/models', { models: [model] })
    toast({ words: `${model.slug} was added.` })
    onDone()
  })
  const errors = fieldErrors(saving.error)
  const at = 'models[0].pricing_config.pay_as_you_go'
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={`Add model to ${integration.name}`}
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning} disabled={slug.trim() === ''}>
            Add
          </Button>
        </>
      }
    >
      <TextField
        label="Model"
        isCode
        value={slug}
        onValue={setSlug}
        hint="The name that requests send, for example of a fine-tuned model."
        error={errors('models[0].slug')}
      />
      <div class="integrations-pair">
        <TextField
          label="Input price"
          isOptional
          value={input}
          onValue={setInput}
          hint="US dollars per million tokens."
          error={errors(`${at}.request_token.price`)}
        />
        <TextField
          label="Output price"
          isOptional
          value={output}
          onValue={setOutput}
          hint="US dollars per million tokens."
          error={errors(`${at}.response_token.price`)}
        />
      </div>
      {saving.error && <ErrorNotice error={saving.error} what="add the model" />}
    </Dialog>
  )
}
