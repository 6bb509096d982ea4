import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { firstLineOf, isDueTo } from '../../../concepts/errors.ts'
import { quotable } from '../../../concepts/foreign-text.ts'
import { mostRounds } from '../../../concepts/run.ts'
import { exitCodes } from '../../../concepts/verdicts.ts'
import { applying, counted, percent, shortSha } from '../../../concepts/wording.ts'
import { comparingHelp, comparingOptions } from '../../../init/questions.ts'
import { line } from '../../../init/summary.ts'
import { failureOf, problemOf, throughputOf, type KeptComparison } from '../../../kit/subject.ts'
import { lookAt, sure, type Search } from '../comparison.ts'
import { causeBeside } from '../../report.ts'
import { explaining } from '../../settings.ts'
import { times, timesWithin } from '../../../report/words/numbers.ts'
import { secondsOf } from '../../../settings/phases.ts'
import { bisectLog, commitsBetween, isDirty, repositoryOf, type Commit, type Mark } from '../versions/git.ts'
import { say, text, wrapped, type Command } from '../../../commands/command.ts'
import { searchWithoutFile, type SearchWay } from '../../../commands/quick.ts'
import { withSetup } from './against.ts'
import type { Options } from '../../../concepts/options.ts'

const usualTime = '20m'
const folder = join('reports', 'bisect')
const logFile = join(folder, 'git-bisect.log')
/** Rounds of a commit between: what they leave open, the next ones tell. */
const roundsEach = 3

export const bisect: Command = {
  usage: '<good> <bad> [app] [options]',
  takes: [2, Infinity, 'two commits, one that was fast enough and a later one that is not, such as v1.2 HEAD'],
  summary: 'find which commit between two made your app slower',
  details: `It compares the two; if bad is measurably slower, it measures commits between in turns with both, until it is clear which is the first that is as slow as bad. \
That one is compared with the commit before it, and profiled, so that functions that take longer are named. Branches count as their merge. A commit that can't be \
installed, started or loaded is skipped. Of commits, answers may differ. The app is tried as your files are: point it at a test database.

  --time <time>              how long it may go on with commits between (default: ${usualTime})
  --setup <line>             what to run in each commit's files once they are installed, such as "npm run build"
${comparingHelp}

Exit codes: 0 the commit is named; 1 bad is faster than good; 2 it could not be told; 3 not measured.`,
  options: { time: text, setup: text, ...comparingOptions },
  left: 'Nothing more is measured.',
  run: async ([from, to, ...words], { time = usualTime, setup, ...values }, signal) => {
    const repository = repositoryOf(process.cwd(), 'good')
    const commits = commitsBetween(repository, from, to)
    say(
      line(
        'commits',
        `${counted(commits.length - 1, 'commit')} after ${named(commits[0])}, up to ${named(commits[commits.length - 1])}`
      )
    )
    if (isDirty(repository)) say(line('', 'Changes that are not committed are in none of them.'))
    const way: SearchWay = {
      words: ['bisect', from, to],
      report: folder,
      search(compareTrial, trial) {
        const compare: Compare = (variants, options) =>
          compareTrial({
            ...withSetup(trial, setup),
            variants: Object.fromEntries(
              Object.entries(variants).map(([name, { sha }]) => [name, { mode: 'single', commit: sha }])
            ),
            baseline: Object.keys(variants)[0],
            compareAnswers: false,
            ...options
          })
        return searchIn({ commits, compare, seconds: secondsOf(time) })
      }
    }
    return searchWithoutFile(words, { ...values, time, setup }, way, signal)
  }
}

type Compare = (variants: Record<string, Commit>, options: Options) => Promise<KeptComparison>

/** commits: good first; seconds: for those between */
type Task = { commits: [Commit, ...Commit[]]; compare: Compare; seconds: number }

/** Of two commits alone: whether the second is slower, which may take long to tell. */
const untilTold = { rounds: { min: 3, max: mostRounds }, thresholds: { throughput: 1 } }

/** @returns what is told, and the exit code */
export async function searchIn(task: Task) {
  const { compare, commits } = task
  const [good, ...after] = commits
  const bad = after[after.length - 1]
  say('\nFirst, good and bad are checked out, installed and compared.')
  const ends = await compare({ good, bad }, { ...untilTold, ...(after.length === 1 && explaining) })
  const estimate = throughputOf(ends, 'bad')
  const { speedup, interval, ratios, verdict } = estimate
  const figures = { good: good.sha, bad: bad.sha, commits: after.length, speedup: [speedup, ...interval] }
  const figure = `bad has ${timesWithin(estimate)} of the throughput of good`
  if (verdict === 'pass')
    return { code: exitCodes.fail, ...figures, sentences: [`Faster: ${figure}, so no commit between is to blame.`] }
  if (verdict !== 'fail') {
    const noise = `No measurable difference: ${figure} after ${counted(ratios.length, 'round')}. If something else became slower, name it: --path </path>.`
    return { code: exitCodes.inconclusive, ...figures, sentences: [problemOf(ends, estimate) ?? noise] }
  }
  say(`Slower: ${figure}.`)
  const search = { count: after.length, ofBad: ratios.map(Math.log), sightings: [], skipped: [] }
  const look = await narrow(search, task)
  const [before, ...left] = commits.slice(look.from - 1, look.to + 1)
  const confirmed =
    look.next !== null ? null : left.length === after.length ? ends : await confirm(before, left, compare)
  const { found, ...told } = conclude(before, left, confirmed)
  const log = writeLog(search, look, commits, found)
  return {
    code: found === null ? exitCodes.inconclusive : exitCodes.pass,
    ...figures,
    found,
    left: left.map(({ sha }) => sha),
    log,
    ...told,
    sentences: [...told.sentences, `To go on by hand: git bisect replay ${resolve(logFile)}`]
  }
}

/** Measures commits between, and adds what was seen to the search. @returns next: not null where the time was over */
async function narrow(search: Search, { commits, compare, seconds }: Task) {
  const [good, ...after] = commits
  const beganMs = performance.now()
  let look = lookAt(search)
  while (look.next !== null && performance.now() - beganMs < 1000 * seconds) {
    const commit = after[look.next - 1]
    say(`\n${named(commit)} is checked out, installed and measured between them.`)
    const seen = await see({ good, [`mid-${shortSha(commit.sha)}`]: commit, bad: after[after.length - 1] }, compare)
    if (typeof seen === 'string') search.skipped.push(look.next)
    else
      search.sightings.push({
        at: look.next,
        speedups: seen[0].ratios.map(Math.log),
        ofBad: seen[1].ratios.map(Math.log)
      })
    look = lookAt(search)
    writeLog(search, look, commits)
    const left = counted(look.to - look.from + 1, 'commit')
    say(
      typeof seen === 'string'
        ? wrapped(`It is skipped: ${seen}`, 0)
        : `It has ${times(seen[0].speedup)}, bad ${times(seen[1].speedup)} of the throughput of good: ${left} left.`
    )
  }
  return look
}

/** @returns estimates of that commit and of bad over good; text: why it is skipped */
async function see(variants: Record<string, Commit>, compare: Compare) {
  const [, name] = Object.keys(variants)
  try {
    const compared = await compare(variants, { rounds: roundsEach })
    const own = throughputOf(compared, name)
    return failureOf(compared, own) ?? ([own, throughputOf(compared, 'bad')] as const)
  } catch (error) {
    // Good and bad have been measured before: what a commit lacks that they have is its own.
    if (isDueTo(error, name)) return firstLineOf(error)
    throw error
  }
}

/**
 * Compares the last of those that are left with the one before them: several may have made it slower, each a little.
 */
function confirm(before: Commit, left: Commit[], compare: Compare) {
  const after = left[left.length - 1]
  say(`\n${named(after)} is compared with ${named(before)}.`)
  return compare({ before, after }, { ...untilTold, ...explaining })
}

/** What is told of the commits that are left. @param confirmed null: the time was over before */
function conclude(before: Commit, left: Commit[], confirmed: KeptComparison | null) {
  const names = left.map(named).join(', ')
  if (confirmed === null) {
    const over = `The time is over: ${percent(sure)} sure, one of ${counted(left.length, 'commit')} made it slower: ${names}. --time gives it more.`
    return { found: null, sentences: [over] }
  }
  const [{ name, diagnosis }] = confirmed.scenarios[0].candidates
  const estimate = throughputOf(confirmed, name)
  const last = left[left.length - 1]
  const figure = `${timesWithin(estimate)} of the throughput of ${named(before)}`
  const ofBefore = [estimate.speedup, ...estimate.interval]
  if (estimate.verdict !== 'fail') {
    const why = problemOf(confirmed, estimate) ?? 'Several commits may have made it slower, each a little.'
    return {
      found: null,
      ofBefore,
      sentences: [`The search led to ${names}, but ${named(last)} has ${figure}: that is not measurably slower. ${why}`]
    }
  }
  const found = left.length === 1 ? last : null
  const sentence =
    found === null
      ? `It became slower within these ${left.length} commits, which can't be told apart: ${names}. The last one has ${figure}.`
      : `Slower since ${named(found)}, by ${quotable(found.author)} on ${found.date}: ${figure}, the commit before it.`
  const cause = causeBeside(diagnosis)
  const sentences = [sentence, diagnosis.message, cause !== null && cause.text, `Report: ${confirmed.page}`]
  return { found, ofBefore, sentences: applying(sentences) }
}

/** @returns the log for git, of which it is told commits between that were measured, those of which it is sure */
function writeLog(
  { sightings, skipped }: Search,
  { slow }: { slow: readonly number[] },
  [good, ...after]: Commit[],
  found: Commit | null = null
) {
  const marks = after.flatMap((commit, i): Mark[] => {
    if (skipped.includes(i + 1)) return [{ commit, is: 'skip' }]
    const isSeen = commit === after[after.length - 1] || sightings.some(({ at }) => at === i + 1)
    if (!isSeen || (slow[i] < sure && slow[i] > 1 - sure)) return []
    return [{ commit, is: slow[i] >= sure ? 'bad' : 'good' }]
  })
  const log = bisectLog([{ commit: good, is: 'good' }, ...marks], found)
  mkdirSync(folder, { recursive: true })
  writeFileSync(logFile, log)
  return log
}

const named = ({ sha, subject }: Commit) => `${shortSha(sha)} "${quotable(subject)}"`
