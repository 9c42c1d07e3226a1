/** The files of deploy/monitoring, as their tests read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const monitoringFolder = fileURLToPath(new URL('../../../deploy/monitoring', import.meta.url));

export const rulesFile = join(monitoringFolder, 'papertape.rules.yml');

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly Panel[];
}

export const readDashboard = (): Dashboard =>
  JSON.parse(readFileSync(join(monitoringFolder, 'papertape-dashboard.json'), 'utf8')) as Dashboard;

/** What Prometheus is asked by a rule or by a line of a panel, and the labels that its text names. */
export interface Asked {
  readonly by: string;
  readonly expr: string;
  readonly labels: readonly string[];
}

export function askedByRules(): Asked[] {
  const rules = readFileSync(rulesFile, 'utf8')
    .split(/^ {6}- alert: /m)
    .slice(1);
  return rules.map((rule) => ({
    by: rule.split('\n', 1)[0] ?? '',
    expr: plain(/^ {8}expr: (.*)$/m.exec(rule)?.[1] ?? ''),
    labels: [...rule.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
  }));
}

/** A scalar of YAML on one line. */
function plain(text: string): string {
  if (text.startsWith('"')) return JSON.parse(text) as string;
  return text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
}

export function askedByPanels(): Asked[] {
  return readDashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat = '' }) => ({
      by: title,
      expr,
      labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    })),
  );
}
