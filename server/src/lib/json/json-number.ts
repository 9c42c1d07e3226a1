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
}
