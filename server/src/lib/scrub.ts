/**
 * Takes out of a line of the log what must never stand there: the secrets of the settings, keys, secrets of webhooks, links that were
 * mailed, what stands before the @ of a URL, and mail addresses. It is the last guard: whoever writes a line leaves them out already,
 * but the text of an error may come from a library or from a server far away.
 *
 * Example: `550 5.1.1 <ada@example.org>: no such user` becomes `550 5.1.1 <[mail]>: no such user`.
 */

export type Scrub = (line: string) => string;

const shown = '[secret]';

/** Keys of bots and contacts, and secrets of webhooks (bots/key.ts, events/webhook-signature.ts). */
const keys = /\b(pt[kc]_|whsec_)[\w+/=]+/g;
/** The address of a link that was sent by mail is as good as a key. */
const links = /\/(recover|contact|alerts\/stop|newsletter\/(?:confirm|leave))\/(?!…)[^"\s?]+/g;
const urlUsers = /\/\/[^\s/@"]+@/g;
/** Looked for from the first character of a word on only, so that a long text without any takes no longer than its length. */
const mails = /(?<![\w.+%'-])[\w.+%'-]+@[\w-]+(?:\.[\w-]+)*/g;

/** @param secrets texts that are taken out wherever they stand. */
export function createScrub(secrets: readonly string[] = []): Scrub {
  // As they stand within JSON, the longest first: one may be a part of another.
  const texts = [...new Set(secrets)]
    .filter((text) => text.length >= secretLengthMin)
    .map((text) => JSON.stringify(text).slice(1, -1))
    .toSorted((a, b) => b.length - a.length);
  return (line) => {
    let clean = line;
    for (const text of texts) if (clean.includes(text)) clean = clean.replaceAll(text, shown);
    if (clean.includes('_')) clean = clean.replace(keys, `$1${shown}`);
    clean = clean.replace(links, `/$1/…`);
    if (clean.includes('@')) clean = clean.replace(urlUsers, `//${shown}@`).replace(mails, '[mail]');
    return clean;
  };
}

/** A shorter one is guessed as quickly as it is read, and would be taken out of words. */
const secretLengthMin = 6;
