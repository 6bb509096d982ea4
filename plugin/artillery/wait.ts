import { lookBrisklyInThread } from '../load/brisk-polls.ts'
import { curtainFall } from './curtain.ts'

/**
 * The plugin in the outer run's load thread. Artillery needs a user there; ours sends nothing and waits until
 * the comparison is over, so that Artillery's own summary comes after it.
 */
export class WaitingThread {
  /** @param script Artillery's own; this thread runs what stands in it after we return */
  constructor(script: Record<string, any>, _events: unknown, { scenarioName }: { scenarioName?: string }) {
    lookBrisklyInThread()
    script.config.phases = [{ duration: 1, arrivalCount: 1 }]
    script.config.processor = { waitForComparison }
    // An engine of the user's is for the child runs.
    delete script.config.engines
    // Artillery looks for the scenario of --scenario-name here too.
    script.scenarios = [{ name: scenarioName ?? 'speedup', engine: 'http', flow: [{ function: 'waitForComparison' }] }]
  }
}

function waitForComparison(_context: unknown, _events: unknown, done: () => void) {
  void curtainFall().then(done)
}
