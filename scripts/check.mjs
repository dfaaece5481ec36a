/** `npm run check`: runs all static checks. */

import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runStaticStages } from './static-stages.mjs'

installMissing(PROJECT_FOLDER, { withDevelopment: true })
process.exit((await runStaticStages()) ? 0 : 1)
