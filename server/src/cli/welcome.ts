/** The start screen: the gateway's URL, its keys (only at the first start), an example request and the next steps. */

import type { App } from '../app.ts'
import { loopbackAccess } from '../settings/loopback-access.ts'
import type { GatehouseSettings } from '../settings.ts'

/** The app with its claim token resolved. */
type ShownApp = Pick<App, 'url' | 'firstKeys'> & { readonly claimToken: string | null }

export type StartFacts = {
  readonly version: string
  readonly readyMs: number
  /** True if the dashboard was opened in a browser. */
  readonly isOpen: boolean
  /** The command with which this user runs the CLI. */
  readonly command: string
}

export function welcome(app: ShownApp, settings: GatehouseSettings, facts: StartFacts): string {
  const url = settings.publicUrl ?? app.url
  const { version, readyMs, command } = facts
  const key = app.firstKeys?.workspace ?? '<your workspace key>'
  const keys = app.firstKeys
    ? [
        `  Admin key      ${app.firstKeys.admin}`,
        `  Workspace key  ${app.firstKeys.workspace}`,
        '                 Save both: they are shown only once.',
      ]
    : ['  Keys           unchanged since the first start']
  const claim =
    app.claimToken === null
      ? []
      : facts.isOpen
        ? [`  First owner    signed in, in the browser window that opened. For a new link: ${command} open`]
        : [
            `  First owner    ${url}/#/claim/${app.claimToken}`,
            '                 The link works once and expires after 30 minutes. Each start prints a new one.',
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
    '  Send a request. It needs no provider account:',
    '',
    `    curl ${url}/v1/chat/completions \\`,
    `      -H "x-gateway-api-key: ${key}" -H "x-gateway-provider: mock" \\`,
    '      -H "Content-Type: application/json" \\',
    `      -d '{"model":"mock-1","messages":[{"role":"user","content":"Hello"}]}'`,
    '',
    `  Stop: ctrl-c     Help: ${command} --help     Problems: ${command} doctor`,
    '',
    '  Next:',
    `    1. ${dashboardStep(app.claimToken !== null, facts)}`,
    '    2. Add a provider under Virtual keys in the dashboard, or in a second terminal:',
    ...withKey(app.firstKeys?.workspace),
    `       ${command} virtual-keys create openai-main --provider openai --key-env OPENAI_API_KEY --test`,
    '    3. See every page with sample data, in a second terminal:',
    ...withKey(app.firstKeys?.admin),
    `       ${command} demo`,
    '',
  ].join('\n')
}

/** Commands read the key from the environment. After the first start, the key is not known here. */
function withKey(key: string | undefined): readonly string[] {
  return key === undefined ? [] : [`       export GATEWAY_API_KEY=${key}`]
}

function dashboardStep(isUnclaimed: boolean, { isOpen, command }: StartFacts): string {
  if (isUnclaimed)
    return isOpen
      ? 'Click "Send a test request" in the browser window that opened, then set an e-mail address and password.'
      : 'Create the first owner: open the link above in a browser.'
  return isOpen
    ? 'Use the dashboard in the browser window that opened.'
    : `Open the dashboard, signed in: ${command} open`
}
