/** Start screen: the gateway's URL, its keys (on the first start only) and a working example request. */

import type { App } from '../app.ts'
import { loopbackAccess } from '../settings/loopback-access.ts'
import type { GatehouseSettings } from '../settings.ts'

/** The app with its claim token resolved. */
type ShownApp = Pick<App, 'url' | 'firstKeys'> & { readonly claimToken: string | null }

export function welcome(app: ShownApp, settings: GatehouseSettings, version: string, readyMs: number): string {
  const url = settings.publicUrl ?? app.url
  const key = app.firstKeys?.workspace ?? '<your workspace key>'
  const keys = app.firstKeys
    ? [
        `  Admin key      ${app.firstKeys.admin}`,
        `  Workspace key  ${app.firstKeys.workspace}`,
        '                 Shown once: only their hashes are stored.',
      ]
    : ['  Keys           using existing data, keys unchanged']
  const claim =
    app.claimToken === null
      ? []
      : [
          `  First owner    ${url}/#/claim/${app.claimToken}`,
          '                 Works once, for 30 minutes; each start makes a new one.',
        ]
  return [
    '',
    `  Gatehouse ${version}, ready in ${Math.round(readyMs)} ms`,
    '',
    `  API            ${url}/v1`,
    `  Dashboard      ${url}/`,
    `  Data           ${settings.dataDirectory}`,
    `  Loopback       ${loopbackAccess(settings).text}`,
    '',
    ...keys,
    ...claim,
    '',
    '  Try it, no provider account needed:',
    '',
    `    curl ${url}/v1/chat/completions \\`,
    `      -H "x-gateway-api-key: ${key}" -H "x-gateway-provider: mock" \\`,
    '      -H "Content-Type: application/json" \\',
    `      -d '{"model":"mock-1","messages":[{"role":"user","content":"Hello"}]}'`,
    '',
    '  Stop: ctrl-c     Help: gatehouse --help     Problems: gatehouse doctor     Sign in: gatehouse open',
    '',
  ].join('\n')
}
