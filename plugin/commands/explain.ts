import { codeGroups, explain as explanationsOf, explainedCodes } from '../report/explanations.ts'
import { joinParts } from '../concepts/wording.ts'
import { suggest } from '../settings/shapes.ts'
import { Misuse, say, styled, wrapped, type Command } from './command.ts'

const indent = 12

export const explain: Command = {
  usage: '[code]',
  summary: 'explain a code: a verdict, exit code, warning, diagnosis or error',
  details:
    'Without a code, it lists all codes. Examples: explain generator-saturated, explain PASS, explain 2, explain APP_NOT_READY.',
  run(words) {
    if (words.length === 0) {
      listCodes()
      return { document: { codes: explainedCodes } }
    }
    const code = words.join(' ')
    const found = explanationsOf(code)
    if (found.length === 0)
      throw new Misuse(
        `${JSON.stringify(code)} is an unknown code${suggest(code, [...new Set(explainedCodes.map((each) => each.code))])}. ` +
          'To list all codes: artillery-speedup explain'
      )
    say(
      found
        .map(({ code: name, kind, meaning, cause, cure }) =>
          joinParts(
            [
              wrapped(kind.replaceAll('`', ''), name.length + 2, styled('bold', name)),
              wrapped(meaning, indent, 'Meaning'),
              cause && wrapped(cause, indent, 'Why'),
              cure && wrapped(cure, indent, 'What to do')
            ],
            '\n'
          )
        )
        .join('\n\n')
    )
    return { document: { codes: found } }
  }
}

function listCodes() {
  say(
    codeGroups
      .map(({ group, title }) => {
        const codes = explainedCodes.filter((each) => each.group === group).map(({ code }) => code)
        return `${styled('bold', title)}\n${wrapped(codes.join(', '), 2)}`
      })
      .join('\n\n')
  )
  say('\nTo explain one: artillery-speedup explain <code>')
}
