/** The signed-out screens: sign-in, and the forms behind one-time links (owner, sign-in, invitation, password). */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { currentLocation } from '../location.ts'
import { ClaimForm, EnterForm, InviteForm, PasswordForm, SetupForm } from './link-forms.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SsoReturn } from './sso-return.tsx'

/** Links look like `/#/claim/<token>`: browsers never send the fragment to a server or proxy. */
const LINK = /^#\/(claim|setup|enter|start|invite|password)\/([\w.~-]+)$/

const GATE = 'M2 18V6l3-2.5L8 6v2.5h4V6l3-2.5L18 6v12M7 18v-4.5a3 3 0 0 1 6 0V18M1 18h18'

const KINDS = ['claim', 'setup', 'enter', 'start', 'invite', 'password'] as const

export type SignInLink = { readonly kind: (typeof KINDS)[number]; readonly token: string }

export function readLink(hash: string): SignInLink | null {
  const [, word, token = ''] = LINK.exec(hash) ?? []
  const kind = KINDS.find((one) => one === word)
  return kind === undefined ? null : { kind, token }
}

/** The path to which the identity provider redirects the browser. */
export function isSsoReturn(path: string): boolean {
  return path === '/sso/callback'
}

export function SignInPage() {
  const link = readLink(currentLocation.value.hash)
  useEffect(() => {
    document.title = 'Sign in · Gatehouse'
  }, [])
  const card = useRef<HTMLDivElement>(null)
  // Focus the first input of the form.
  useLayoutEffect(() => card.current?.querySelector<HTMLElement>('input, button')?.focus(), [link?.kind])
  return (
    <main class="sign-in">
      <div class="sign-in-brand">
        <div class="mark">
          <svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6">
            <path d={GATE} />
          </svg>
          Gatehouse
        </div>
        <div class="sign-in-words">
          <p class="sign-in-title">One gateway for every model provider.</p>
          <ul>
            <li>Routing, retries and fallbacks</li>
            <li>Virtual keys, budgets and rate limits</li>
            <li>Logs, cost and latency of every request</li>
          </ul>
        </div>
        <p class="caption sign-in-host">
          {location.host} · <a href="/docs">Documentation</a>
        </p>
        <svg class="sign-in-gate" viewBox="0 0 20 20" aria-hidden="true">
          <path d={GATE} />
        </svg>
      </div>
      <div class="sign-in-side">
        <div class="sign-in-card" ref={card}>
          {link === null && (isSsoReturn(currentLocation.value.path) ? <SsoReturn /> : <SignInForm />)}
          {link?.kind === 'claim' && <ClaimForm token={link.token} />}
          {link?.kind === 'setup' && <SetupForm token={link.token} />}
          {link?.kind === 'enter' && <EnterForm token={link.token} />}
          {link?.kind === 'start' && <EnterForm token={link.token} isImmediate />}
          {link?.kind === 'invite' && <InviteForm token={link.token} />}
          {link?.kind === 'password' && <PasswordForm token={link.token} />}
        </div>
      </div>
    </main>
  )
}
