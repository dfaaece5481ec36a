/** Before one is signed in: sign-in, and the links for a first owner, an invitation and a new password. */

import { useEffect } from 'preact/hooks'
import { place } from '../location.ts'
import { ClaimForm, InviteForm, PasswordForm } from './link-forms.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Links are printed as `/#/claim/<token>`: what follows `#` is never sent to any server or proxy. */
const LINK = /^#\/(claim|invite|password)\/([\w.~-]+)$/

export type EntranceLink = { readonly kind: 'claim' | 'invite' | 'password'; readonly token: string }

export function readLink(hash: string): EntranceLink | null {
  const [, kind, token = ''] = LINK.exec(hash) ?? []
  return kind === 'claim' || kind === 'invite' || kind === 'password' ? { kind, token } : null
}

export function Entrance() {
  const link = readLink(place.value.hash)
  useEffect(() => {
    document.title = 'Sign in · Gatehouse'
  }, [])
  return (
    <main class="entrance">
      <div class="mark">
        <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6">
          <path d="M2 18V6l3-2.5L8 6v2.5h4V6l3-2.5L18 6v12M7 18v-4.5a3 3 0 0 1 6 0V18M1 18h18" />
        </svg>
        Gatehouse
      </div>
      <div class="entrance-card">
        {link === null && <SignInForm />}
        {link?.kind === 'claim' && <ClaimForm token={link.token} />}
        {link?.kind === 'invite' && <InviteForm token={link.token} />}
        {link?.kind === 'password' && <PasswordForm token={link.token} />}
      </div>
    </main>
  )
}
