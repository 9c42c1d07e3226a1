/** Reads the pages and the prompts, and nothing else, for the solvers that know only what a bot is shown. */
import type { Json } from '../../../json.ts';
import type { Shown, Task } from '../../../source.ts';
import bank from './bank.json' with { type: 'json' };

interface Page {
  readonly name: string;
  readonly profession: string;
  /** Label -> text, or the page that it leads to. */
  readonly box: Map<string, string>;
}

export interface Site {
  readonly pages: ReadonlyMap<string, Page>;
}

/** @param withNotices whether boxes are corrected by the notices, the latest last. */
export function readSite(shown: Shown, withNotices: boolean): Site {
  const pages = new Map<string, Page>();
  for (const path of shown.paths) {
    const text = shown.page(path) ?? '';
    if (!/^\w+-\d+\.html$/.test(path)) continue;
    const rows = [...text.matchAll(/<tr><th>([^<]*)<\/th><td>(?:<a href="([^"]*)">)?([^<]*)/g)];
    const box = new Map(rows.map(([, label, href, value]) => [String(label), href ?? String(value)]));
    pages.set(path, { name: /<h1>([^<]*)</.exec(text)?.[1] ?? '', profession: box.get('Profession') ?? '', box });
  }
  if (withNotices) correct(pages, shown.page('notices.html') ?? '');
  return { pages };
}

const noticeForms: readonly (readonly [RegExp, string, about: number, value: number])[] = [
  [/href="([^"]*)">[^<]*<\/a> has moved its seat to <a href="([^"]*)"/, 'Seat', 1, 2],
  [/href="([^"]*)">[^<]*<\/a> is the new director of <a href="([^"]*)"/, 'Director', 2, 1],
  [/href="([^"]*)">[^<]*<\/a> has a new mayor, <a href="([^"]*)"/, 'Mayor', 1, 2],
  [/gave <a href="([^"]*)">[^<]*<\/a> a population of (\d+)/, 'Population', 1, 2],
  [/href="([^"]*)">[^<]*<\/a> now has (\d+) employees/, 'Employees', 1, 2],
];

function correct(pages: ReadonlyMap<string, Page>, notices: string): void {
  const lines = [...notices.matchAll(/<li><time>(\S{10})<\/time>([^]*?)<\/li>/g)];
  for (const [, , line] of lines.toSorted(([, a], [, b]) => (String(a) < String(b) ? -1 : 1)))
    for (const [pattern, label, about, value] of noticeForms) {
      const found = pattern.exec(String(line));
      if (found) pages.get(String(found[about]))?.box.set(label, String(found[value]));
    }
}

const steps: readonly (readonly [RegExp, string])[] = [
  [/^the town in which (.+) has its seat$/, 'Seat'],
  [/^the town in which (.+) was born$/, 'Born in'],
  [/^the director of (.+)$/, 'Director'],
  [/^the founder of (.+)$/, 'Founder'],
  [/^the mayor of (.+)$/, 'Mayor'],
  [/^the firm that employs (.+)$/, 'Employer'],
];
const ends: readonly (readonly [RegExp, string])[] = [
  [/^the population of (.+)$/, 'Population'],
  [/^the height of (.+) above the sea in metres$/, 'Height above the sea'],
  [/^the area of (.+) in hectares$/, 'Area'],
  [/^the year in which (.+) was founded$/, 'Founded'],
  [/^the number of people who work for (.+)$/, 'Employees'],
  [/^the birth year of (.+)$/, 'Year of birth'],
];

/** @returns the path of the page that a phrase leads to. */
function pathOf(site: Site, phrase: string): string | undefined {
  for (const [pattern, label] of steps) {
    const [, inner] = pattern.exec(phrase) ?? [];
    if (inner !== undefined) return site.pages.get(pathOf(site, inner) ?? '')?.box.get(label);
  }
  const [, name = phrase, profession = ''] = /^(.+) \(the (.+)\)$/.exec(phrase) ?? [];
  return [...site.pages].find(([, page]) => page.name === name && page.profession === profession)?.[0];
}

function numberOf(site: Site, phrase: string): number | undefined {
  for (const [pattern, label] of ends) {
    const [, inner] = pattern.exec(phrase) ?? [];
    const text = inner === undefined ? undefined : site.pages.get(pathOf(site, inner) ?? '')?.box.get(label);
    if (text === undefined) continue;
    const [, whole = '', part = ''] = /^(\d+)(?:\.(\d\d))?/.exec(text) ?? [];
    return text.includes('square') ? Number(`${whole}${part}`) : Number(whole);
  }
  return undefined;
}

/** @returns undefined where the prompt is no question about the site. */
export function siteAnswer(site: Site, { prompt }: Task): Json | undefined {
  const [, phrase, factor, term] = /Take (.+), multiply it by (\d+) and add (\d+)\./.exec(prompt) ?? [];
  if (phrase !== undefined) {
    const value = numberOf(site, phrase);
    return value === undefined ? undefined : value * Number(factor) + Number(term);
  }
  const [, asked] = /What is the name of (.+?)\?/.exec(prompt) ?? [];
  if (asked !== undefined) return site.pages.get(pathOf(site, asked) ?? '')?.name;
  const [, town, year] = /seat in (.+) were founded before (\d+)\?/.exec(prompt) ?? [];
  if (town === undefined) return undefined;
  const at = pathOf(site, town);
  const firms = [...site.pages.values()].filter(({ box }) => box.has('Seat') && box.get('Seat') === at);
  return firms.filter(({ box }) => Number(box.get('Founded')) < Number(year)).map(({ name }) => name);
}

/**
 * @param wholeHours takes every zone for one of whole hours.
 * @returns undefined where the prompt is no journey.
 */
export function journeyAnswer({ prompt }: Task, wholeHours: boolean): string | undefined {
  const start = /(?:is|at) (\d\d:\d\d) on (\d{4}-\d\d-\d\d)/.exec(prompt);
  if (!start) return undefined;
  const offset = (city: string | undefined): number => {
    const [, , minutes = 0] = bank.cities.find(([name]) => name === city) ?? [];
    return wholeHours ? 60 * Math.trunc(Number(minutes) / 60) : Number(minutes);
  };
  const from = /(?:It is \S+ on \S+ in|A flight leaves) ([^.]+?)(?:\.| at )/.exec(prompt)?.[1];
  const to = /it(?: then)? in ([^?]+)\?/.exec(prompt)?.[1];
  const time = new Date(`${start[2]}T${start[1]}:00Z`);
  time.setUTCMinutes(time.getUTCMinutes() - offset(from) + offset(to));
  for (const [, hours, minutes] of prompt.matchAll(/after (\d+) hours and (\d+) minutes/g))
    time.setUTCMinutes(time.getUTCMinutes() + 60 * Number(hours) + Number(minutes));
  for (const [, factor, element] of prompt.matchAll(
    /waits (\d+) minutes for each unit of the atomic number of (\w+)/g,
  )) {
    const [, number = 0] = bank.elements.find(([name]) => name === element) ?? [];
    time.setUTCMinutes(time.getUTCMinutes() + Number(factor) * Number(number));
  }
  return time.toISOString().slice(0, 16);
}
