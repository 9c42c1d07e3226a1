/** What a bot is shown: advertisements in words, a page of running costs, and the text of each task. */
import type { Draw } from '../../../draw.ts';
import { escapeHtml, pageFrame } from '../../../page-frame.ts';
import type { Buyer, Car, Condition, Costs, Term } from './car.ts';
import phrases from './phrases.json' with { type: 'json' };

const perPage = 20;

/** The pages by their paths. */
export function sitePages(cars: readonly Car[], costs: Costs, draw: Draw): ReadonlyMap<string, string> {
  const texts = cars.map((car) => advert(car, draw));
  const parts = Array.from({ length: Math.ceil(cars.length / perPage) }, (_, i) =>
    texts.slice(i * perPage, (i + 1) * perPage),
  );
  const links = parts.map(
    (_, i) => `<li><a href="adverts/${i + 1}">Advertisements, page ${i + 1} of ${parts.length}</a></li>`,
  );
  const start = `<h1>Car market</h1>
<p>${cars.length} cars on ${parts.length} pages.</p>
<ul>
${links.join('\n')}
<li><a href="costs">What a car costs in a year</a></li>
</ul>`;
  return new Map([
    ['', pageFrame('Car market', start)],
    ['costs', pageFrame('What a car costs in a year', costsTable(costs))],
    ...parts.map((part, i): [string, string] => [
      `adverts/${i + 1}`,
      pageFrame(
        `Advertisements, page ${i + 1}`,
        `<h1>Advertisements, page ${i + 1} of ${parts.length}</h1>\n${part.join('\n')}`,
      ),
    ]),
  ]);
}

function costsTable({ fuelCents, taxCents, insuranceCents }: Costs): string {
  const rows = phrases.fuels.map((fuel) => {
    const unit = fuel === 'electric' ? 'kWh' : 'litre';
    return `<tr><td>${fuel}</td><td>$${money(fuelCents[fuel] ?? 0)} per ${unit}</td><td>$${money(taxCents[fuel] ?? 0)}</td></tr>`;
  });
  const groups = insuranceCents.map((cents, i) => `<tr><td>group ${i + 1}</td><td>$${money(cents)}</td></tr>`);
  return `<h1>What a car costs in a year</h1>
<table><tr><th>Drive</th><th>Energy</th><th>Tax a year</th></tr>
${rows.join('\n')}
</table>
<table><tr><th>Insurance</th><th>A year</th></tr>
${groups.join('\n')}
</table>`;
}

/** One advertisement: its sentences in a drawn order, each in one of several wordings. */
function advert(car: Car, draw: Draw): string {
  const said = (wordings: readonly string[], values: Readonly<Record<string, string | number>> = {}): string =>
    draw.pick(wordings).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  const used = `${Math.floor(car.usedTenths / 10)}.${car.usedTenths % 10} ${car.fuel === 'electric' ? 'kWh' : 'l'}`;
  const sentences = draw.shuffled([
    car.netPrice
      ? said(phrases.netPrice, { dollars: dollars((car.price * 5) / 6) })
      : said(phrases.price, { dollars: dollars(car.price) }),
    car.inMiles ? said(phrases.miles, { n: grouped((car.km * 5) / 8) }) : said(phrases.km, { n: grouped(car.km) }),
    said(phrases.engine, { fuel: capital(car.fuel), gearbox: car.gearbox, used }),
    capital(said(phrases.room, { seats: car.seats, boot: car.boot })),
    said(phrases.tow, { n: grouped(car.tow) }),
    said(phrases.owners, { n: car.owners }),
    car.warranty === 0 ? said(phrases.noWarranty) : said(phrases.warranty, { n: car.warranty }),
    car.accident ? said(phrases.accident, { year: draw.between(car.year, 2025) }) : said(phrases.noAccident),
    car.extras.length === 0 ? said(phrases.noExtras) : said(phrases.extras, { list: listed(car.extras) }),
    said(phrases.group, { n: car.group }),
  ]);
  const note = car.defect ? `Known defect: ${draw.pick(phrases.defects)}` : draw.pick(phrases.notes);
  return `<article id="${car.id}"><h2>${car.id} · ${escapeHtml(car.name)}</h2>
<p>${escapeHtml([said(phrases.openings, { name: car.name, year: car.year }), ...sentences].join(' '))}</p>
<p><small>Seller in ${draw.pick(phrases.streets)}. ${note}.</small></p></article>`;
}

export function promptOf(buyer: Buyer): string {
  const conditions = buyer.conditions.map((condition) => `- ${conditionText(condition)}`).join('\n');
  const terms = buyer.terms.map((term) => `- ${termText(term)}`).join('\n');
  return `Name the three best of the ${80} cars on the site for the buyer ${buyer.name}, the best first.
A car fits if it keeps every one of these conditions:
${conditions}
The points of a car that fits are the sum of:
${terms}
"For each full" means whole steps only, and never less than 0 points. Price is the whole price: where an advertisement says that tax comes on top, the price is 20% higher. 1 mile is 1.6 km. The running cost of a year is for ${buyer.thousandKm},000 km: consumption for that distance × price of the energy, plus tax, plus insurance of the car's group (page "costs"), rounded up to whole dollars. An advertisement names a known defect in its small print after "Known defect:"; every other small print is of no matter.
Answer with three different ids, such as {"best": ["a01", "a02", "a03"]}. With u1, u2 and u3 for the points of the cars that you name, your answer is worth 3 × u1 + 2 × u2 + u3; a car that breaks a condition has 0 points. It is compared with the most that can be reached.`;
}

function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'price':
      return `price: at most ${dollars(condition.most)}`;
    case 'km':
      return `distance run: at most ${grouped(condition.most)} km`;
    case 'running':
      return `running cost of a year: at most ${dollars(condition.most)}`;
    case 'owners':
      return `owners so far: at most ${condition.most}`;
    case 'year':
      return `model year: ${condition.least} or later`;
    case 'seats':
      return `seats: at least ${condition.least}`;
    case 'boot':
      return `boot: at least ${condition.least} litres`;
    case 'tow':
      return `may tow: at least ${grouped(condition.least)} kg`;
    case 'warranty':
      return `warranty: at least ${condition.least} months`;
    case 'fuel':
      return `drive: ${condition.oneOf.slice(0, -1).join(', ')} or ${condition.oneOf.at(-1) ?? ''}`;
    case 'gearbox':
      return `gearbox: ${condition.is}`;
    case 'accident':
      return 'never in an accident';
    case 'defect':
      return 'no known defect';
  }
}

function termText(term: Term): string {
  switch (term.of) {
    case 'price':
      return `${term.points} points for each full ${dollars(term.step)} that the price is below ${dollars(term.below)}`;
    case 'running':
      return `${term.points} points for each full ${dollars(term.step)} that the running cost of a year is below ${dollars(term.below)}`;
    case 'km':
      return `${term.points} points for each full ${grouped(term.step)} km that the distance run is below ${grouped(term.below)} km`;
    case 'year':
      return `${term.points} points for each full year that the model year is after ${term.above}`;
    case 'warranty':
      return `${term.points} points for each full ${term.step} months of warranty`;
    case 'boot':
      return `${term.points} points for each full ${term.step} litres that the boot is above ${term.above} litres`;
    case 'extras':
      return `${term.points} points for each of these that the car has: ${term.names.join(', ')}`;
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function grouped(n: number): string {
  return String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

function dollars(n: number): string {
  return `$${grouped(n)}`;
}

function money(cents: number): string {
  return `${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}
