/** `npm test`: every check and every test; ends with one line `N passed, N failed`. */

import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runTestStages } from './run-tests.mjs'
import { startServices } from './services/start-services.mjs'
import { runStaticStages } from './static-stages.mjs'

installMissing(PROJECT_FOLDER, { withDevelopment: true })
// A failed check counts as one failure; the tests are not run on code that does not hold together.
const tally = (await runStaticStages()) ? await runTestsWithServices() : { passed: 0, failed: 1 }
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exitCode = tally.failed === 0 ? 0 : 1

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
