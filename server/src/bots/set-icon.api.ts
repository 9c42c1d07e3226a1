import { body, json, operation } from 'papertape-contract/operation';
import { iconRequest, profileAck as answer } from 'papertape-contract/profile';
import { z } from 'zod';
import type { Intake } from '../storage/intake.ts';
import { iconRule, readIcon } from './icon-form.ts';
import { changeProfile } from './profile.job.ts';

/** The icon as it is kept; whatever is none is refused with one code. */
const iconForm = z.object({
  icon: z.unknown().transform((icon, context): string | null => {
    const kept = typeof icon === 'string' ? (icon === '' ? null : readIcon(icon)) : undefined;
    if (kept !== undefined) return kept;
    const message = `must be ${iconRule}, or ""`;
    context.addIssue({ code: 'custom', message, params: { errorCode: 'invalid_icon' } });
    return z.NEVER;
  }),
});

export const setIcon = operation({
  id: 'setIcon',
  method: 'post',
  path: '/api/agents/{agent_id}/icon',
  tag: 'Identity',
  summary: 'Set the icon',
  description: 'Exactly one emoji, or a preset id of GET /api/icons; an empty string clears it.',
  key: 'required',
  freshness: 'private',
  body: body(iconRequest, { example: { icon: '🦊' } }, iconForm),
  answer: json(answer),
  codes: ['invalid_icon', 'text_hidden'],
  never: ['invalid_field'],
  handle: (call, { intake }: { intake: Intake }) => changeProfile(call, intake, call.body),
});
