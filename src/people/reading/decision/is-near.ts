/** Whether two numbers are one amount, said in two ways: they differ by one percent of `b` at most. */
export const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= Math.abs(b) / 100;
