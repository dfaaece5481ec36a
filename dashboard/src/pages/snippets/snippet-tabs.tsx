/** A chat request as a program: one tab per language. The chosen language is kept in this browser. */

import { useState } from 'preact/hooks'
import { Tabs } from '../../design/controls/tabs.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { SNIPPET_LANGUAGES, type SnippetLanguage, type SnippetRequest, snippet } from './snippets.ts'

const REMEMBERED = 'gatehouse.snippet-language'

export function SnippetTabs({ request }: { readonly request: Omit<SnippetRequest, 'origin'> }) {
  const [language, setLanguage] = useState<SnippetLanguage>(remembered)
  const { code, run } = snippet(language, { ...request, origin: location.origin })
  return (
    <Tabs
      label="Language"
      tabs={SNIPPET_LANGUAGES}
      chosen={language}
      onChoose={(next) => {
        localStorage.setItem(REMEMBERED, next)
        setLanguage(next)
      }}
    >
      <CodeBlock title={run} code={code} />
    </Tabs>
  )
}

function remembered(): SnippetLanguage {
  const name = localStorage.getItem(REMEMBERED)
  return SNIPPET_LANGUAGES.find((one) => one.name === name)?.name ?? 'curl'
}
