/** The initials of a provider in a square, next to its name. No logos: those are trademarks. */

import { initials } from './provider-initials.ts'

export function ProviderMark({ provider }: { readonly provider: string }) {
  return (
    <span class="provider-mark" aria-hidden="true">
      {initials(provider)}
    </span>
  )
}
