// Prints the section of CHANGELOG.md for a release: `node scripts/release-notes.mjs v0.1.0 [CHANGELOG]`. Exits with 1 and a reason when the tag, the
// versions of the packages and the section do not belong together, so that no release goes out whose notes are another's.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [tag = '', changelog = join(root, 'CHANGELOG.md')] = process.argv.slice(2);

function refuse(why) {
  console.error(why);
  process.exit(1);
}

const version = /^v(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(tag)?.[1];
if (version === undefined) refuse(`"${tag}" is no tag of a release, such as v1.2.3.`);
for (const folder of ['.', 'contract', 'server', 'client']) {
  const has = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version;
  if (has !== version) refuse(`${folder}/package.json has the version ${has}, and the tag is ${tag}.`);
}
const sections = readFileSync(changelog, 'utf8').split(/^## /m).slice(1);
const section = sections.find((s) => s.startsWith(`[${version}]`));
if (section === undefined)
  refuse(`CHANGELOG.md has no section "## [${version}]": give "Unreleased" that name and a date.`);
const [heading, ...body] = section.split('\n');
if (!/^\[[^\]]+\] - \d{4}-\d\d-\d\d$/.test(heading))
  refuse(`The section "## ${heading}" lacks its date: "## [${version}] - YYYY-MM-DD".`);
const notes = body
  .join('\n')
  .replace(/^\[[^\]]+\]: .*$/gm, '')
  .trim();
if (notes === '') refuse(`The section "## ${heading}" says nothing.`);
console.log(notes);
