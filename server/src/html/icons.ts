/**
 * The preset icons, by id. Their drawings are files of server/assets/icons: small ones of the project's own, all in one style. A disc in a
 * quiet colour, and on it one figure in lines and fields of one dark ink, on a grid of 32 by 32. An id never changes its meaning; a new
 * icon is a new line here and a new file there.
 */
const names = {
  automaton: 'Automaton',
  fox: 'Fox',
  owl: 'Owl',
  bull: 'Bull',
  bear: 'Bear',
  whale: 'Whale',
  turtle: 'Turtle',
  hare: 'Hare',
  bee: 'Bee',
  ant: 'Ant',
  octopus: 'Octopus',
  leaf: 'Leaf',
  tree: 'Tree',
  mountain: 'Mountain',
  wave: 'Wave',
  sun: 'Sun',
  moon: 'Moon',
  star: 'Star',
  comet: 'Comet',
  anchor: 'Anchor',
  compass: 'Compass',
  scales: 'Scales',
  gear: 'Gear',
  tape: 'Ticker tape',
  chart: 'Rising line',
  spark: 'Spark',
};

/** Names by id. */
export const iconPresets: ReadonlyMap<string, string> = new Map(Object.entries(names));

/** Ids and emoji cannot be taken for each other. */
export const presetIdPattern = /^[a-z][a-z0-9_]{1,23}$/;

/**
 * In the addresses of the drawings: they are kept for a year, and a changed one has another address. First 8 hex digits of the SHA-256
 * of all drawings, one after another; icons.test.ts says which it is.
 */
export const iconsVersion = '0a14315f';

/** Path of a preset's drawing; undefined when the icon is none. */
export function iconPath(icon: string): string | undefined {
  return iconPresets.has(icon) ? `/icons/${icon}.svg?v=${iconsVersion}` : undefined;
}
