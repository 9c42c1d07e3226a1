/** Entering, keys, profiles and orders of bots. */
import { feature } from '../feature/feature.ts';
import { registerAgent } from './register-agent.api.ts';

export const bots = feature({ name: 'bots', operations: [registerAgent] });
