/** Pages and files of practice tasks: anybody may read them, and nobody is listed them. */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { shown } from '../lib/text.ts';
import { below, fileReply, pageReply, pathOf, type Params } from './material.ts';
import type { practiceOf } from './practice.ts';
import { practisedAt, type PracticeDeps } from './practice-tasks.ts';

const sitePath = '/practice/{league}/{level}/{seed}/site';

export const showPracticePage = unlisted({
  path: sitePath,
  alsoAt: below(sitePath, 0),
  freshness: 'private',
  answer: document('text/html; charset=utf-8'),
  async handle({ params, search }, deps: PracticeDeps) {
    const { maker, practice } = deps.rounds;
    const [of, path] = [tasksAt(deps, params), pathOf(params)];
    const page = await practice.run(() => maker.practice.page(of, path + search()));
    if (page === undefined) throw notThere(`The site has no page "${shown(path)}".`);
    return pageReply(page);
  },
});

const filePath = '/practice/{league}/{level}/{seed}/files';

export const showPracticeFile = unlisted({
  path: `${filePath}/{a}`,
  alsoAt: below(filePath, 1),
  freshness: 'private',
  answer: document('application/octet-stream'),
  async handle({ params }, deps: PracticeDeps) {
    const { maker, practice } = deps.rounds;
    const [of, name] = [tasksAt(deps, params), pathOf(params)];
    const file = await practice.run(() => maker.practice.file(of, name));
    if (!file) throw notThere(`The tasks have no file "${shown(name)}".`);
    return fileReply(file);
  },
});

function tasksAt(deps: PracticeDeps, params: Params): ReturnType<typeof practiceOf> {
  const of = practisedAt(deps, params);
  if (!of) throw notThere('The address names no practice tasks.');
  return of;
}

function notThere(what: string): ApiError {
  return new ApiError('not_found', what, {
    fix: 'Take addresses from the tasks: GET /api/leagues/{league}/practice.',
  });
}
