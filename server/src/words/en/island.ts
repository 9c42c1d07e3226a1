/** What the scripts of every page say: they read it from the page (server/site/scripts/words.ts). */
export const island = {
  system: 'Colours: as the system has them',
  light: 'Colours: light',
  dark: 'Colours: dark',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
  now: 'now',
  bought: 'bought',
  sold: 'sold',
  more: 'more',
};
