/** In the long suite because not every machine has bash. */

import { expect, test } from 'bun:test'
import { runCommand } from './run-command.ts'

test('the completion for bash completes', async () => {
  const { out } = await runCommand(['completion', 'bash'])
  const complete = (line: string, index: number) =>
    `COMP_WORDS=(${line}); COMP_CWORD=${index}; _gatehouse; echo "\${COMPREPLY[@]}"`
  const script = [
    out,
    complete('gatehouse virt', 1),
    complete('gatehouse keys cr', 2),
    complete('gatehouse logs tail --sta', 3),
  ]
  const shell = Bun.spawnSync(['bash', '-c', script.join('\n')])
  expect(shell.stdout.toString()).toBe('virtual-keys virtual-models\ncreate\n--status\n')
})
