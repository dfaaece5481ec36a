/** Counts per value among the matching requests; clicking a value adds or removes its filter. */

import { type KeyNames, type Parsed, toggleTerm } from '../../../../../log-filter/filter-language.ts'
import type { Resource } from '../../../app/use-resource.ts'
import { shortCount } from '../../../design/data/format.ts'
import { ProviderMark } from '../../../design/data/provider-mark.tsx'
import { Delayed, SkeletonRows } from '../../../design/states/loaded.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'

/** Keyed by the API's filter name. */
export type FacetCounts = Readonly<Record<string, readonly { readonly value: string; readonly requests: number }[]>>

export type FacetsResponse = { readonly facets: FacetCounts; readonly is_partial: boolean }

const SECTIONS = [
  { parameter: 'status_code', word: 'status', title: 'Status' },
  { parameter: 'provider', word: 'provider', title: 'Provider' },
  { parameter: 'ai_model', word: 'model', title: 'Model' },
  { parameter: 'virtual_keys', word: 'vk', title: 'Virtual key' },
  { parameter: 'api_key_ids', word: 'key', title: 'API key' },
  { parameter: 'configs', word: 'config', title: 'Config' },
  { parameter: 'prompt_slug', word: 'prompt', title: 'Prompt' },
  { parameter: 'endpoint', word: 'endpoint', title: 'Endpoint' },
] as const

const MAX_VALUES = 8

type FacetsProps = {
  readonly resource: Resource<FacetsResponse>
  readonly text: string
  readonly parsed: Parsed
  readonly keyNames: KeyNames
  readonly virtualKeyNames: ReadonlyMap<string, string>
  readonly onText: (text: string) => void
}

export function Facets({ resource, text, parsed, keyNames, virtualKeyNames, onText }: FacetsProps) {
  const { data, error, reload } = resource
  if (error && !data) return <ErrorNotice error={error} what="count the values" onRetry={reload} />
  if (!data)
    return (
      <Delayed>
        <SkeletonRows rows={6} />
      </Delayed>
    )
  return (
    <nav class="logs-facets" aria-label="Facets">
      {data.is_partial && <p class="caption">Counted over the newest matching requests only.</p>}
      {SECTIONS.map(({ parameter, word, title }) => {
        const chosen = parsed.terms
          .filter((term) => term.name === word && !term.isNot && !term.problem)
          .flatMap((term) => term.values)
        const counted = (data.facets[parameter] ?? []).map(({ value, requests }) => ({
          value: word === 'key' ? (keyNames.get(value) ?? value) : value,
          requests,
        }))
        // Selected values stay visible so that they can be removed.
        const missing = chosen.filter((value) => !counted.some((one) => one.value === value))
        const values = [...missing.map((value) => ({ value, requests: null })), ...counted].slice(0, MAX_VALUES)
        if (values.length === 0) return null
        return (
          <section key={word} aria-label={title}>
            <h2 class="logs-facet-title">{title}</h2>
            <ul>
              {values.map(({ value, requests }) => (
                <li key={value}>
                  <button
                    type="button"
                    class="logs-facet"
                    aria-pressed={chosen.includes(value) ? 'true' : 'false'}
                    title={value}
                    onClick={() => onText(toggleTerm(text, word, value))}
                  >
                    {word === 'provider' && <ProviderMark provider={value} />}
                    <span class="truncate grow">{word === 'vk' ? (virtualKeyNames.get(value) ?? value) : value}</span>
                    <span class="number">
                      {requests === null ? '' : `${data.is_partial ? '≥ ' : ''}${shortCount(requests)}`}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}
