/** Finds alert rules and channels by name, and prints the result of a test notification. */

import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import type { JsonObject, Remote } from '../../remote.ts'

/** Finds a rule or channel by ID, or by name if the name is unique. */
export async function findAlertObject(remote: Remote, kind: 'rules' | 'channels', wanted: string): Promise<JsonObject> {
  const rows = await remote.list(`/alerts/${kind}`)
  const found = rows.filter((row) => row['id'] === wanted || row['name'] === wanted)
  const word = kind === 'rules' ? 'alert rule' : 'alert channel'
  const [first] = found
  if (first === undefined)
    throw new CommandError({
      what: `No ${word} has the ID or name "${wanted}".`,
      fix: `See gatehouse ${kind === 'rules' ? 'alerts' : 'alert-channels'} list.`,
    })
  if (found.length > 1)
    throw new CommandError({
      what: `${found.length} ${word}s have the name "${wanted}".`,
      fix: `Use the ID: ${found.map((row) => row['id']).join(', ')}`,
    })
  return first
}

export function testLine(call: Call, result: JsonObject): string {
  const { green, red } = call.output.colours
  return result['delivered'] === true
    ? `${green('✔')} ${result['channel_name']}: delivered (${result['duration_ms']} ms)`
    : `${red('✖')} ${result['channel_name']}: ${result['error']}`
}
