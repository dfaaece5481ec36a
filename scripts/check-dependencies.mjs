/** Checks which folder may import which (.dependency-cruiser.cjs), and that the checker truly saw the code. */

import { spawnSync } from 'node:child_process'
import { PROJECT_FOLDER } from './project-files.mjs'

// With a TypeScript it does not know, dependency-cruiser finds no module, reports no violation and passes.
const FEWEST_MODULES = 40
const FEWEST_ARROWS = 80

const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
const roots = ['server/src', 'simulators', 'tests', 'bench', 'scripts']
const args = [program, ...roots, '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT_FOLDER, maxBuffer: 1 << 28 })
const problems = []
try {
  const { modules, summary } = JSON.parse(stdout.toString())
  for (const { from, to, rule, cycle } of summary.violations) {
    const path = cycle ? cycle.map((step) => step.name).join(' -> ') : to
    const sentence = summary.ruleSetUsed.forbidden.find((known) => known.name === rule.name)?.comment
    problems.push(`${from} -> ${path}\n    ${rule.name}: ${sentence}`)
  }
  const ours = modules.filter((module) => module.source.startsWith('server/src/'))
  const arrows = ours.reduce((count, module) => count + module.dependencies.length, 0)
  if (ours.length < FEWEST_MODULES || arrows < FEWEST_ARROWS) {
    problems.push(`only ${ours.length} modules and ${arrows} imports of server/src were seen: the check is blind`)
  }
  console.log(`${ours.length} modules and ${arrows} imports of server/src`)
} catch (error) {
  problems.push(`dependency-cruiser did not report: ${error}\n${stderr}`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
