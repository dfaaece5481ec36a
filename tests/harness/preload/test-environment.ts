/** Makes tests depend on the code only: without settings of the developer's own gateway, and with the same cases. */

import fc from 'fast-check'
import { propertyRuns } from '../property-runs.ts'

/** `GATEHOUSE_TEST_SEED=random npm test` tries other cases; a number repeats the run with that seed. */
const { GATEHOUSE_TEST_SEED: given = '20261115' } = process.env
const seed = given === 'random' ? {} : { seed: Number(given) }
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...seed, numRuns: propertyRuns(100) })

// Like the program: the files of a gateway in the process of a test are readable by its user only.
process.umask(0o077)

for (const name of Object.keys(process.env)) if (name.startsWith('GATEWAY_')) delete process.env[name]
