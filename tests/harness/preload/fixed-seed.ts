/**
 * Makes property tests use the same cases in every run, so that the result depends on the code only.
 * `GATEHOUSE_TEST_SEED=random npm test` tries other cases; a number repeats the run with that seed.
 */

import fc from 'fast-check'

const { GATEHOUSE_TEST_SEED: given = '20261115' } = process.env
if (given !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) })
