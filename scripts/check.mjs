/** `npm run check`: everything that can be said about the code without running it. */

import { installMissing } from '../bin/install-missing.mjs'
import { PROJECT_FOLDER } from './project-files.mjs'
import { runStaticStages } from './static-stages.mjs'

installMissing(PROJECT_FOLDER, { withDevelopment: true })
process.exit((await runStaticStages()) ? 0 : 1)
