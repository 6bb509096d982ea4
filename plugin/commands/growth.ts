import { relative } from 'node:path'
import { exitCodes } from '../concepts/verdicts.ts'
import { findApp } from '../init/find-app.ts'
import { createQuestions, wishesHelp, wishOptions } from '../init/questions.ts'
import { appLines, line, trialLines } from '../init/summary.ts'
import { tryApp } from '../init/try-app.ts'
import { growthsOf, judgeGrowths } from '../questions/growth/comparison.ts'
import { measureGrowth } from '../questions/growth/init.ts'
import { growthLines } from '../questions/growth/report/console.ts'
import { number, refuse } from '../settings/shapes.ts'
import { readCall } from './quick.ts'
import { say, styled, text, untilInterrupted, wrapped, type Command } from './command.ts'

const styles = { grows: 'red', unknown: 'yellow', steady: 'green' } as const
const indent = 9
const usualRounds = 5

export const growth: Command = {
  usage: '[app] [/path] [options]',
  takes: [0, Infinity, ''],
  summary: 'find what each request leaves behind in memory, with an interval, in a minute or two',
  details: `It starts the app a few times as one process, and loads each start with cycles of so many requests. After each cycle, the app collects its garbage, and what it \
still holds is read: what grows from cycle to cycle is left behind by requests. What grows once, such as a cache that fills, is told apart. The app gets your \
environment variables, and some ten thousand requests: point it at a test database.

${wishesHelp}
  --users <number>           how many users send the requests, at most 20
  --limit <size>             how much a request may leave, such as 5kB (default: as much as cannot be told from nothing)
  --requests <number>        of a cycle, of which each start has fifteen, five of them to warm up (default: what the app answers in a quarter of a second, at most 2,000)
  --rounds <number>          how often the app is started (default: ${usualRounds})

Exit codes: 0 no growth is seen, or it is below the limit, 1 it grows, or by more than the limit, 2 it cannot be told yet, 3 it could not be measured.`,
  options: { ...wishOptions, users: text, limit: text, requests: text, rounds: text },
  run: (words, { limit, requests, rounds = String(usualRounds), ...values }) =>
    untilInterrupted(async (signal) => {
      const most = limit === undefined ? null : readSize(limit)
      const length = {
        rounds: whole(rounds, '--rounds', { from: 3, to: 30 }),
        requests: requests === undefined ? null : whole(requests, '--requests', { from: 10, to: 1_000_000 })
      }
      const { wishes, project } = readCall(words, values)
      const app = findApp(project, wishes)
      say(appLines(project, app).join('\n'))
      const trial = await tryApp(app, project, wishes, createQuestions(null), signal, { isClustered: false })
      say(trialLines(trial).slice(0, -1).join('\n'))
      const measured = await measureGrowth(trial, length, (plan) => say(line('growth', plan)), signal)
      const found = { app: relative(project.folder, app.script), limit: most, ...measured }
      const growths = growthsOf(measured.rounds)
      const verdict = judgeGrowths(growths, most)
      const { title, rows, closing } = growthLines(found, growths, verdict)
      say(`\n${title}\n`)
      for (const { word, text } of rows) say(wrapped(text, indent, styled(styles[word], word)))
      say(`\n${wrapped(closing, 0)}`)
      return { code: exitCodes[verdict], document: { ...found, verdict, growths } }
    }, 'Nothing is left running.')
}

function whole(text: string, option: string, bounds: { from: number; to: number }): number {
  const value = /^\d+$/.test(text) ? Number(text) : text
  number({ ...bounds, whole: true })(value, option)
  return Number(value)
}

/** @returns bytes, in thousands, as the console tells them */
function readSize(text: string): number {
  const [, amount, unit] =
    /^(\d+(?:\.\d+)?) ?([kM]?)B$/i.exec(text) ??
    refuse(`--limit is ${text}. Write a size with its unit, such as 500B, 5kB or 1MB.`)
  return Number(amount) * 1000 ** ['', 'k', 'm'].indexOf(unit.toLowerCase())
}
