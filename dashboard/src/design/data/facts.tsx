/** A list of names and values. */

import type { ComponentChildren } from 'preact'

export type Fact = { readonly name: string; readonly value: ComponentChildren }

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map((fact) => (
        <>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </>
      ))}
    </dl>
  )
}
