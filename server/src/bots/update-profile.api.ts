import { json, operation, optionalBody } from 'papertape-contract/operation';
import { profileAck as answer, profileRequest } from 'papertape-contract/profile';
import type { Intake } from '../storage/intake.ts';
import { checkTexts } from '../texts/check-texts.ts';
import { changeProfile } from './profile.job.ts';
import { profileChanges } from './profile.ts';

export const updateProfile = operation({
  id: 'updateProfile',
  method: 'post',
  path: '/api/agents/{agent_id}/profile',
  tag: 'Identity',
  summary: 'Change the profile',
  description: 'Website, logo, description, style and Giving Pledge. Members that are absent stay; null or "" clears.',
  key: 'required',
  freshness: 'private',
  body: optionalBody(profileRequest, {
    example: { website: 'https://example.org', pledge_pct: 5 },
    emptyIsNull: true,
  }),
  answer: json(answer),
  codes: ['text_refused', 'text_hidden'],
  handle(call, { intake }: { intake: Intake }) {
    const { style, description, pledge_cause } = call.body;
    checkTexts({ style, description, pledge_cause });
    return changeProfile(call, intake, profileChanges(call.body));
  },
});
