/* `cli completion`: a script for bash and zsh, generated from the table of commands. */
import type { Command } from 'commander';
import type { Report } from './terminal.ts';

const longOptions = ({ options }: Command) =>
  options.flatMap(({ long }) => (long === undefined ? [] : [long]));

/** The words that may follow a command: subcommands, operand choices, options. */
function wordsAfter(command: Command): string[] {
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [...command.commands.map((each) => each.name()), ...choices, ...longOptions(command)];
}

/** The `case` branches of a command. Subcommands come first, because the branch of their command matches everything. */
function caseOf(command: Command, general: string, before = ''): string[] {
  const path = `${before}${command.name()}`;
  return [
    ...command.commands.flatMap((each) => caseOf(each, general, `${path} `)),
    `  '${path} '*) words='${[...wordsAfter(command), general].join(' ')}' ;;`,
  ];
}

/** A script that defines `priceroo` as `npm run cli --` and completes its commands, choices and options. */
export function completionOf(cli: Command): Report {
  const general = [...longOptions(cli), '--help'].join(' ');
  const script = `# source <(npm run cli --silent -- completion)
priceroo() { npm run -s cli -- "$@"; }
if [ -n "\${ZSH_VERSION-}" ]; then autoload -U +X compinit bashcompinit && compinit -i && bashcompinit; fi
_priceroo() {
  local line="\${COMP_LINE:0:$COMP_POINT}" word before words start
  word="\${line##* }"
  before="\${line%"$word"}"
  case "\${before#* }" in
  '') words='${cli.commands.map((each) => each.name()).join(' ')} ${general}' ;;
${cli.commands.flatMap((each) => caseOf(each, general)).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  # bash starts a new word after a colon.
  if [ -n "\${BASH_VERSION-}" ]; then
    start="\${word%"\${word##*:}"}"
    COMPREPLY=("\${COMPREPLY[@]#"$start"}")
  fi
}
complete -F _priceroo priceroo`;
  return { data: script, lines: [script] };
}
