/** Generates docs/settings.md: every environment variable of the gateway. */

import { ENVIRONMENT } from '../../server/src/settings.ts'
import { code, table, WRITTEN, words } from './marks.ts'

export function settingsPage(): string {
  const rows = ENVIRONMENT.map(([name, fallback, about]) => [code(name), words(fallback), words(about)])
  return `# Environment variables

${WRITTEN}

The gateway is set up by its environment; \`--port\`, \`--host\` and \`--data\` of \`gatehouse start\` come first. A value that cannot
be used ends the start with exit code 78 and says which one and why. \`gatehouse start --help\` prints this list.

${table(['variable', 'default', 'meaning'], rows)}

Organisation and workspaces have settings of their own for keeping bodies and records
([Administration](administration.md)).
`
}
