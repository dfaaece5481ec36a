/** The Prompts page: the library, and details of a prompt, partial, label or collection. */

import { query } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { PromptPage } from './detail/prompt-page.tsx'
import { CollectionsTab } from './library/collections-tab.tsx'
import { LabelsTab } from './library/labels-tab.tsx'
import { NewPrompt } from './library/new-prompt.tsx'
import { PartialPage } from './library/partial-page.tsx'
import { PartialsTab } from './library/partials-tab.tsx'
import { PromptsTab } from './library/prompts-tab.tsx'

export function Page({ rest }: PageProps) {
  return <div class="page">{shown(rest)}</div>
}

function shown([first, second]: readonly string[]) {
  if (first === 'partials') return second === undefined ? <PartialsTab /> : <PartialPage key={second} slug={second} />
  if (first === 'collections') return <CollectionsTab />
  if (first === 'labels') return <LabelsTab />
  if (first !== undefined) return <PromptPage key={first} slug={first} tab={second ?? 'edit'} />
  return query.value.get('new') ? <NewPrompt /> : <PromptsTab />
}
