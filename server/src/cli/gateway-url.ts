/** Normalizes the gateway URL that a user gives, with or without scheme and /v1. */

import { CommandError } from './command-error.ts'

export function gatewayUrl(address: string): string {
  const text = address.includes('://') ? address : `http://${address}`
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new CommandError(
      { what: `"${address}" is not a gateway URL.`, fix: 'Use a URL such as http://127.0.0.1:8787.' },
      2,
    )
  const { origin, pathname } = new URL(text)
  return origin + pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
}
