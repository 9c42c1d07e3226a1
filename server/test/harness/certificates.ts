/**
 * Certificates for servers of tests, and the authority that signs them: X.509 (RFC 5280), as little of it as TLS asks for. Made here, so
 * that no test needs a program of the machine or a key that is kept.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOptions {
  /** Names of hosts, and nothing else. */
  readonly names: readonly string[];
  /** Days from now, negative for the past; default from yesterday to a year from now. */
  readonly fromDays?: number;
  readonly toDays?: number;
}

export interface Authority {
  /** Its own certificate, for those who trust it; PEM. */
  readonly cert: string;
  issue(options: CertificateOptions): Certificate;
}

export function createAuthority(name = 'Test authority'): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = { subject: name, publicKey: keys.publicKey, issuer: name, signer: keys.privateKey };
  return {
    cert: certificate({ ...own, extensions: [isAuthority] }),
    issue({ names, ...days }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const asked = { ...own, ...days, subject: names[0] ?? '', publicKey, extensions: [namesOf(names)] };
      return { cert: certificate(asked), key: pem('PRIVATE KEY', privateKey.export({ type: 'pkcs8', format: 'der' })) };
    },
  };
}

interface Asked extends Omit<CertificateOptions, 'names'> {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: string;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
}

function certificate({ subject, publicKey, issuer, signer, extensions, fromDays = -1, toDays = 365 }: Asked): string {
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(fromDays), time(toDays)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  return pem('CERTIFICATE', sequence(toSign, ecdsaWithSha256, bits(sign('sha256', toSign, signer))));
}

/** One value of the distinguished encoding (X.690): tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const bits = (bytes: Buffer): Buffer => der(0x03, Buffer.from([0]), bytes);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
/** Basic constraints, 2.5.29.19, critical: it may sign others. */
const isAuthority = sequence(
  identifier('551d13'),
  der(0x01, Buffer.from([0xff])),
  der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
);

/** Subject alternative name, 2.5.29.17. */
function namesOf(names: readonly string[]): Buffer {
  return sequence(identifier('551d11'), der(0x04, sequence(...names.map((n) => der(0x82, Buffer.from(n))))));
}

/** A common name, 2.5.4.3. */
function nameOf(name: string): Buffer {
  return sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))));
}

/** UTCTime: two digits of the year, to the second. */
function time(days: number): Buffer {
  const at = new Date(Date.now() + days * 86_400_000).toISOString();
  return der(0x17, Buffer.from(`${at.slice(2, 19).replace(/\D/g, '')}Z`));
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
