import { exitCodes } from '../../concepts/verdicts.ts'
import { modes } from '../../concepts/modes.ts'
import { isAsNow } from '../../concepts/settings.ts'
import { readOption, wishesHelp, wishOptions, type WishOptions } from '../../init/questions.ts'
import { line, trialLines } from '../../init/summary.ts'
import { tryApp } from '../../init/try-app.ts'
import { growthsOf, judgeGrowths, moreOf } from './comparison.ts'
import { findGrown, flowSubject, lookWords, measureGrowth, triedSubject, usualRequests, usualRounds } from './init.ts'
import { readScenario } from '../../init/read-scenario.ts'
import type { GrowthFound } from './concepts.ts'
import { readSize } from './settings.ts'
import { growthLines, grownWords, moreWords } from './report/console.ts'
import { number, refuse } from '../../settings/shapes.ts'
import { isScenario, ofScenario, readCall } from '../../commands/subject.ts'
import { say, styled, text, wrapped, type Command, type InsteadOfSpeed } from '../../commands/command.ts'

const styles = { grows: 'red', unknown: 'yellow', steady: 'green', what: 'dim' } as const
const indent = 9
/** Of a scenario file: requests of a cycle. */
const usualOfFlow = 200

export const growth: Command = {
  usage: '[file] [/path] [options]',
  summary: 'find what each request leaves behind in memory, with an interval, in a minute or two',
  details: `It starts the app a few times as one process, and loads each start with cycles of so many requests. After each cycle, the app collects its garbage, and what it \
still holds is read: what grows from cycle to cycle is left behind by requests. What grows once, such as a cache that fills, is told apart. Where it grows, \
one more start tells what grew and which variable holds it, by two heap snapshots, which are deleted. A scenario file says what is started, and what its users send. The app gets your \
environment variables, and some ten thousand requests: point it at a test database.

${wishesHelp}
  --users <number>           how many users send the requests, at most 20
  --limit <size>             how much a request may leave, such as 5kB (default: as much as cannot be told from nothing)
  --requests <number>        of a cycle, of which each start has fifteen, five of them to warm up (default: what the app answers in a quarter of a second, at most 2,000)
  --rounds <number>          how often the app is started (default: ${usualRounds})

Exit codes: 0 no growth is seen, or it is below the limit; 1 it grows, or by more than the limit; 2 it cannot be told yet; 3 it could not be measured.`,
  options: { ...wishOptions, users: text, limit: text, requests: text, rounds: text },
  left: 'Nothing is left running.',
  run: async (words, { limit, requests, rounds, ...values }, signal) => {
    const most = readSize(limit)
    const ofCycle = readOption(requests, '--requests', number({ from: 10, to: 1_000_000, whole: true }))
    const starts = readOption(rounds, '--rounds', number({ from: 3, to: 30, whole: true }))
    const given = isScenario(words[0]) ? ofFile(words, values) : ofApp(words, values, signal)
    const { name, subject, usual, limit: own } = await given
    const bytes = most ?? own
    const look = { rounds: starts ?? usualRounds, requests: ofCycle ?? usual }
    say(line('growth', lookWords(look)))
    const begun = performance.now()
    const [measured] = await measureGrowth([subject], look, signal)
    const growths = growthsOf(measured)
    const verdict = judgeGrowths(growths, bytes)
    const growing = growths.filter(({ state }) => state !== 'steady')
    const perRequest = growths[0].slope.value
    const found: GrowthFound = {
      app: name,
      rounds: measured,
      requests: look.requests,
      limit: bytes,
      grown:
        verdict === 'pass' || growing.length === 0
          ? null
          : growing.every(({ what }) => what === 'resident')
            ? 'not seen: native memory is in no snapshot of a heap.'
            : await findGrown(subject, { ...look, perRequest }, signal),
      seconds: (performance.now() - begun) / 1000
    }
    const { title, rows, closing } = growthLines(found, growths, verdict)
    say(`\n${title}\n`)
    for (const { word, text } of rows) say(wrapped(text, indent, styled(styles[word], word)))
    say(`\n${wrapped(closing, 0)}`)
    return { code: exitCodes[verdict], document: { ...found, verdict, growths } }
  }
}

async function ofFile(words: string[], values: WishOptions) {
  const { subject } = await ofScenario(words, values, readScenario)
  const { name, settings, passes } = subject
  const single = settings.variants.find((variant) => modes[variant.mode].workers === 1 && isAsNow(variant))
  if (single === undefined)
    refuse('growth starts an app as one process, as files and Node are now: the file has no such variant.')
  return {
    name,
    subject: flowSubject({ ...settings, variants: [single] }, passes),
    usual: usualOfFlow,
    limit: settings.scenarios[0].limits[single.name].growth ?? null
  }
}

async function ofApp(words: string[], values: WishOptions, signal: AbortSignal) {
  const { wishes, project, app } = readCall(words, values)
  const trial = await tryApp(app, project, wishes, signal, { isClustered: false })
  say(trialLines(trial).slice(0, -1).join('\n'))
  const usual = usualRequests(trial.times.perSecond)
  return { name: app.name, subject: triedSubject(trial), usual, trial, limit: null }
}

/** Exit codes as of all else; growth that cannot be told from none is none. */
export const growthInstead: InsteadOfSpeed = {
  why: '--growth compares what stays in memory',
  async compare({ first, prepare }, words, values, signal) {
    const { trial, usual: requests } = await ofApp(words, values, signal)
    const prepared = await prepare(trial.settings)
    const subjects = prepared.variants.map((variant) => triedSubject(trial, { ...prepared, variants: [variant] }))
    const look = { rounds: usualRounds, requests }
    say(line('growth', `of each ${lookWords(look)}`))
    const [before, now] = await measureGrowth(subjects, look, signal)
    const { more, verdict } = moreOf(now, before)
    const [{ slope }] = growthsOf(before)
    say(`\n${wrapped(`${verdict.toUpperCase()}: ${moreWords(more, first, slope.value)}.`, 0)}`)
    const grown = verdict === 'fail' ? await findGrown(subjects[1], { requests, perRequest: more.value }, signal) : null
    if (grown !== null) say(wrapped(grownWords(grown, more.value), 0))
    return { code: exitCodes[verdict], document: { verdict, more, before, now, grown } }
  }
}
