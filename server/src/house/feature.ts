/** The service's own bots, which trade through its HTTP interface as everyone does (docs/bots/house-bots.md). */
import { feature } from '../feature/feature.ts';
import { runHouse } from './run-house.ts';

export const house = feature({ name: 'house', loops: [runHouse] });
