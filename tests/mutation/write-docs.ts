/* Writes the tables of docs/screens.md anew from the list: `node tests/mutation/write-docs.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { withTables } from './screens-tables.ts';

const path = join(REPO_ROOT, 'docs', 'screens.md');
writeFileSync(path, withTables(readFileSync(path, 'utf8')));
