# Everything that is run is made here: the modules of the three workspaces, what the service starts from, and what browsers are sent beside the pages.
# Each step ends at once where nothing has changed. npm runs this with the programs of node_modules/.bin first.
set -e
tsc -b tsconfig.build.json
node scripts/bundle.mjs
node scripts/build-site.mjs
