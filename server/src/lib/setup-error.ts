/** Something that only the operator can mend: a wrong setting, a folder in use. The command line prints it plainly and exits 2. */
export class SetupError extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.name = 'SetupError';
    this.fix = fix;
  }
}
