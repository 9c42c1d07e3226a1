/**
 * Whose bot it is. A maker is an e-mail address; what the public sees is a keyed hash of it, so that a maker's bots stand
 * together and nobody can find out the address, or try addresses out. The key is made once and kept with the data.
 *
 * Spellings that reach the same mailbox are one maker: case, width, what follows a plus in the local part, and at Gmail the dots.
 *
 *     "Ann.Lee+bot2@googlemail.com" -> "annlee@gmail.com" -> "mkr_0c9h4t2m1a7v5k3p"
 */
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

export const makerIdPattern = /^mkr_[0-9a-v]{16}$/;

/** The form in which addresses are compared. */
export function mailboxOf(contact: string): string {
  const text = contact.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const given = text.slice(at + 1);
  const ascii = domainToASCII(given) || given;
  const domain = ascii === 'googlemail.com' ? 'gmail.com' : ascii;
  const bare = text.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  const local = domain === 'gmail.com' ? bare.replaceAll('.', '') : bare;
  return `${local}@${domain}`;
}

/** @param secret hex, kept with the data. */
export function makerIdOf(secret: string, contact: string): string {
  return `mkr_${keyedHash(secret, mailboxOf(contact))}`;
}

export const addressIdPattern = /^adr_[0-9a-v]{16}$/;

/**
 * The public id of a network address. Of IPv6 only the first 64 bits count: whoever has one address of such a network has all of them.
 * @param secret hex, kept with the data.
 */
export function addressIdOf(secret: string, address: string): string {
  // No mailbox begins with a space.
  return `adr_${keyedHash(secret, ` ${isIPv6(address) ? networkOf(address) : address}`)}`;
}

/** `2001:db8::1` -> `2001:db8:0:0` */
function networkOf(address: string): string {
  const bare = address.split('%')[0] ?? '';
  const written = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const [head = '', tail] = written.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/**
 * 256 bits in base64url that prove that the service itself has written a text: nobody else can make them.
 * @param secret hex, kept with the data.
 */
export function proofOf(secret: string, text: string): string {
  // No mailbox and no network address begins with a line break.
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`\n${text}`).digest('base64url');
}

function keyedHash(secret: string, text: string): string {
  const bytes = createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest();
  // 80 bits: 16 characters of 5 bits, as in the other ids.
  const number = BigInt(`0x${bytes.subarray(0, 10).toString('hex')}`);
  return number.toString(32).padStart(16, '0');
}
