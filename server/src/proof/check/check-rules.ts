/** The version of the rules that an order or a close names: what it said, and that it was in force. */
import { isRulesVersion, rulesVersionPaths, versionOfText } from '../../league/rules-version.ts';
import type { RulesPeriod, RulesText } from 'papertape-contract/rules';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';

/** @param inForce of a period of the version: does it cover the order or the close? */
export async function checkRules(
  service: Service,
  steps: Steps,
  version: string,
  inForce: (period: RulesPeriod) => boolean,
): Promise<void> {
  await steps.part(`rules ${version}`, async () => {
    if (!isRulesVersion(version)) throw new Error(`"${version}" is no version of the rules`);
    const rules = await service.get<RulesText>(rulesVersionPaths.one(version));
    steps.same('version of the rules is the hash of their text', version, versionOfText(JSON.stringify(rules.rules)));
    steps.same('these rules were in force', rules.in_force.some(inForce), true);
  });
}

/** Orders: by the instant of arrival. At the millisecond of a change either version may be meant. */
export const inForceAt = (received: string) => (period: RulesPeriod) =>
  Date.parse(period.from) <= Date.parse(received) &&
  (period.until === null || Date.parse(received) <= Date.parse(period.until));

/** Closes: by the mark. */
export const inForceFromMark = (close: string) => (period: RulesPeriod) =>
  Date.parse(period.first_mark) <= Date.parse(close);
