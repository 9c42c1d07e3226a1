/**
 * The preset icons: small drawings of the project's own, all in one style. A disc in a quiet colour, and on it one figure in lines
 * and fields of one dark ink, on a grid of 32 by 32. An id never changes its meaning; a new icon is a new line here.
 */
import { createHash } from 'node:crypto';

export interface IconPreset {
  readonly name: string;
  /** Colour of the disc. */
  readonly disc: string;
  /** SVG elements on the disc; lines inherit the ink, a field names it. */
  readonly figure: string;
}

const ink = '#23303a';
/** Attributes of a field that is filled with the ink. */
const field = `fill="${ink}" stroke="none"`;

const presets = {
  automaton: {
    name: 'Automaton',
    disc: '#cfe3f1',
    figure: `<rect x="9" y="12" width="14" height="11" rx="3"/><path d="M16 12V8M13 26h6"/><circle cx="16" cy="7" r="1.2"/><g ${field}><circle cx="13" cy="17" r="1.6"/><circle cx="19" cy="17" r="1.6"/></g>`,
  },
  fox: {
    name: 'Fox',
    disc: '#f7d9bd',
    figure: `<path d="M8 9l4.5 3.5h7L24 9l-1.5 8.5L16 25l-6.5-7.5z"/><g ${field}><circle cx="13" cy="16.5" r="1.2"/><circle cx="19" cy="16.5" r="1.2"/><circle cx="16" cy="23" r="1.4"/></g>`,
  },
  owl: {
    name: 'Owl',
    disc: '#e2dccb',
    figure: `<path d="M9 9c2 1.5 4 2 7 2s5-.5 7-2v9a7 7 0 0 1-14 0z"/><circle cx="13" cy="15.5" r="2.3"/><circle cx="19" cy="15.5" r="2.3"/><path d="M15 18.5l1 1.5 1-1.5"/>`,
  },
  bull: {
    name: 'Bull',
    disc: '#cfead6',
    figure: `<path d="M7 8c0 4 2 5.5 5 6M25 8c0 4-2 5.5-5 6"/><path d="M12 13h8l1 5-2.5 6h-5L11 18z"/><g ${field}><circle cx="14.5" cy="21.5" r=".9"/><circle cx="17.5" cy="21.5" r=".9"/></g>`,
  },
  bear: {
    name: 'Bear',
    disc: '#efd3cf',
    figure: `<circle cx="10.5" cy="10.5" r="2.5"/><circle cx="21.5" cy="10.5" r="2.5"/><circle cx="16" cy="17" r="7.5"/><path d="M14 20.5h4l-2 2z" ${field}/><g ${field}><circle cx="13" cy="16" r="1.1"/><circle cx="19" cy="16" r="1.1"/></g>`,
  },
  whale: {
    name: 'Whale',
    disc: '#c9e1ee',
    figure: `<path d="M6 17c0-4 4-6 9-6s7 3.5 7 6c2 0 3-1.5 3-4M6 17c0 4.5 4 6.5 9 6.5S22 21 22 17"/><path d="M14 11c0-2-1.2-3-2.5-3M14 11c0-2 1.2-3 2.5-3"/><circle cx="10.5" cy="17" r="1.1" ${field}/>`,
  },
  turtle: {
    name: 'Turtle',
    disc: '#d5e8c8',
    figure: `<path d="M7.5 19a7 7 0 0 1 14 0z"/><path d="M21.5 18.5c.5-2 3.5-2 3.5 0s-1.5 2.5-3.5 2.5H9M10.5 21v2.5M18.5 21v2.5M11.5 19l2-4.5h2l2 4.5"/>`,
  },
  hare: {
    name: 'Hare',
    disc: '#eadff0',
    figure: `<path d="M13 15c-2.5-4-2.5-8-.8-8s2.8 4 2.8 8M19 15c2.5-4 2.5-8 .8-8s-2.8 4-2.8 8"/><circle cx="16" cy="19" r="5.5"/><path d="M15.2 21h1.6"/><g ${field}><circle cx="13.8" cy="18.4" r="1"/><circle cx="18.2" cy="18.4" r="1"/></g>`,
  },
  bee: {
    name: 'Bee',
    disc: '#f8e6ae',
    figure: `<ellipse cx="16" cy="19" rx="5" ry="6"/><path d="M11.5 17h9M11.3 20.5h9.4"/><path d="M14 13c-4-1-6-4-4-5s4 2 6 5c2-3 4-6 6-5s0 4-4 5"/>`,
  },
  ant: {
    name: 'Ant',
    disc: '#e9dcd2',
    figure: `<circle cx="16" cy="10" r="2.5"/><circle cx="16" cy="15" r="2"/><ellipse cx="16" cy="21.5" rx="3" ry="4"/><path d="M14.5 8L12 6M17.5 8L20 6M14 15l-5-2M18 15l5-2M14 16l-5 3M18 16l5 3"/>`,
  },
  octopus: {
    name: 'Octopus',
    disc: '#f3d2dd',
    figure: `<path d="M10 18v-4a6 6 0 0 1 12 0v4c0 3 3 2.5 3 4.5M10 18c0 3-3 2.5-3 4.5M13 19c0 3-1.5 3-1.5 5.5M19 19c0 3 1.5 3 1.5 5.5M16 19v5.5"/><g ${field}><circle cx="13.8" cy="14" r="1.1"/><circle cx="18.2" cy="14" r="1.1"/></g>`,
  },
  leaf: {
    name: 'Leaf',
    disc: '#d2ebc9',
    figure: `<path d="M9 23C7 13 13 8 24 8c0 11-5 17-15 15zM9 23l8-8"/>`,
  },
  tree: {
    name: 'Tree',
    disc: '#cde6d3',
    figure: `<path d="M16 6l6 8h-3l4 6H9l4-6h-3zM16 20v6"/>`,
  },
  mountain: {
    name: 'Mountain',
    disc: '#d6dde3',
    figure: `<path d="M5.5 23.5l7-12 4 6.5 3-4.5 6.5 10zM10.7 14.5l1.8 1.5 1.7-1.5"/>`,
  },
  wave: {
    name: 'Wave',
    disc: '#c6e4ea',
    figure: `<path d="M6 13c2.5-3 5-3 7.5 0s5 3 7.5 0 3-2.5 5-1M6 19c2.5-3 5-3 7.5 0s5 3 7.5 0 3-2.5 5-1"/>`,
  },
  sun: {
    name: 'Sun',
    disc: '#fae3b4',
    figure: `<circle cx="16" cy="16" r="4.5"/><path d="M16 6v3M16 23v3M6 16h3M23 16h3M9 9l2 2M21 21l2 2M23 9l-2 2M11 21l-2 2"/>`,
  },
  moon: {
    name: 'Moon',
    disc: '#d9d8ee',
    figure: `<path d="M21 19.5A8 8 0 1 1 13.5 8a6.5 6.5 0 0 0 7.5 11.5z"/>`,
  },
  star: {
    name: 'Star',
    disc: '#f5e4c0',
    figure: `<path d="M16 7l2.7 5.8 6.3.8-4.6 4.3 1.2 6.3L16 21.1l-5.6 3.1 1.2-6.3L7 13.6l6.3-.8z"/>`,
  },
  comet: {
    name: 'Comet',
    disc: '#d3dcf0',
    figure: `<circle cx="20" cy="20" r="4"/><path d="M17 17.5L8 8.5M20 15.5L14 8M15.5 20L8 14"/>`,
  },
  anchor: {
    name: 'Anchor',
    disc: '#cbdfe2',
    figure: `<circle cx="16" cy="9" r="2"/><path d="M16 11v14M12 14h8M8 18c0 4 3.5 7 8 7s8-3 8-7"/>`,
  },
  compass: {
    name: 'Compass',
    disc: '#eadcc4',
    figure: `<circle cx="16" cy="16" r="9"/><path d="M20 12l-2.3 5.7L12 20l2.3-5.7z"/>`,
  },
  scales: {
    name: 'Scales',
    disc: '#dfe4d2',
    figure: `<path d="M16 7v17M11.5 24.5h9M8.5 11h15M8.5 11l-3 6.5h6zM23.5 11l-3 6.5h6z"/>`,
  },
  gear: {
    name: 'Gear',
    disc: '#dadfe2',
    figure: `<circle cx="16" cy="16" r="3"/><path d="M16 7.5v3M16 21.5v3M7.5 16h3M21.5 16h3M10 10l2.1 2.1M19.9 19.9L22 22M22 10l-2.1 2.1M12.1 19.9L10 22"/><circle cx="16" cy="16" r="6"/>`,
  },
  tape: {
    name: 'Ticker tape',
    disc: '#f4e7c3',
    figure: `<path d="M6.5 11h19v10h-19zM9.5 18l4-3 3.5 2 5.5-4.5"/>`,
  },
  chart: {
    name: 'Rising line',
    disc: '#d0e9dc',
    figure: `<path d="M8 8v16h16M11 20l4-5 3.5 2.5L24 10M20.5 10H24v3.5"/>`,
  },
  spark: {
    name: 'Spark',
    disc: '#fbdcc4',
    figure: `<path d="M17.5 6L9 18h6l-1 8 9-12.5h-6.5z"/>`,
  },
} as const satisfies Readonly<Record<string, IconPreset>>;

export const iconPresets: ReadonlyMap<string, IconPreset> = new Map(Object.entries(presets));

/** Ids and emoji cannot be taken for each other. */
export const presetIdPattern = /^[a-z][a-z0-9_]{1,23}$/;

export function iconSvg({ disc, figure }: IconPreset): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${disc}"/><g fill="none" stroke="${ink}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${figure}</g></svg>\n`;
}

/** In the addresses of the drawings: they are kept for a year, and a changed one has another address. */
const version = createHash('sha256')
  .update([...iconPresets.values()].map(iconSvg).join(''))
  .digest('hex')
  .slice(0, 8);

/** Path of a preset's drawing; undefined when the icon is none. */
export function iconPath(icon: string): string | undefined {
  return iconPresets.has(icon) ? `/icons/${icon}.svg?v=${version}` : undefined;
}
