/** After a user lost permissions, lists the keys they created that still work. */

import { toast } from '../../design/states/toasts.tsx'

export type Reviewed = { readonly keys_to_review: readonly { readonly name: string }[] }

const MAX_NAMED = 3

export function tellOfReview({ keys_to_review: keys }: Reviewed): void {
  if (keys.length === 0) return
  const names = keys.slice(0, MAX_NAMED).map((key) => key.name)
  const more = keys.length > names.length ? ` and ${keys.length - names.length} more` : ''
  toast({
    words: `Keys they created still work: ${names.join(', ')}${more}. Review them under API keys.`,
    tone: 'warning',
  })
}
