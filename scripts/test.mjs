/** `npm test`: every check and every test; ends with one line `N passed, N failed`. */

import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runTestStages } from './run-tests.mjs'
import { runStaticStages } from './static-stages.mjs'

installMissing(PROJECT_FOLDER, { withDevelopment: true })
// A failed check counts as one failure; the tests are not run on code that does not hold together.
const tally = (await runStaticStages()) ? await runTestStages() : { passed: 0, failed: 1 }
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exitCode = tally.failed === 0 ? 0 : 1
