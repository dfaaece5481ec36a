/**
 * Every property is tried with the same cases each time, so that a run says something about the code and not about luck.
 * `GATEHOUSE_TEST_SEED=random npm test` looks further; a number repeats what it found.
 */

import fc from 'fast-check'

const { GATEHOUSE_TEST_SEED: given = '20261115' } = process.env
if (given !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) })
