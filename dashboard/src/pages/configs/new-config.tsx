/** Starts a new config from a template; nothing is saved yet. */

import { Dialog } from '../../design/overlays/dialog.tsx'
import { TEMPLATES } from './templates.ts'

export function NewConfig({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="New config" onClose={onClose} isWide>
      <p>
        Choose what to begin with. Each works with the built-in mock provider, so that you can try it before you put in
        your own.
      </p>
      <TemplateCards />
    </Dialog>
  )
}

export function TemplateCards() {
  return (
    <ul class="configs-templates">
      {TEMPLATES.map((template) => (
        <li key={template.name}>
          <a class="configs-template" href={`/configs/new?template=${template.name}`}>
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
