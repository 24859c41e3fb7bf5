export function oneAtATime<T>(lock: string, work: () => T): T;
