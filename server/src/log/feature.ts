/** The public log: checkpoints, tiles, and what its entries are the hashes of. */
import { feature } from '../feature/feature.ts';
import { getCheckpoint } from './get-checkpoint.api.ts';
import { getDayHeads } from './get-day-heads.api.ts';
import { getDayTimes } from './get-day-times.api.ts';
import { getCloseBoard, getCloseRecords } from './get-close-lines.api.ts';
import { getLog } from './get-log.api.ts';
import { getMarkCheckpoint } from './get-mark-checkpoint.api.ts';
import { getMarketVersion } from './get-market-version.api.ts';
import { getReadings } from './get-readings.api.ts';
import { getTile } from './get-tile.api.ts';
import { runWitnesses } from './witnesses.ts';

export const publicLog = feature({
  name: 'log',
  operations: [
    getLog,
    getCheckpoint,
    getMarkCheckpoint,
    getDayHeads,
    getDayTimes,
    getReadings,
    getMarketVersion,
    getCloseBoard,
    getCloseRecords,
    getTile,
  ],
  loops: [runWitnesses],
});
