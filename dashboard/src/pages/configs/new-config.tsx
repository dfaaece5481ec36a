/** Starts a new config from a template; nothing is saved yet. */

import { Dialog } from '../../design/overlays/dialog.tsx'
import { TEMPLATES } from './templates.ts'

export function NewConfig({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="New config" onClose={onClose} isWide>
      <p class="muted">Start from a template. Each one runs on the built-in mock provider until you add your own.</p>
      <TemplateCards isInDialog />
    </Dialog>
  )
}

/** In a dialog the first template has the focus, not the close button. */
export function TemplateCards({ isInDialog = false }: { readonly isInDialog?: boolean }) {
  return (
    <ul class="configs-templates">
      {TEMPLATES.map((template, index) => (
        <li key={template.name}>
          <a
            class="configs-template"
            autofocus={isInDialog && index === 0}
            href={`/configs/new?template=${template.name}`}
          >
            <strong>{template.title}</strong>
            <span class="muted">{template.about}</span>
          </a>
        </li>
      ))}
      <li>
        <a class="configs-template" href="/configs/new">
          <strong>Empty</strong>
          <span class="muted">One target and nothing else.</span>
        </a>
      </li>
    </ul>
  )
}
