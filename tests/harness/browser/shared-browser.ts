/** One Chromium for all test files of a process. Browser contexts keep the tests apart. */

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Set by scripts/services; otherwise the usual install paths are tried. */
const BROWSER_VARIABLE = 'GATEHOUSE_TEST_CHROMIUM'
const USUAL_PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let launched: Promise<Browser> | null = null

/** Playwright kills the browser when this process exits. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findBrowser(), args: FLAGS })
  return launched
}

function findBrowser(): string {
  const found = [process.env[BROWSER_VARIABLE], ...USUAL_PLACES].find((path) => path && existsSync(path))
  if (found) return found
  throw new Error(
    `The dashboard's tests need Chromium. Repair: install it (Debian: apt-get install chromium), or set ${BROWSER_VARIABLE}.`,
  )
}
