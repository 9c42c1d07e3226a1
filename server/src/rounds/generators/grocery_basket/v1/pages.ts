/** What a bot is shown: the table of articles as a file, the page of this week's offers, and the text of each task. */
import { escapeHtml, pageFrame } from '../../../page-frame.ts';
import type { Material } from '../../../source.ts';
import { nutrients, packsMax, units, type Article, type StatedNeed, type Task, type World } from './world.ts';

export const tableName = 'articles.csv';

export function articleTable(world: World): Material {
  const head = 'id,shop,name,group,pack_g,price_cents,energy_kcal,protein_g,fibre_g,calcium_mg,salt_g,allergens';
  const lines = world.articles.map((article) =>
    [
      article.id,
      article.shop,
      article.name,
      article.group,
      article.packGrams,
      article.cents,
      ...nutrients.map((each) => decimal(article.per100[each], units[each].per)),
      article.allergens.join(' '),
    ].join(','),
  );
  return { name: tableName, type: 'text/csv; charset=utf-8', bytes: Buffer.from(`${[head, ...lines].join('\n')}\n`) };
}

/** The offers of this week, and below them those of last week, which no longer hold. */
export function offersPage(world: World, ended: readonly Article[]): string {
  const item = ({ id, name }: Article): string => `<li>${id} ${escapeHtml(name)}: 3 for 2</li>`;
  const blocks = world.shops.map(({ id, name }) => {
    const there = (list: readonly Article[]): string =>
      list
        .filter(({ shop }) => shop === id)
        .map(item)
        .join('\n');
    return `<section><h2>${escapeHtml(name)} (${id})</h2>
<h3>This week with the club card</h3>
<ul class="now">
${there(world.articles.filter(({ threeForTwo }) => threeForTwo))}
</ul>
<h3>Ended last Sunday</h3>
<ul class="ended">
${there(ended)}
</ul></section>`;
  });
  return pageFrame(
    'Offers of the week',
    `<h1>Offers of the week</h1>
<p>3 for 2: of every three packs of the same article one is free. Of 4 packs you pay 3, of 2 packs you pay 2.</p>
${blocks.join('\n')}`,
  );
}

export function promptOf(world: World, task: Task): string {
  const fees = world.shops.map(({ id, deliveryCents }) => `${id} ${dollars(deliveryCents)}`).join(', ');
  const needs = task.needs.map((need) => `- ${statedNeed(need)}`).join('\n');
  const pantry = task.pantry.map(({ article, packs }) => `${packs} × ${article}`).join(', ');
  return `Buy food for one week for the ${task.family} household at the least total price.
The articles are the lines of ${tableName}; price_cents is the price of one pack, and energy_kcal, protein_g, fibre_g, calcium_mg and salt_g are per 100 g. A pack holds pack_g ÷ 100 times these values, not rounded.
Buy only articles of these groups: ${task.groups.join(', ')}.
Buy nothing whose allergens name any of these: ${task.excluded.join(', ')}.
Buy 0 to ${packsMax} packs of each article.
The packs must together hold:
${needs}
${pantry === '' ? 'The pantry is empty.' : `In the pantry are already: ${pantry}. What they hold counts towards every condition above; they cost nothing, and they are not part of the answer.`}
${task.hasCard ? 'The household has the club card of both shops: the offers "3 for 2" of this week on the start page of the site apply.' : 'The household has no club card: the offers on the site do not apply.'}
${task.paysDelivery ? `Each shop from which you buy at least one pack adds one delivery fee: ${fees}.` : 'Delivery is free.'}
Answer with the number of packs by article id, such as {"packs": {"g01": 2, "g02": 1}}. Articles that you leave out count as 0. An answer that breaks a condition scores 0; else it scores by its total price compared with the least one.`;
}

function statedNeed({ of, kind, amount }: StatedNeed): string {
  const bound = kind === 'least' ? 'at least' : 'at most';
  if (of.startsWith('group:')) return `articles of the group ${of.slice(6)}: ${bound} ${amount} g of pack weight`;
  return `${of}: ${bound} ${amount} ${units[of as keyof typeof units].unit}`;
}

/** An integer of the smallest unit as a decimal: 125 of tenths is "12.5". */
function decimal(value: number, per: number): string {
  const digits = String(per).length - 1;
  return digits === 0 ? String(value) : `${Math.floor(value / per)}.${String(value % per).padStart(digits, '0')}`;
}

function dollars(cents: number): string {
  return `$${decimal(cents, 100)}`;
}
