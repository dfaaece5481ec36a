/** Generates docs/settings.md: every environment variable of the gateway. */

import { ENVIRONMENT } from '../../server/src/settings.ts'
import { code, table, WRITTEN, words } from './marks.ts'

export function settingsPage(): string {
  const rows = ENVIRONMENT.map(([name, fallback, about]) => [code(name), words(fallback), words(about)])
  return `# Environment variables

${WRITTEN}

Configure the gateway with environment variables. The options \`--port\`, \`--host\` and \`--data\` of \`gatehouse start\` take
precedence. If a value is invalid, the gateway exits with code 78 and names the variable and the reason.
\`gatehouse start --help\` prints this list.

\`\`\`sh no-run
GATEWAY_PORT=9000 GATEWAY_RETENTION_DAYS=7 gatehouse start
\`\`\`

${table(['variable', 'default', 'meaning'], rows)}

The organisation and each workspace also have settings for storing bodies and logs ([Administration](administration.md)).
`
}
