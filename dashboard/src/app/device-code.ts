/** Keeps the code of a device login while the browser is at the identity provider. */

import { currentLocation, query } from './location.ts'

const KEPT = 'gatehouse.device-code'
const DEVICE_PATH = '/device'

/** Call it before the browser leaves the page. */
export function keepDeviceCode(): void {
  if (currentLocation.value.path === DEVICE_PATH) sessionStorage.setItem(KEPT, query.value.get('user_code') ?? '')
}

/** The path to open after the sign-in: the device login, or the start page. */
export function takePathAfterSignIn(): string {
  const code = sessionStorage.getItem(KEPT)
  sessionStorage.removeItem(KEPT)
  if (code === null) return '/'
  return code === '' ? DEVICE_PATH : `${DEVICE_PATH}?user_code=${encodeURIComponent(code)}`
}
