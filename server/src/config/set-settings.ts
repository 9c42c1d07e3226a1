/** What the operator set otherwise than it is by default, for the log. A setting that may hold a secret is named, and not shown. */
import { settings } from './config.ts';
import type { Environment } from './env.ts';

export function setSettings(env: Environment): Record<string, string> {
  const known = new Map(settings.map((setting) => [setting.variable, setting]));
  // Endpoints of chains that are in a pool book of the operator's own only have no row of their own.
  const names = new Set([...known.keys(), ...Object.keys(env).filter((name) => /^PAPERTAPE_RPC_[1-9]\d*$/.test(name))]);
  const set: Record<string, string> = {};
  for (const name of names) {
    const text = env[name];
    const setting = known.get(name);
    if (text === undefined || text === '' || text === setting?.standard) continue;
    set[name] = setting && !setting.secret ? text : '[secret]';
  }
  return set;
}
