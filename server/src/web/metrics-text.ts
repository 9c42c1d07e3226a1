/** The text format of Prometheus: a family of samples has a name, a type and a help text. */

/** Suffix of the name, labels, value. */
export type Sample = readonly [suffix: string, labels: Readonly<Record<string, string>>, value: number];
export type Family = readonly [
  name: string,
  type: 'gauge' | 'counter' | 'histogram',
  help: string,
  samples: readonly Sample[],
];

/** What is not known is left out: absent is not zero. */
export function one(value: number | undefined): Sample[] {
  return value === undefined ? [] : [['', {}, value]];
}

export function by<T = number>(
  label: string,
  values: ReadonlyMap<string, T> | undefined,
  toNumber: (value: T) => number = Number,
): Sample[] {
  return [...(values ?? [])].map(([name, value]) => ['', { [label]: name }, toNumber(value)]);
}

export function familyText([name, type, help, samples]: Family): string {
  let text = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  for (const [suffix, labels, value] of samples) {
    const inside = Object.entries(labels).map(([k, v]) => `${k}="${v.replace(/[\\"\n]/g, escaped)}"`);
    text += `${name}${suffix}${inside.length === 0 ? '' : `{${inside.join(',')}}`} ${value}\n`;
  }
  return text;
}

function escaped(c: string): string {
  return c === '\n' ? '\\n' : `\\${c}`;
}
