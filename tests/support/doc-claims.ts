/*
 * What a text in Markdown says exists: paths of the repository, calls of the API, npm scripts, commands.
 */

/** A call; `method` null where the text names the path alone. Without '/api', as the route tables write it. */
export interface CallClaim {
  method: string | null;
  path: string;
}

export interface DocClaims {
  paths: string[];
  calls: CallClaim[];
  scripts: string[];
  /** Of `npm run cli -- <command>`. */
  commands: string[];
}

const ALIASES: Readonly<Record<string, string>> = {
  '#domain/': 'db/domain/',
  '#db/': 'db/',
  '#site/': 'site/',
  '#worker/': 'worker/',
};

const FOLDER_PATH = /^(?:\.ci|db|docs|site|tests|worker)\/[\w.[\]@/-]*$/;
const ROOT_FILE =
  /^(?:\.env\.example|\.dockerignore|\.npmrc|Dockerfile|[\w-]+(?:\.[\w-]+)*\.(?:json|mjs|ts|yaml|yml|md))$/;

/** Reads one Markdown text. Placeholders ('<shop>', 'NNNN', '*', '…') claim nothing. */
export function claimsOf(markdown: string): DocClaims {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  const inline = Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code.trim());
  const paths = inline.map(withoutAlias).map(withoutLine);
  const calls = markdown.matchAll(
    /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(?<![\w/.])(?:https?:\/\/[\w.:-]+)?\/api(\/[\w{}/-]+)/g,
  );
  const scripts = markdown.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g);
  const commands = markdown.matchAll(/\bnpm run cli -- ([a-z][\w:-]*)/g);
  return {
    paths: paths.filter((path) => FOLDER_PATH.test(path) || isRootFile(path)),
    calls: Array.from(calls, ([, method, path = '']) => ({
      method: method ?? null,
      path: path.replace(/\/$/, ''),
    })),
    scripts: Array.from(scripts, ([, named, short]) => named ?? short ?? ''),
    commands: Array.from(commands, ([, name = '']) => name),
  };
}

function withoutAlias(code: string): string {
  const alias = Object.keys(ALIASES).find((prefix) => code.startsWith(prefix));
  return alias ? `${ALIASES[alias]}${code.slice(alias.length)}` : code;
}

/** 'db/money.ts:12' and 'db/money.ts#L12' point into a file. */
function withoutLine(path: string): string {
  return path.replace(/(?::\d+|#L\d+).*$/, '');
}

function isRootFile(path: string): boolean {
  return ROOT_FILE.test(path) && !/NNNN/.test(path);
}
