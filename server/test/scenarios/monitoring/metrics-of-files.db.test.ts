/** Rules and panels ask for nothing that the service does not have: every metric is in /metrics, every label is one of the metric. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { get } from '../../harness/http.ts';
import { openLeague } from '../../harness/league.ts';
import { askedByPanels, askedByRules, readDashboard, type Asked } from '../../harness/monitoring-files.ts';

const document = readFileSync(new URL('../../../../docs/operators/operate.md', import.meta.url), 'utf8');
/** What the table of figures says of each metric; a test holds that table against what is answered. */
const labelsOf = new Map(
  [...document.matchAll(/^\| `(\w+)(?:\{(\w+)\})?` \|/gm)].map(([, name = '', label]) => [name, label]),
);

/** `papertape_order_ack_seconds_bucket` is of `papertape_order_ack_seconds`. */
const familyOf = (name: string): string => (labelsOf.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''));

const metricsIn = ({ expr }: Asked): string[] =>
  [...expr.matchAll(/\b(?:papertape|process)_\w+/g)].map(([name]) => familyOf(name));

/** Labels that it groups by, selects by or shows. */
const labelsIn = ({ expr, labels }: Asked): string[] => [
  ...labels,
  ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',').map((label) => label.trim())),
  ...[...expr.matchAll(/(\w+)!?=~?"/g)].map(([, label = '']) => label),
];

/** Those that Prometheus gives to whatever it reads, and to histograms. */
const always = new Set(['job', 'instance', 'le']);

const asked = [...askedByRules(), ...askedByPanels()];

test('every metric is one that the service has', async () => {
  const league = await openLeague();
  try {
    const { text } = await get(league, '/metrics');
    const families = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const named = new Set(asked.flatMap(metricsIn));
    expect(named.size).toBeGreaterThan(35);
    expect([...named].filter((name) => !families.has(name))).toEqual([]);
  } finally {
    await league.close();
  }
});

test('every label is one of a metric of the same line', () => {
  const wrong = asked.flatMap((of) => {
    const known = new Set<string | undefined>(metricsIn(of).map((name) => labelsOf.get(name)));
    return labelsIn(of)
      .filter((label) => !always.has(label) && !known.has(label))
      .map((label) => `${of.by}: ${label}`);
  });
  expect(wrong).toEqual([]);
});

test('what is worth waking somebody for by the document is an alert', () => {
  const words = /Worth waking somebody:([^]*?)\n\n/.exec(document)?.[1] ?? '';
  const named = [...words.matchAll(/\bpapertape_\w+/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'papertape_storage_bytes');
  expect(named.length).toBeGreaterThan(5);
  const alerted = new Set(askedByRules().flatMap(metricsIn));
  expect(named.filter((name) => !alerted.has(name))).toEqual([]);
});

test('the dashboard is whole: panels have names and places of their own, and ask for the chosen job', () => {
  const { panels, templating, uid } = readDashboard();
  expect([uid, templating.list.map(({ name }) => name)]).toEqual(['papertape', ['datasource', 'job']]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
  );
  expect(new Set(places).size).toBe(places.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  expect(
    askedByPanels()
      .filter(({ expr }) => !expr.includes('{job="$job"}'))
      .map(({ by }) => by),
  ).toEqual([]);
});
