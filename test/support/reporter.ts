import mocha, { type Hook, type MochaOptions, type Runner, type Test } from 'mocha'

const shown = 20

/** Mocha's own reporter, and at the end the slowest tests and hooks: whoever makes the tests slow shall see it. */
export class Slowest extends mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options)
    const finished: (Test | Hook)[] = []
    runner.on('test end', (test: Test) => finished.push(test))
    runner.on('hook end', (hook: Hook) => finished.push(hook))
    runner.once('end', () => process.stdout.write(slowest(finished)))
  }
}

function slowest(finished: (Test | Hook)[]) {
  const slow = finished
    .filter(({ duration = 0 }) => duration >= 100)
    .sort((a, b) => Number(b.duration) - Number(a.duration))
  const lines = slow
    .slice(0, shown)
    .map((test) => `${(Number(test.duration) / 1000).toFixed(1).padStart(7)} s  ${test.titlePath().join(': ')}`)
  return lines.length === 0 ? '' : `  the slowest:\n${lines.join('\n')}\n\n`
}

export { Slowest as 'module.exports' }
