/** The files of server/assets, which are sent as they are, and those that are built of server/site. They lie beside `src/`, so that it and `dist/` find them. */
import { readFileSync } from 'node:fs';

function asset(path: string): string {
  return readFileSync(new URL(`../../assets/${path}`, import.meta.url), 'utf8');
}

/** A file of server/site as browsers are sent it (scripts/build-site.mjs makes it). Its address changes with its text. */
export interface SiteFile {
  readonly address: string;
  readonly kind: 'style' | 'script';
  readonly text: string;
}

function siteFile(kind: SiteFile['kind'], source: string): SiteFile {
  const name = manifest[source]?.file;
  if (name === undefined) throw new Error(`${source} is not in the manifest of the site: run npm run build`);
  return { address: `/assets/${name}`, kind, text: readFileSync(new URL(name, siteFolder), 'utf8') };
}

const siteFolder = new URL('../../dist/site/', import.meta.url);
const manifest = readManifest();

function readManifest(): Readonly<Record<string, { readonly file: string }>> {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', siteFolder), 'utf8')) as typeof manifest;
  } catch (cause) {
    throw new Error('the style sheet and the scripts of the pages are not built: run npm run build', { cause });
  }
}

/** The one style sheet. Light and dark by the reader's setting or choice; no class carries a meaning by its colour alone. */
export const style = siteFile('style', 'styles/index.css');

/** Sets the theme that the reader chose, before the page is drawn. */
export const themeScript = siteFile('script', 'scripts/theme.ts');

/** What every page gains where scripts run. */
export const siteScript = siteFile('script', 'scripts/site.ts');

/** The page of a bot's owner. */
export const ownerScript = siteFile('script', 'scripts/owner.ts');

/** What the frame of a page names. */
export const siteAddresses = {
  style: style.address,
  scripts: { theme: themeScript.address, site: siteScript.address, owner: ownerScript.address },
};

/** Our own small drawing: a strip of punched tape and the line that it records. */
export const favicon = asset('favicon.svg');

/** @param id of a preset (icons.ts). @returns SVG. */
export function iconDrawing(id: string): string {
  return asset(`icons/${id}.svg`);
}

/** What /llms.txt is made of (published/llms.ts). */
export const llmsTemplates = { guide: asset('llms.txt'), quickstart: asset('llms-quickstart.txt') };
