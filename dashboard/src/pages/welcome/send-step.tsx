/** Step 2: the command for a chosen language and provider. */

import { useState } from 'preact/hooks'
import { CheckField, TextField } from '../../design/controls/field.tsx'
import { Tabs } from '../../design/controls/tabs.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { SHOWN_KEY, type SnippetLanguage, snippet, type Target } from './snippets.ts'

const LANGUAGES = [
  { name: 'curl', label: 'curl' },
  { name: 'typescript', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
  { name: 'openai', label: 'OpenAI SDK' },
] as const

const KINDS = [
  { kind: 'mock', label: 'Mock', hint: 'built in, no account' },
  { kind: 'provider', label: 'OpenAI', hint: 'with your own provider key' },
  { kind: 'host', label: 'Custom host', hint: 'anything that speaks OpenAI’s format' },
] as const

export function SendStep({ secret }: { readonly secret: string | null }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const [kind, setKind] = useState<Target['kind']>('mock')
  const [host, setHost] = useState('http://127.0.0.1:11434/v1')
  const target = targetOf(kind, host)
  return (
    <Card title="2 · Send a request">
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
        <Tabs label="Language" tabs={LANGUAGES} chosen={language} onChoose={setLanguage}>
          <CodeBlock code={snippet(language, { origin: location.origin, key: secret ?? SHOWN_KEY, target })} />
        </Tabs>
      </div>
    </Card>
  )
}

function targetOf(kind: Target['kind'], host: string): Target {
  if (kind === 'host') return { kind, url: host }
  return kind === 'provider' ? { kind, slug: 'openai' } : { kind }
}
