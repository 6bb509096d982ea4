import { lookBrisklyInThread } from '../load/brisk-polls.js'
import { curtainFall } from './curtain.js'

/**
 * The plugin in the outer run's load thread. Artillery needs a user there; ours sends nothing and waits until
 * the comparison is over, so that Artillery's own summary comes after it.
 */
export class WaitingThread {
  /**
   * @param {Record<string, any>} script Artillery's own; this thread runs what stands in it after we return
   * @param {unknown} _events
   * @param {{ scenarioName?: string }} options
   */
  constructor(script, _events, { scenarioName }) {
    lookBrisklyInThread()
    script.config.phases = [{ duration: 1, arrivalCount: 1 }]
    script.config.processor = { waitForComparison }
    // An engine of the user's is for the child runs.
    delete script.config.engines
    // Artillery looks for the scenario of --scenario-name here too.
    script.scenarios = [{ name: scenarioName ?? 'speedup', engine: 'http', flow: [{ function: 'waitForComparison' }] }]
  }
}

/**
 * @param {unknown} _context
 * @param {unknown} _events
 * @param {() => void} done
 */
function waitForComparison(_context, _events, done) {
  void curtainFall().then(done)
}
