import { modes, modeNames, type Mode, type Option } from '../plugin/concepts/modes.ts'
import { capitalised, list } from '../plugin/concepts/wording.ts'
import { conflicts, obstacles } from '../plugin/settings/read-settings.ts'
import { checkEngines } from '../plugin/settings/read-flow.ts'
import { variant } from '../plugin/settings/variant-shapes.ts'
import { checkForTests, checkNode, checkRequirements } from '../plugin/settings/requirements.ts'
import { byHand } from './limits-by-hand.ts'
import { allowedValues } from './option-docs.ts'

/** In Markdown. more: why, and what to do instead */
export interface LimitRow {
  about: keyof typeof chapters
  what: string
  limit: string
  more: string
}

/** In the order of the page. */
const chapters = {
  environment: 'What it runs on',
  Artillery: 'What of Artillery',
  options: 'Options together',
  modes: 'Ways to run the app',
  values: 'Smallest and largest values',
  measurement: 'What it cannot measure, or does not promise'
}

const intro = `# Limits

<!-- Made from the code's tables and tools/limits-by-hand.ts: UPDATE_GOLDEN=1 npx mocha test/docs/limits.test.ts -->

What is refused, bounded, untested or out of reach. What is refused is refused before anything starts, with exit code 3, by name, and with what to do.`

/** docs/not-supported.md. */
export function limitsPage(): string {
  const rows = [...byHand, ...environment(), ...ofArtillery(), ...together(), ...ofModes(), ...values()]
  const isUntested = ({ limit }: LimitRow) => limit.includes('untested')
  const parts = [
    ['Not tested', rows.filter(isUntested)] as const,
    ...Object.entries(chapters).map(
      ([about, title]) => [title, rows.filter((row) => row.about === about && !isUntested(row))] as const
    )
  ]
  const sections = parts.map(([title, limits]) => `## ${title}\n\n${limits.map(definitionOf).join('\n')}`)
  return `${[intro, ...sections].join('\n\n')}\n`
}

function definitionOf({ what, limit, more }: LimitRow): string {
  const state = limit === 'untested' ? '' : `: ${limit}`
  return `- **${what}**${state}.${more === '' ? '' : ` ${more}`}`
}

/** What a check throws says it better than a second list could. */
function refusalOf(check: () => void): string {
  try {
    check()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('Nothing was refused.')
}

const surroundings = { platform: 'linux', artilleryVersion: undefined, launchedOn: 'local' }

function environment(): LimitRow[] {
  const oldestOf = (name: string, check: () => void): LimitRow => ({
    about: 'environment',
    what: `${name} below ${/needs (?:\w+ )?([\d.]+) or later/.exec(refusalOf(check))?.[1]}`,
    limit: '[refused](codes.md#unsupported)',
    more: ''
  })
  const windows = refusalOf(() => checkRequirements({ ...surroundings, platform: 'win32' }))
  return [
    {
      about: 'environment',
      what: 'Windows',
      limit: '[refused](codes.md#unsupported)',
      more: sentenceOf(windows.slice(windows.indexOf(': ') + 2))
    },
    oldestOf('Node', () => checkNode('0')),
    oldestOf('Artillery', () => checkRequirements({ ...surroundings, artilleryVersion: '0' })),
    oldestOf('mocha', () => checkForTests('mocha', '0')),
    oldestOf('chai', () => checkForTests('chai', '0'))
  ]
}

function ofArtillery(): LimitRow[] {
  const refused = (what: string, check: () => void): LimitRow => ({
    about: 'Artillery',
    what,
    limit: 'refused',
    more: sentenceOf(refusalOf(check).replace(/^.*?(?:compared: |, but )/, ''))
  })
  return [
    refused('[engines](artillery.md) other than `http`: `ws`, `socketio`, `playwright` and others', () => {
      const scenario = { engine: 'another' }
      checkEngines([scenario], [scenario], {})
    }),
    refused('HTTP/2 (`http2: true`)', () => {
      const scenario = { flow: [{ get: { http2: true } }] }
      checkEngines([scenario], [scenario], {})
    }),
    refused('`--platform`', () => checkRequirements({ ...surroundings, launchedOn: 'another' })),
    refused('Artillery 3', () => checkRequirements({ ...surroundings, artilleryVersion: '3' }))
  ]
}

function together(): LimitRow[] {
  // A generator is refused for its command.
  const nameOf = (option: string) => code(option === 'generator' ? 'generator.command' : option)
  const pairs = conflicts.map(([one, other, why]) => [`${nameOf(one)} and ${nameOf(other)}`, why])
  const slices = obstacles.map(([, why]) => ['`alternate: slices`', why])
  return [...pairs, ...slices].map(([what, why]) => ({
    about: 'options',
    what,
    limit: 'refused',
    more: sentenceOf(why.replace(/^(?:but|and) /, ''))
  }))
}

/** @returns in Markdown; names and commands are code */
const sentenceOf = (text: string): string =>
  capitalised(
    text.replaceAll(/(?:plugins\.speedup|config)\.[\w.]*\w|--platform|\{ .*? \}|npm install --save-dev \S+\w/g, '`$&`')
  )

/** Of each option that not every mode takes, which ones do, and why others refuse it. */
function ofModes(): LimitRow[] {
  const rows = Object.keys(variant.options).flatMap((option) => {
    const without = modeNames.filter((mode) => !takes(mode, option))
    const takers = modeNames.filter((mode) => takes(mode, option))
    if (without.length === 0) return []
    if (takers.length <= 1) return [{ option, limit: `only in ${modesIn(takers)}`, more: '' }]
    const reasons = without.flatMap((mode) => modes[mode].refuses?.[option as Option]?.because ?? [])
    return [
      {
        option,
        limit: `not in ${modesIn(without)}`,
        more: reasons.map((because) => `${capitalised(because)}.`).join(' ')
      }
    ]
  })
  return [...Map.groupBy(rows, ({ limit, more }) => `${limit} ${more}`).values()].map((same) => ({
    about: 'modes',
    what: same.map(({ option }) => code(option)).join(', '),
    limit: same[0].limit,
    more: same[0].more
  }))
}

const takes = (mode: Mode, option: string): boolean =>
  ['mode', 'thresholds', 'limits', ...modes[mode].options].includes(option)

const modesIn = (names: Mode[]): string => `${names.length === 1 ? 'mode' : 'modes'} ${list(names.map(code))}`

const code = (text: string) => `\`${text}\``

/** A share from 0 to 1, and what is only above 0, is no limit of ours. */
const isBounded = (allowed: string) =>
  /\b(?:to|from|at most) [1-9]|from 0\.\d/.test(allowed) && !/%|from 0 to 1$|number from 1$/.test(allowed)

function values(): LimitRow[] {
  const bounded = [...allowedValues()].filter(([, allowed]) => isBounded(allowed))
  const byRange = Map.groupBy(bounded, ([, allowed]) => allowed.replace(/,? or a (?:map|list).*$|, such as .*$/, ''))
  return [...byRange].map(([allowed, options]) => ({
    about: 'values',
    what: options.map(([path]) => code(path)).join(', '),
    limit: allowed,
    more: ''
  }))
}
