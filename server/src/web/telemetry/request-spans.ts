/**
 * A span for each request, whichever way it is answered, and below it one for each statement that it had the database answer. A span says the
 * method, the route as it is declared, and the status. Path, query, headers, body, client and bot are left out: keys, links from
 * mails and addresses stand there. Of the caller's trace context the ids and the flag are taken, and not its `tracestate`, which is a text of whoever asks.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { steadyNow } from '../../lib/real-clock.ts';
import { statementText } from '../../storage/storage-watch.ts';

export interface RequestSpans {
  /** Begins the span of a request, which ends with its answer. @param routeOf asked then: by then the URL is the one that was served. */
  begun(request: IncomingMessage, response: ServerResponse, routeOf: () => string | undefined): void;
  /** Does a part of the request's work: the statements in it are the request's. */
  within<T>(request: IncomingMessage, work: () => T): T;
  statement(text: string, ms: number): void;
}

/** Those of RFC 9110 and PATCH; other words are the client's, and there are as many as it likes. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']);

/** Spans of statements in one request; its own span counts all of them. */
const statementSpansMax = 100;

const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const;

export function createRequestSpans(tracer: Tracer, engine: keyof typeof systems): RequestSpans {
  const under = new AsyncLocalStorage<{ readonly span: Span; statements: number }>();
  const begunOf = new WeakMap<IncomingMessage, { readonly span: Span; statements: number }>();
  return {
    begun(request, response, routeOf) {
      const method = methods.has(request.method ?? '') ? (request.method ?? '') : '_OTHER';
      const name = method === '_OTHER' ? 'HTTP' : method;
      const attributes = { 'http.request.method': method };
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, contextOf(request));
      if (!span.isRecording()) return;
      const begun = { span, statements: 0 };
      begunOf.set(request, begun);
      response.once('close', () => {
        const route = routeOf();
        if (route !== undefined) span.setAttribute('http.route', route).updateName(`${name} ${route}`);
        if (begun.statements > 0) span.setAttribute('papertape.statements', begun.statements);
        // An answer that did not come to its end has no status of worth.
        if (response.writableFinished) tellStatus(span, response.statusCode);
        else span.setAttribute('error.type', 'connection_closed');
        span.end();
      });
    },
    within(request, work) {
      const begun = begunOf.get(request);
      return begun ? under.run(begun, work) : work();
    },
    statement(text, ms) {
      const of = under.getStore();
      if (!of || of.statements++ >= statementSpansMax) return;
      const now = steadyNow();
      const sql = statementText(text);
      const operation = /^\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL';
      const attributes = {
        'db.system.name': systems[engine],
        'db.operation.name': operation,
        'db.query.text': sql,
      };
      const parent = trace.setSpan(ROOT_CONTEXT, of.span);
      tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: now - ms, attributes }, parent).end(now);
    },
  };
}

/** 4xx is the client's fault: of a server's span that is no error. */
function tellStatus(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status < 500) return;
  span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
}

/** https://www.w3.org/TR/trace-context/: one that is not well-formed, or stands there twice, is as if there were none. */
function contextOf({ headers }: IncomingMessage): Context {
  const header = headers['traceparent'];
  const parent = typeof header === 'string' ? parseTraceParent(header) : null;
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}
