/** The share of places of an answer that go to drawn candidates. */
import { z } from 'zod';

export const MAX_EXPLORE = 0.2;
/** Where neither request nor setting says otherwise and a model of the tenant's own outcomes serves. */
export const EXPLORE_ONCE_TRAINED = 0.05;

export const Explore = z.number().min(0).max(MAX_EXPLORE);

/** The probability that a candidate was shown, above 0. */
export const Propensity = z.number().gt(0).max(1);
