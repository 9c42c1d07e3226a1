/** What every answer must look like. The packed client has it as plain data (scripts/pack-client.mjs). */
export { kinds, type Answers, type Kind } from 'papertape-contract/shapes';
