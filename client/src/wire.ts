/** Types of everything that goes over the wire, as the service has them. */
export type * from 'papertape-contract/board';
export type * from 'papertape-contract/bot';
export type * from 'papertape-contract/error-body';
export type * from 'papertape-contract/event';
export type * from 'papertape-contract/league';
export type * from 'papertape-contract/log';
export type * from 'papertape-contract/maker';
export type * from 'papertape-contract/market';
export type * from 'papertape-contract/order';
export type * from 'papertape-contract/price';
export type * from 'papertape-contract/profile';
export type * from 'papertape-contract/proof';
export type * from 'papertape-contract/registration';
export type * from 'papertape-contract/rules';
export type * from 'papertape-contract/seats';
export type * from 'papertape-contract/statistics';
export type * from 'papertape-contract/status';
