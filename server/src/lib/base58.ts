/** Base58 as Solana writes addresses and signatures: Bitcoin's alphabet, without a checksum. A leading 1 stands for each leading zero byte. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const values: ReadonlyMap<string, bigint> = new Map(Array.from(alphabet, (letter, i) => [letter, BigInt(i)]));

/** Longer than any address or signature: the time grows with the square of the length. */
const lettersMax = 100;

export function encodeBase58(bytes: Uint8Array): string {
  let n = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; n > 0n; n /= 58n) text = (alphabet[Number(n % 58n)] as string) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** @returns undefined when it is no base58, or has more than 100 letters. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > lettersMax) return undefined;
  let n = 0n;
  for (const letter of text) {
    const value = values.get(letter);
    if (value === undefined) return undefined;
    n = n * 58n + value;
  }
  const bytes: number[] = [];
  for (; n > 0n; n /= 256n) bytes.unshift(Number(n % 256n));
  const ones = text.length - text.replace(/^1+/, '').length;
  return Uint8Array.from([...Array<number>(ones).fill(0), ...bytes]);
}
