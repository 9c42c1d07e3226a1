/** A fault that only the operator can fix, such as a wrong setting or a folder in use. The command prints it with its fix and exits 2. */
export class SetupError extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.name = 'SetupError';
    this.fix = fix;
  }
}
