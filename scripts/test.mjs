/** `npm test`: every check and every test; ends with one line `N passed, N failed`. */

import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runTestStages } from './run-tests.mjs'
import { startServices } from './services/start-services.mjs'
import { runStaticStages } from './static-stages.mjs'

installMissing(PROJECT_FOLDER, { withDevelopment: true })
// Each check keeps one core busy, and tests often wait. Running both at once uses all cores.
const [isClean, tests] = await Promise.all([runStaticStages(), runTestsWithServices()])
// All checks together count as one failure.
const failed = tests.failed + (isClean ? 0 : 1)
console.log(`\n${tests.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runTestsWithServices() {
  let services
  try {
    services = await startServices()
  } catch (error) {
    console.log(`\n== FAILED: servers for the tests\n${error.message}`)
    return { passed: 0, failed: 1 }
  }
  Object.assign(process.env, services.environment)
  try {
    return await runTestStages()
  } finally {
    await services.stop()
  }
}
