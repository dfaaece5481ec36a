/** Checks which folder may import which (.dependency-cruiser.cjs), and that dependency-cruiser parsed the code. */

import { spawnSync } from 'node:child_process'
import { PROJECT_FOLDER } from './project-files.mjs'

// With an unsupported TypeScript version, dependency-cruiser finds no modules and passes.
const MINIMUM = {
  'server/src/': { modules: 500, imports: 2000 },
  'dashboard/src/': { modules: 200, imports: 800 },
  'sdk/typescript/src/': { modules: 15, imports: 30 },
}

const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
const roots = [
  'server/src',
  'log-filter',
  'dashboard/src',
  'sdk/typescript/src',
  'simulators',
  'tests',
  'bench',
  'scripts',
  'bin',
]
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
  for (const [folder, minimum] of Object.entries(MINIMUM)) {
    const seen = modules.filter((module) => module.source.startsWith(folder))
    const imports = seen.reduce((count, module) => count + module.dependencies.length, 0)
    if (seen.length < minimum.modules || imports < minimum.imports) {
      problems.push(`only ${seen.length} modules and ${imports} imports of ${folder} were parsed; expected more`)
    }
    console.log(`${seen.length} modules and ${imports} imports of ${folder}`)
  }
} catch (error) {
  problems.push(`dependency-cruiser printed no report: ${error}\n${stderr}`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
