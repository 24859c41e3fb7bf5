/** The time of the first event of each person, where only the order is known. Epoch seconds. */
export const FIRST_SECOND = Date.UTC(2000, 0, 1) / 1000;
