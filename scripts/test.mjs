/** `npm test`: the checks and the fast tests. Needs nothing but Node; ends with one line `N passed, N failed`. */

import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runFast } from './run-suites.mjs'

installMissing(PROJECT_FOLDER, { withDevelopment: true })
const { passed, failed } = await runFast()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
