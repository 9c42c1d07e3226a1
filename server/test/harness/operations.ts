/** The operations of the standard rooms, as the tests look at them: as data. */
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { operations as declared } from '../../src/app.ts';

export { codesOf, codesOnTheWay, isTagged } from 'papertape-contract/operation-facts';
export type Operation = OperationFacts;
export const operations: readonly Operation[] = declared;
