/** Calls any operation of a service by its declaration, with what it takes and answers as types. */
import type { Caller } from './caller.ts';
import type { Call } from './transport.ts';

/** What a declared operation takes and answers. */
export interface OperationShape {
  readonly params: Readonly<Record<string, string>>;
  readonly query: object;
  readonly body: unknown;
  readonly answer: unknown;
}

/** An operation as a service declares it; `types` is never there, it carries the types. */
export interface CallableOperation<Types extends OperationShape> {
  readonly method: 'get' | 'post';
  /** `{name}` marks a path parameter. */
  readonly path: string;
  readonly key: 'required' | 'sometimes' | 'never';
  readonly idempotent?: boolean;
  readonly types?: Types;
}

/** Path parameters and a body where the operation has them; parameters of the query as far as they are wanted. */
export type CallOf<Types extends OperationShape> = {
  readonly query?: Partial<Types['query']>;
} & (keyof Types['params'] extends never
  ? { readonly params?: Types['params'] }
  : { readonly params: Types['params'] }) &
  (Types['body'] extends undefined ? { readonly body?: undefined } : { readonly body: Types['body'] });

export type CallOperation = <Types extends OperationShape>(
  operation: CallableOperation<Types>,
  call: CallOf<Types>,
) => Promise<Types['answer']>;

export function createOperationCall({ anyJson, apiKey, ownKey }: Caller): CallOperation {
  return async ({ method, path, key, idempotent }, call) => {
    const { params, query, body } = call as {
      readonly params?: Readonly<Record<string, string>>;
      readonly query?: Call['query'];
      readonly body?: unknown;
    };
    const bearer = key === 'required' ? ownKey() : key === 'sometimes' ? apiKey() : undefined;
    return await anyJson({
      method: method === 'get' ? 'GET' : 'POST',
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')),
      ...(query ? { query } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(bearer === undefined ? {} : { apiKey: bearer }),
      ...(idempotent ? { idempotencyKey: crypto.randomUUID() } : {}),
    });
  };
}
