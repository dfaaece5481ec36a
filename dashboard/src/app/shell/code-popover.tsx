/** The `</>` button: the API call behind the current view as curl, TypeScript, Python and CLI command. */

import { useState } from 'preact/hooks'
import { Button } from '../../design/controls/button.tsx'
import { Tabs } from '../../design/controls/tabs.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { type CodeLanguage, type ViewCall, writeCode } from '../view-code.ts'

const LANGUAGES = [
  { name: 'curl', label: 'curl' },
  { name: 'typescript', label: 'TypeScript' },
  { name: 'python', label: 'Python' },
  { name: 'cli', label: 'CLI' },
] as const

export function CodePopover({ call }: { readonly call: ViewCall }) {
  const [isOpen, setOpen] = useState(false)
  const [language, setLanguage] = useState<CodeLanguage>('curl')
  return (
    <>
      <Button kind="quiet" icon="code" iconOnly onClick={() => setOpen(true)}>
        Show this view as code
      </Button>
      {isOpen && (
        <Dialog title="This view as code" isWide onClose={() => setOpen(false)}>
          <Tabs label="Language" tabs={LANGUAGES} chosen={language} onChoose={setLanguage}>
            <CodeBlock code={writeCode(call, language, location.origin)} />
          </Tabs>
          <p class="caption">
            <code>GATEWAY_API_KEY</code> is a gateway key with the right to see this.
          </p>
        </Dialog>
      )}
    </>
  )
}
