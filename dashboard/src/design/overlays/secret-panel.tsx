/** Shows a secret with Copy and "Download .env". The secret exists only in the memory of this page. */

import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'

type SecretPanelProps = {
  readonly secret: string
  readonly variable: string
  /** Called after the secret was copied or saved. */
  readonly onKept?: () => void
}

export function SecretPanel({ secret, variable, onKept }: SecretPanelProps) {
  return (
    <div class="stack-tight">
      <div class="code-block code-block-wrap">
        <pre data-secret>{secret}</pre>
      </div>
      <p class="caption">Shown once: only its hash is stored.</p>
      <div class="row-wrap">
        <CopyButton text={secret} what="secret" size="usual" onCopied={onKept} />
        <Button
          kind="quiet"
          icon="exports"
          onClick={() => {
            download(`${variable}=${secret}\n`, `${variable}.env`)
            onKept?.()
          }}
        >
          Download .env
        </Button>
      </div>
    </div>
  )
}

function download(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
