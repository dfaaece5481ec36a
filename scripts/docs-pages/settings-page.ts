/** Generates docs/settings.md: every environment variable of the gateway. */

import { ENVIRONMENT } from '../../server/src/settings.ts'
import { code, table, WRITTEN, words } from './marks.ts'

export function settingsPage(): string {
  const rows = ENVIRONMENT.map(([name, fallback, about]) => [code(name), words(fallback), words(about)])
  return `# Environment variables

${WRITTEN}

The gateway reads its settings from the environment. \`--port\`, \`--host\` and \`--data\` of \`gatehouse start\` take precedence. If a
value is invalid, the start fails with exit code 78 and names the variable. \`gatehouse start --help\` prints this list.

${table(['variable', 'default', 'meaning'], rows)}

The organisation and workspaces have their own settings for body logging and retention
([Administration](administration.md)).
`
}
