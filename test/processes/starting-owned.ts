import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { after, afterEach, before } from 'mocha'
import { startOwned, type Launch, type OwnedProcess } from '../../plugin/processes/owned-process.ts'
import { openWorkbench, type Workbench } from '../../plugin/processes/guard.ts'

/**
 * In a describe block: processes as we own them, strangers unless the test says otherwise; none of them outlives its
 * test.
 */
export function startingOwned() {
  let workbench: Workbench
  const started: OwnedProcess[] = []
  before(() => void (workbench = openWorkbench()))
  afterEach(() => Promise.all(started.splice(0).map(({ kill }) => kill())))
  after(() => workbench.close())

  /** @returns output: so far; printed: resolves with the output when it has all these texts */
  const start = (launch: Partial<Launch>) => {
    const logFile = workbench.createLog('owned')
    const owned = startOwned(
      { argv: [], env: process.env, cwd: workbench.folder, logFile, isStranger: true, ...launch },
      workbench.guard
    )
    started.push(owned)
    const output = () => readFileSync(logFile, 'utf8')
    let isOver = false // all of it: who was started last may print last
    void owned.exited.then(() => (isOver = true))
    const printed = async (...texts: RegExp[]) => {
      while (!texts.every((text) => text.test(output()))) {
        if (isOver && !texts.every((text) => text.test(output())))
          throw new Error(`It ended without printing ${texts}: ${output()}`)
        await delay(10)
      }
      return output()
    }
    return { owned, output, printed }
  }
  return { start, shell: (line: string) => start({ file: '/bin/sh', argv: ['-c', line] }) }
}
