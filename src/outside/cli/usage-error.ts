/** Wrong usage of a command: message and exit code 2, as for an unknown option. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
