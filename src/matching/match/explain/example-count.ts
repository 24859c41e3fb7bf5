/** User ids that an explained answer names for each rule and reason. */
export const EXAMPLES = 3;
