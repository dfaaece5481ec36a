/** How to call the prompt: version references, and examples in three languages. */

import { useState } from 'preact/hooks'
import { Segments } from '../../../design/controls/segments.tsx'
import { CodeBlock } from '../../../design/data/code-block.tsx'
import { useTemplateNeeds } from '../editor/use-template-needs.ts'
import type { Prompt } from '../prompt-types.ts'
import { promptSnippet, type SnippetLanguage } from './prompt-snippets.ts'

const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
]

export function UseIt({ prompt }: { readonly prompt: Prompt }) {
  const { slug, prompt_version: version, labels } = prompt
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const { variables } = useTemplateNeeds(prompt.string)
  const values = Object.fromEntries(
    variables.filter((one) => one.inside === null).map(({ name, kind }) => [name, kind === 'section' ? [] : '…']),
  )
  const names = [
    { reference: slug, about: `The published version, now v${prompt.published_version}. Publishing changes it.` },
    { reference: `${slug}@latest`, about: `The newest version, now v${prompt.latest_version}. Saving changes it.` },
    { reference: `${slug}@${version}`, about: `Always version ${version}.` },
    ...labels.map((label) => ({ reference: `${slug}@${label}`, about: `The version with the label ${label}.` })),
  ]
  return (
    <div class="stack">
      <Segments
        label="Language"
        choices={LANGUAGES}
        value={language}
        onValue={(value) =>
          setLanguage(LANGUAGES.some((one) => one.value === value) ? (value as SnippetLanguage) : 'curl')
        }
      />
      {names.map(({ reference, about }) => (
        <section key={reference} class="stack-tight" aria-label={reference}>
          <p>
            <code>{reference}</code> <span class="muted">{about}</span>
          </p>
          <CodeBlock
            title={language}
            code={promptSnippet(language, {
              origin: location.origin,
              reference,
              variables: values,
              hasVirtualKey: prompt.virtual_key !== null,
            })}
          />
        </section>
      ))}
      {prompt.virtual_key === null && (
        <p class="caption">
          This prompt has no virtual key, so the request selects the provider: here the built-in mock.
        </p>
      )}
    </div>
  )
}
