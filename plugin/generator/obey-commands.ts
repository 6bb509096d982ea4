import { followClock } from '../machine/clock.ts'
import { contentOf, type LoadCommand } from '../messages/load.ts'
import { findInArtillery } from '../internals/artillerys-modules.ts'
import { LoadThreads, type PreparedLoad } from './load-threads.ts'
import { lookBriskly } from '../internals/tune-artillery.ts'
import { endWithOwner, tell, tellStep } from './report-load.ts'
import { takeTurns } from './take-turns.ts'

/** In the main thread of a child `artillery run` that makes one load after the other, each on command. */
export function obeyCommands() {
  lookBriskly()
  const threads = findInArtillery(
    process.argv[1],
    (require, { thread, metrics }) =>
      new LoadThreads(require.resolve(thread), require(metrics).SSMS, () => tell({ event: 'waiting' }))
  )
  // It ends at once: Artillery goes on to what it would run itself.
  if (threads === null) return tell({ event: 'alone' }, () => process.exit(0))
  const prepared: ReturnType<LoadThreads['prepare']>[] = []
  let conducted: Promise<PreparedLoad[]> = Promise.resolve([])
  const obey = async (told: LoadCommand) => {
    if (told.command === 'load') {
      followClock(told.order.clock)
      const load = prepared.push(threads.prepare(told)) - 1
      // Whoever makes it gets the error.
      prepared[load].then(
        () => tell({ event: 'prepared', load }),
        () => {}
      )
    } else if (told.command === 'go') {
      const loads = await Promise.all(prepared.splice(0))
      const made =
        told.turns === null
          ? { outcomes: [await loads[0].make((step) => tellStep(step, 0))], slices: [] }
          : await takeTurns(loads, told.turns, tellStep)
      tell({ event: 'round', ...made })
    } else if (told.command === 'make') {
      if (prepared.length > 0) conducted = Promise.all(prepared.splice(0))
      const { load } = told
      tell({ event: 'made', load, outcome: await (await conducted)[load].make() })
    } else if (told.command === 'gate') {
      const { load, gate, news } = told
      const own = (await conducted)[load]
      const heard = news && own.next(news)
      own.command(gate)
      if (await heard) tell({ event: 'gate', load, news })
    } else if (told.command === 'stop') {
      await threads.stop()
      tell({ event: 'stopped' })
    } else threads.end()
  }
  process.on('message', (message) => {
    const command = contentOf<LoadCommand>(message)
    if (command !== undefined) void obey(command)
  })
  endWithOwner()
}
