/** Step 2: the command for a chosen language and provider; it can also be sent from here. */

import { useState } from 'preact/hooks'
import { rawCall } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField, TextField } from '../../design/controls/field.tsx'
import { Tabs } from '../../design/controls/tabs.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { bodyOf, headersOf, SHOWN_KEY, type SnippetLanguage, snippet, type Target } from './snippets.ts'

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
  // Step 3 shows the response when it arrives as a log.
  const sending = useAction(async () => {
    const headers = { 'x-gateway-api-key': secret ?? '', ...Object.fromEntries(headersOf(target)) }
    const answer = await rawCall('POST', '/chat/completions', bodyOf(target), { headers })
    await answer.text()
  })
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
        {kind === 'mock' && (
          <div class="row-wrap">
            <Button isBusy={sending.isRunning} disabled={secret === null} icon="playground" onClick={sending.run}>
              Send it for me
            </Button>
            {secret === null && <span class="caption">Make a key first; this page does not know the terminal’s.</span>}
          </div>
        )}
        {sending.error && <ErrorNotice error={sending.error} what="send the request" />}
      </div>
    </Card>
  )
}

function targetOf(kind: Target['kind'], host: string): Target {
  if (kind === 'host') return { kind, url: host }
  return kind === 'provider' ? { kind, slug: 'openai' } : { kind }
}
