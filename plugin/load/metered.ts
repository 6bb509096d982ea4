import { existsSync, rmSync } from 'node:fs'
import { SpeedupError } from '../concepts/errors.ts'
import { commands } from '../concepts/generators.ts'
import { metricsFileOf } from '../concepts/run.ts'
import { readMetered, readMetrics } from '../measure/read-metrics.ts'
import { metricsOrderAsPlugins } from '../messages/load.ts'
import { endOf, readEnd } from '../processes/last-lines.ts'
import { howItEnded } from '../processes/owned-process.ts'
import { keptHere } from './recorded.ts'
import { checkSpace, generatorFailed, type Maker } from './run-generator.ts'
import type { Generator } from '../concepts/settings.ts'

/**
 * Flags that Artillery's distributed platforms don't know, or don't pass on, and what else to do; null: nobody needs
 * it.
 */
const lostElsewhere: Record<string, string | null> = {
  payload: 'Name the file in config.payload.path.',
  solo: 'Set one user in config.phases, with an arrivalCount of 1.',
  count: null,
  platform: null
}

/** How long a platform may take to end what it has started elsewhere, which costs money as long as it runs. */
export const cleanUpSeconds = 60

/** Artillery's exit code when a response was not what its plugin `expect` expects: the load was made. */
const unexpectedResponses = 21

/**
 * An `artillery` command that makes the load wherever it likes, of which its metrics by --output are all that comes
 * back: no single request, no step, no answer. It gets its order in the script, and has to end by itself.
 */
export function metered({ command, args }: Generator): Maker {
  const isHere = commands[command] === null
  return {
    makesSeries: false,
    cleanUpSeconds: isHere ? 0 : cleanUpSeconds,
    prepare({ order, commandLine: { flags }, atMostSeconds }) {
      const [lost] = isHere ? [] : Object.keys(lostElsewhere).filter((flag) => lostElsewhere[flag] && flags[flag])
      if (lost !== undefined) {
        const given = `--${lost} was given, but plugins.speedup.generator.command is ${command}`
        throw new SpeedupError('INVALID_SETTINGS', `${given}, which does not pass it on. ${lostElsewhere[lost]}`)
      }
      const outputFile = metricsFileOf(order.samplesFile)
      // That of an earlier run would pass for one of this.
      rmSync(outputFile, { force: true })
      // A short load is one pass of each user.
      const plugins = metricsOrderAsPlugins(atMostSeconds === undefined ? order : { ...order, loadSeconds: null })
      return {
        nodeFlags: [],
        env: {},
        command,
        kept: isHere ? keptHere : keptHere.filter((flag) => lostElsewhere[flag] === undefined),
        args: [...args, '--output', outputFile],
        // Lambda and ACI don't pass --insecure on; overrides go everywhere.
        overrides: { config: { plugins, ...(flags.insecure && { tls: { rejectUnauthorized: false } }) } }
      }
    },
    async follow({ exited }, { order, logFile }) {
      const outputFile = metricsFileOf(order.samplesFile)
      const exit = await exited
      const { code, signal } = exit
      // Where a part of the load fails elsewhere, only the platform's exit code shows it: it still writes the metrics
      // of the other parts. Here there would be no metrics; a code beside metrics comes from what the script ensures.
      if (existsSync(outputFile) && signal === null && (isHere || code === 0 || code === unexpectedResponses))
        return { outcomes: [readMetrics(outputFile, order).outcome], slices: [] }
      checkSpace(logFile)
      const lack = code === 0 ? ', but wrote no metrics to its --output file' : ''
      const output = readEnd(logFile, 65_536)
      // Artillery marks so what is wrong with its command line; a page of help follows.
      const complaints = output.split('\n').filter((line) => /^ *›/.test(line))
      const [said, label] = complaints.length > 0 ? [complaints.join('\n'), 'It printed'] : [output, 'Its last lines']
      throw generatorFailed(`artillery ${command}`, howItEnded(exit) + lack, endOf(said), label)
    },
    read: async ({ samplesFile, ...files }) => readMetered(metricsFileOf(samplesFile), files)
  }
}
