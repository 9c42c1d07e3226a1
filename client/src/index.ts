/** What the package offers. Nothing here needs Node: browsers and edge runtimes will do. */
export { createClient } from './client.ts';
export type { Client, ClientOptions, PageOptions, WaitOptions, WeightsOptions } from './client.ts';
export { PapertapeError } from './errors.ts';
export type { PapertapeErrorFields } from './errors.ts';
export type { Sleep } from './transport.ts';
export { verifyMarkProof, verifyOrderProof, verifyReceipt } from './verify.ts';
export type { OrderProofExpectation, ReceiptExpectation, Verification } from './verify.ts';
export type { WeightsInput } from './weights-text.ts';
export type * from './wire.gen.ts';
