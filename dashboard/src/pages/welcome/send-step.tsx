/** Step 2: the command for a chosen language and provider. */

import { useState } from 'preact/hooks'
import { CheckField, TextField } from '../../design/controls/field.tsx'
import { Card } from '../../design/data/card.tsx'
import { SnippetTabs } from '../snippets/snippet-tabs.tsx'
import type { SnippetRequest } from '../snippets/snippets.ts'

const KINDS = [
  { kind: 'mock', label: 'Mock', hint: 'built in, no account' },
  { kind: 'provider', label: 'OpenAI', hint: 'with your own provider key' },
  { kind: 'host', label: 'Custom host', hint: 'any server with OpenAI’s format' },
] as const

type Kind = (typeof KINDS)[number]['kind']

export function SendStep({ secret }: { readonly secret: string | null }) {
  const [kind, setKind] = useState<Kind>('mock')
  const [host, setHost] = useState('http://127.0.0.1:11434/v1')
  const request = requestOf(kind, host, secret)
  return (
    <Card title="2 · Send request">
      <div class="stack">
        <fieldset class="row-wrap welcome-targets">
          <legend class="field-label">Provider</legend>
          {KINDS.map((one) => (
            <CheckField
              key={one.kind}
              radioName="target"
              label={one.label}
              hint={one.hint}
              isChecked={kind === one.kind}
              onChecked={() => setKind(one.kind)}
            />
          ))}
        </fieldset>
        {kind === 'host' && <TextField label="Base URL" type="url" isCode value={host} onValue={setHost} />}
        <SnippetTabs request={request} />
      </div>
    </Card>
  )
}

function requestOf(kind: Kind, host: string, key: string | null): Omit<SnippetRequest, 'origin'> {
  if (kind === 'mock') return { key, model: 'mock-1', headers: [['x-gateway-provider', 'mock']] }
  const provider = ['x-gateway-provider', 'openai'] as const
  const model = 'gpt-4o-mini'
  return kind === 'host'
    ? { key, model, headers: [provider, ['x-gateway-custom-host', host]], providerKey: 'YOUR_PROVIDER_KEY' }
    : { key, model, headers: [provider], providerKey: 'YOUR_PROVIDER_KEY' }
}
