/** The files of server/assets: what is sent as it is, and texts. They lie beside `src/` and `dist/`, so that both find them. */
import { readFileSync } from 'node:fs';
import { sha256 } from '../lib/hash.ts';

function asset(path: string): string {
  return readFileSync(new URL(`../../assets/${path}`, import.meta.url), 'utf8');
}

/** The one style sheet. Light and dark by the reader's setting; no class carries a meaning by its colour alone. */
export const styleSheet = asset('style.css');

/** In the address of the style sheet: a new sheet is fetched at once, an old one is kept. */
export const styleVersion = sha256(styleSheet).slice(0, 10);

/** Our own small drawing: a strip of punched tape and the line that it records. */
export const favicon = asset('favicon.svg');

/** @param id of a preset (icons.ts). @returns SVG. */
export function iconDrawing(id: string): string {
  return asset(`icons/${id}.svg`);
}

/** What /llms.txt is made of (published/llms.ts). */
export const llmsTemplates = { guide: asset('llms.txt'), quickstart: asset('llms-quickstart.txt') };
