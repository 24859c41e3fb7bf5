/**
 * Properties draw the same values in every run, so that a run says something about the code alone.
 * `COUNTERPART_TEST_SEED=random` draws others: a failure prints its seed.
 */
import fc from 'fast-check';

const DEFAULT_SEED = 1;
const { COUNTERPART_TEST_SEED: seed = String(DEFAULT_SEED) } = process.env;
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
