import { codeGroups, explainedCodes, type CodeGroup, type ExplainedCode } from '../plugin/report/explanations.ts'

const intros: Record<CodeGroup, string> = {
  result:
    'The first word of a result, on the console and in the report. A result without such a word means that nothing was required: set thresholds or limits.',
  exit:
    'Of `artillery run`. Other plugins and Artillery itself have exit codes of their own, such as 1 of `ensure` and 11 of a load thread that failed. ' +
    'Those of `artillery-speedup` are listed by `npx artillery-speedup --help`.',
  warning:
    'A *problem* can make the result wrong, a *warning* can make it worse than it could be, a *note* is good to know. A warning with ' +
    '*no verdict* leaves the metrics that it concerns without one. `comparison.json` has each with its code, severity, variant and rounds.',
  diagnosis:
    'Why a candidate is faster, or why not: the line that begins with `why`, and `diagnosis.code` in `comparison.json`.',
  loss: 'Why requests were lost while the app was disturbed (the option `disturb`), as far as the times of the requests and the fate of the workers show.',
  finding:
    'What `npx artillery-speedup doctor` finds. What *breaks* makes it exit with 1; what *costs* more with each worker, or is worth a *look*, does not.',
  error:
    'What could not be measured: a sentence after `NOT MEASURED`, exit code 3, `error.code` in `comparison.json`, and `code` of the `SpeedupError` ' +
    'that `compare` throws. The last five occur only in test suites and in the command `artillery-speedup`.'
}

/**
 * docs/codes.md: all codes, each with a heading.
 *
 * @param examples of messages, by the code of the error
 */
export function codesPage(examples: ReadonlyMap<string, string>): string {
  const groups = codeGroups.map(({ group, title }) => [
    `## ${title}`,
    intros[group],
    ...explainedCodes
      .filter((each) => each.group === group)
      .flatMap((each) => paragraphsOf(each, group === 'error' ? examples.get(each.code) : undefined))
  ])
  const links = codeGroups.map(({ title }) => `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`)
  return `${['# What the codes mean', `\`npx artillery-speedup explain <code>\` prints the same. ${links.join(' · ')}`, ...groups.flat()].join('\n\n')}\n`
}

function paragraphsOf({ code, kind, meaning, cause, cure }: ExplainedCode, example: string | undefined): string[] {
  const parts: [title: string, text: string | undefined][] = [
    ['Why', cause],
    ['What to do', cure]
  ]
  const list = parts.filter(([, text]) => text !== undefined).map(([title, text]) => `- **${title}:** ${text}`)
  return [
    `### ${code}`,
    `${kind.includes('(') ? `*${kind}.* ` : ''}${meaning}`,
    ...(list.length === 0 ? [] : [list.join('\n')]),
    ...(example === undefined ? [] : [`\`\`\`text\n${example}\n\`\`\``])
  ]
}
