import type { island as en } from '../en/island.ts';

export const island: typeof en = {
  system: 'Couleurs : celles du système',
  light: 'Couleurs : claires',
  dark: 'Couleurs : sombres',
  copy: 'Copier',
  copied: 'Copié',
  notCopied: 'Non copié',
  now: 'maintenant',
  bought: 'acheté',
  sold: 'vendu',
  more: 'autres',
};
