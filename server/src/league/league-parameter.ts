/** The query parameter `league`, as every operation that takes it reads it. */
import { ApiError, type ErrorCode } from 'papertape-contract/errors';
import { parameter, type Refusal } from 'papertape-contract/parameters';
import { z } from 'zod';
import { shown } from '../lib/text.ts';
import { leagueById } from './catalogue.ts';
import { mendLeague } from './meant-league.ts';

const refusal: Refusal = {
  code: 'unknown_league' satisfies ErrorCode,
  detail: (shown) => `There is no league "${shown}".`,
  mend: mendLeague,
};

const facts = {
  description: 'Id of a league, see GET /api/leagues.',
  schema: { $ref: '#/components/schemas/LeagueId' },
  example: 'spot_crypto',
} as const;

/** @param standard the league when it is absent. */
export function leagueOr(standard: string) {
  const reader = z
    .string()
    .optional()
    .transform((text) => text ?? standard)
    .refine((id) => leagueById.has(id), { params: { refusal } });
  return parameter(reader, {
    ...facts,
    description: `Id of a league, see GET /api/leagues; ${standard} when it is absent.`,
  });
}

/** @param absent what it means when it is absent, in words. */
export function leagueIfNamed(absent: string) {
  const reader = z
    .string()
    .refine((id) => leagueById.has(id), { params: { refusal } })
    .optional();
  return parameter(reader, {
    ...facts,
    description: `Id of a league, see GET /api/leagues; ${absent} when it is absent.`,
  });
}

export const leagueIfAny = leagueIfNamed('all');

export const theLeague = parameter(
  z.string().refine((id) => leagueById.has(id), { params: { refusal } }),
  { ...facts, required: true },
);

/** A league that a path names. Throws ApiError. */
export function knownLeague(id: string): string {
  if (leagueById.has(id)) return id;
  const { fix, meant, example } = mendLeague(id);
  const parts = { segment: [id, meant ?? example] as const };
  const how = { fix, ...(meant === undefined ? { example: parts } : { corrected: parts }) };
  throw new ApiError(refusal.code, refusal.detail(shown(id)), how);
}
