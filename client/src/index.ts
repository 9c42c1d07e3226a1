/** What the package offers. Nothing here needs Node: browsers and edge runtimes will do. */
export { createClient, type Client } from './client.ts';
export type {
  BoardOptions,
  FillsOptions,
  ClientOptions,
  EachOptions,
  FilledOrder,
  PageOptions,
  SentOrder,
  WaitOptions,
  WeightsOptions,
} from './client-types.ts';
export { LogError, OrderRejectedError, PapertapeError, ReceiptError } from './errors.ts';
export type { LogEvidence, PapertapeErrorFields } from './errors.ts';
export { verifyWebhook } from './events.ts';
export type { EventCalls, EventsOptions, RequestHeaders, WebhookDelivery, WebhookOptions } from './events.ts';
export type { StreamOptions } from './follow.ts';
export type { KeptReceipt, LogMemory } from './log-memory.ts';
export type { TrustedWitnesses } from './log-witnesses.ts';
export { joinPrices } from './join-prices.ts';
export type { PriceStreamOptions, PricesOptions } from './price-calls.ts';
export type {
  AnswerOptions,
  PracticeOptions,
  RoundCalls,
  RoundsOptions,
  ScoredSheet,
  SentSheet,
} from './round-calls.ts';
export type { ShowcaseCalls, ShowcaseOptions } from './showcase-calls.ts';
export { parseSchedule, type Schedule, type ScheduleGrid } from './schedule.ts';
export type { Strategy, StrategyState } from './strategy.ts';
export type { Sleep } from './transport.ts';
export { verifyMarkProof, verifyOrderProof, verifyReceipt } from './verify.ts';
export type { OrderProofExpectation, ReceiptExpectation, Verification } from './verify.ts';
export { verifyAnswers, type SheetExpectation } from './verify-answers.ts';
export type { WeightsInput } from './weights-text.ts';
export type * from './wire.ts';
