/** The word rules, in the order in which a text is tried. Each is data (rules/): a pattern with texts that it finds and texts that it lets pass. */
import { abuseRules } from './rules/abuse-rules.ts';
import { adviceRules } from './rules/advice.ts';
import { gamblingRules } from './rules/gambling.ts';
import { harmRules } from './rules/harm.ts';
import type { WordRule } from './rules/word-rule.ts';

export const wordRules: readonly WordRule[] = [...adviceRules, ...gamblingRules, ...abuseRules, ...harmRules];
