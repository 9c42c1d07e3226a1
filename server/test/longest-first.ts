import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longest } from './one-engine.ts';

/** Vitest's own order is by what it measured before, and a fresh clone has measured nothing. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.includes(`/${name}.`));
      return found < 0 ? longest.length : found;
    };
    // Files of one project follow each other: only then a worker goes on to the next file with the modules that it has.
    const project = ({ project }: TestSpecification): number => ['db', 'once', 'unit'].indexOf(project.name);
    return rest.toSorted((a, b) => place(a) - place(b) || project(a) - project(b));
  }
}
