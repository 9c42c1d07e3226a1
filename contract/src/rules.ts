/** The versions of the rules. */
import { z } from 'zod';
import { paged } from './paged.ts';

export const rulesPeriod = z
  .object({
    from: z.string().describe('Orders that arrived from then on carry it.'),
    until: z.string().nullable().describe('When the next version came into force; null while it is.'),
    first_mark: z.string().describe('The first mark that was done under it: fills and closes from there on follow it.'),
  })
  .meta({ id: 'RulesPeriod', description: 'A time that a version of the rules was in force.' });
export type RulesPeriod = z.infer<typeof rulesPeriod>;

export const rulesVersions = z
  .object({
    rules_version: z.string().describe('In force now.'),
    ...paged,
    versions: z.array(
      rulesPeriod.extend({
        rules_version: z.string(),
        rule_book: z.string().describe('Version of the rule book, for people: `changes` of /rules.json.'),
        text: z.string().describe('Path of its text.'),
      }),
    ),
  })
  .meta({
    id: 'RulesVersions',
    description: 'The versions of the rules, one entry for each time that one came into force; newest first.',
  });
export type RulesVersions = z.infer<typeof rulesVersions>;

export const rulesText = z
  .object({
    rules_version: z.string(),
    rule_book: z.string(),
    in_force: z.array(rulesPeriod).describe('Oldest first.'),
    sha256: z
      .string()
      .describe(
        'SHA-256, hex, of `rules` as compact JSON, UTF-8, members in the order given; it begins with `rules_version`.',
      ),
    rules: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RulesText', description: 'The rules of a version, as they were hashed.' });
export type RulesText = z.infer<typeof rulesText>;
