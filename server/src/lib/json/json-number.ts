/** A JSON number as it was sent, digit for digit. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** As a double. */
  valueOf(): number {
    return Number(this.text);
  }

  /** In JSON it stands digit for digit, too. */
  toJSON(): object {
    return JSON.rawJSON(this.text);
  }
}

declare global {
  // TypeScript's library does not know it yet; Node has it since version 21.
  interface JSON {
    rawJSON(text: string): object;
  }
}
