/** `npm run check`: runs all static checks. */

import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { fastChecks, runChecks, slowChecks } from './static-stages.mjs'

installMissing(PROJECT_FOLDER, { withDevelopment: true })
process.exit((await runChecks([...fastChecks(), ...slowChecks()])) ? 0 : 1)
