/** What a script says to people: the page that it runs on has it, in the page's language (server/src/words). */
export interface Said {
  readonly system: string;
  readonly light: string;
  readonly dark: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly now: string;
  readonly bought: string;
  readonly sold: string;
  readonly more: string;
}

/** How the page's language writes numbers. */
export const locale = document.documentElement.lang === 'fr' ? 'fr-CA' : 'en-US';

export const said = JSON.parse(document.body.dataset['words'] ?? '{}') as Said;
