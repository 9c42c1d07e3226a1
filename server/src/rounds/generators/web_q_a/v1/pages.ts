/** The pages: one for each thing with a box of facts and some prose, lists, and the notices. */
import type { Draw } from '../../../draw.ts';
import { escapeHtml as text, pageFrame } from '../../../page-frame.ts';
import phrases from './phrases.json' with { type: 'json' };
import { attributes, relations, type Attribute, type Kind, type Relation, type Thing, type World } from './world.ts';

const labels: Readonly<Record<Relation | Attribute, string>> = {
  seat: 'Seat',
  director: 'Director',
  founder: 'Founder',
  mayor: 'Mayor',
  birthplace: 'Born in',
  employer: 'Employer',
  population: 'Population',
  height: 'Height above the sea',
  area: 'Area',
  founded: 'Founded',
  employees: 'Employees',
  born: 'Year of birth',
};
const lists: Readonly<Record<Kind, string>> = { town: 'towns', firm: 'firms', person: 'people' };

export function paths({ things }: World): string[] {
  return [
    '',
    'towns.html',
    'firms.html',
    'people.html',
    'notices.html',
    ...[...things.keys()].map((id) => `${id}.html`),
  ];
}

export function renderPage(draw: Draw, world: World, path: string): string | undefined {
  if (path === '') return startPage();
  if (path === 'notices.html') return noticesPage(world);
  for (const [kind, name] of Object.entries(lists)) if (path === `${name}.html`) return listPage(world, kind as Kind);
  const thing = path.endsWith('.html') ? world.things.get(path.slice(0, -5)) : undefined;
  return thing && thingPage(draw.part(thing.id), world, thing);
}

function startPage(): string {
  return pageFrame(
    'The Vale',
    `<h1>The Vale</h1>
<ul>
<li><a href="towns.html">Towns</a></li>
<li><a href="firms.html">Firms</a></li>
<li><a href="people.html">People</a></li>
<li><a href="notices.html">Notices</a></li>
</ul>`,
  );
}

function listPage({ things }: World, kind: Kind): string {
  const title = kind === 'town' ? 'Towns' : kind === 'firm' ? 'Firms' : 'People';
  const items = [...things.values()].filter((each) => each.kind === kind);
  const line = ({ id, name, profession }: Thing): string =>
    `<li><a href="${id}.html">${text(name)}</a>${profession === '' ? '' : `, ${text(profession)}`}</li>`;
  return pageFrame(title, `<h1>${title}</h1>\n<ul>\n${items.map(line).join('\n')}\n</ul>`);
}

function link({ things }: World, id: string): string {
  return `<a href="${id}.html">${text(things.get(id)?.name ?? '')}</a>`;
}

function shown(
  world: World,
  { kind, inSquareKilometres }: Thing,
  fact: Relation | Attribute,
  value: string | number,
): string {
  if (fact in relations) return link(world, String(value));
  if (kind === 'town' && fact === 'height') return `${value} m`;
  if (fact !== 'area') return String(value);
  if (!inSquareKilometres) return `${value} hectares`;
  return `${Math.floor(Number(value) / 100)}.${String(Number(value) % 100).padStart(2, '0')} square kilometres`;
}

function thingPage(draw: Draw, world: World, thing: Thing): string {
  const own = [
    ...Object.entries(relations).filter(([, [from]]) => from === thing.kind),
    ...Object.entries(attributes).filter(([, from]) => from === thing.kind),
  ];
  const rows = own.map(([fact]) => {
    const value = shown(world, thing, fact as Relation, world.written.get(`${thing.id} ${fact}`) ?? '');
    return `<tr><th>${labels[fact as Relation]}</th><td>${value}</td></tr>`;
  });
  const prose = draw
    .pick(phrases[thing.kind])
    .replaceAll('{name}', () => thing.name)
    .replace('{river}', () => draw.pick(phrases.rivers))
    .replace('{profession}', () => thing.profession)
    .replace('{year}', () => String(draw.between(1700, 2020)))
    .replace('{few}', () => String(draw.between(2, 12)));
  const profession = thing.kind === 'person' ? `<tr><th>Profession</th><td>${text(thing.profession)}</td></tr>\n` : '';
  return pageFrame(
    thing.name,
    `<h1>${text(thing.name)}</h1>
<table>
${profession}${draw.shuffled(rows).join('\n')}
</table>
<p>${text(prose)}</p>`,
  );
}

function noticesPage(world: World): string {
  const { notices, things } = world;
  const line = ({ date, about, fact, value }: World['notices'][number]): string => {
    const now = shown(world, things.get(about) as Thing, fact, value);
    const who = link(world, about);
    const said: Readonly<Record<string, string>> = {
      seat: `${who} has moved its seat to ${now}`,
      director: `${now} is the new director of ${who}`,
      mayor: `${who} has a new mayor, ${now}`,
      population: `A count gave ${who} a population of ${now}`,
      employees: `${who} now has ${now} employees`,
    };
    return `<li><time>${date}</time> ${said[fact]}.</li>`;
  };
  return pageFrame(
    'Notices',
    `<h1>Notices</h1>\n<p>What has changed since the pages were written.</p>\n<ul>\n${notices.toReversed().map(line).join('\n')}\n</ul>`,
  );
}
