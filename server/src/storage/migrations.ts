/** The schema, as numbered steps. Never edit a released step: append one. docs/schema.sql is made from what they leave behind. */
import type { Migration } from './migration.ts';
import { initialSchema } from './migrations/0001-initial.ts';
import { proofs } from './migrations/0002-proofs.ts';
import { blockChecks } from './migrations/0003-block-checks.ts';
import { league } from './migrations/0004-league.ts';
import { figures } from './migrations/0005-figures.ts';
import { identity } from './migrations/0006-identity.ts';
import { house } from './migrations/0007-house.ts';
import { operator } from './migrations/0008-operator.ts';
import { webhooks } from './migrations/0009-webhooks.ts';
import { rulesVersions } from './migrations/0010-rules-versions.ts';
import { agentsAndLog } from './migrations/0011-agents-and-log.ts';

export const migrations: readonly Migration[] = [
  initialSchema,
  proofs,
  blockChecks,
  league,
  figures,
  identity,
  house,
  operator,
  webhooks,
  rulesVersions,
  agentsAndLog,
];
