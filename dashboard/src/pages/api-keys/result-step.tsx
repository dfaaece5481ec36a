/** Step 3: the secret (shown once), example code and a test request. */

import { useState } from 'preact/hooks'
import { errorFromAnswer } from '../../api/api-error.ts'
import { rawCall } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { writeCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { duration } from '../../design/data/format.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { SecretPanel } from '../../design/overlays/secret-panel.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { SnippetTabs } from '../snippets/snippet-tabs.tsx'

type ResultProps = {
  readonly title: string
  readonly secret: string
  readonly mayInfer: boolean
  readonly variable: string
  readonly onClose: () => void
}

const CHAT = { model: 'mock-1', messages: [{ role: 'user', content: 'Hello' }] }

export function ResultDialog({ title, secret, mayInfer, variable, onClose }: ResultProps) {
  const [isStored, setStored] = useState(false)
  const [proof, setProof] = useState<string | null>(null)
  const testing = useAction(async () => {
    const startedMs = performance.now()
    const headers = { 'x-gateway-api-key': secret, ...(mayInfer && { 'x-gateway-provider': 'mock' }) }
    const answer = mayInfer
      ? await rawCall('POST', '/chat/completions', CHAT, { headers })
      : await rawCall('GET', '/sessions/current', undefined, { headers })
    const text = await answer.text()
    if (!answer.ok) throw errorFromAnswer(answer.status, answer.headers, text)
    setProof(
      `${mayInfer ? 'The mock provider responded' : 'The key is valid'}: ${answer.status} in ${duration(performance.now() - startedMs)}.`,
    )
  })
  return (
    <Dialog
      title={title}
      isPinned
      onClose={onClose}
      foot={
        <>
          <Button isBusy={testing.isRunning} onClick={() => testing.run()}>
            Test key
          </Button>
          <Button kind="primary" disabled={!isStored} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <SecretPanel secret={secret} variable={variable} onKept={() => setStored(true)} />
      <CheckField label="I stored it in a safe place" isChecked={isStored} onChecked={setStored} />
      {proof && <Notice tone="ok" title={proof} isAlert />}
      {testing.error && <ErrorNotice error={testing.error} what="use the key" />}
      <section class="stack-tight" aria-label="Use it">
        <h3>Use it</h3>
        {mayInfer ? (
          <SnippetTabs request={{ key: secret, model: CHAT.model, headers: [['x-gateway-provider', 'mock']] }} />
        ) : (
          <CodeBlock code={readSnippet()} />
        )}
      </section>
    </Dialog>
  )
}

function readSnippet(): string {
  return writeCode({ path: '/sessions/current' }, 'curl', location.origin)
}
