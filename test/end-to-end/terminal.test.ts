// What a person sees. Without colours, and with --quiet: run-command.test.ts.
import { expect } from 'chai'
import { expectNothingOfTheWaitingUser, startOnTerminal } from '../support/artillery.ts'
import { artillery, certain, pausingFlow, shortScript, useProject } from '../support/project.ts'
import { screenAfter } from '../support/screen.ts'
import { waitUntilGone } from '../support/strays.ts'

const escape = String.fromCharCode(27)
const redrawn = `\r${escape}[2K`

describe('artillery run in a terminal', () => {
  const project = useProject()

  it('has a line that moves, and nothing of it at the end, in colours, and no line that is too long', async () => {
    const script = project.write(
      'job.json',
      shortScript(project, {
        options: { thresholds: { p50: certain.toPass } },
        scenarios: [{ name: 'hello', flow: pausingFlow('/hello', 60) }]
      })
    )
    const columns = 72
    const command = `'${process.execPath}' '${artillery}' run '${script}'`
    const { ended, mark } = startOnTerminal(command, columns, { cwd: project.folder })
    const { code, stdout } = await ended
    await waitUntilGone(mark)
    expect(code, stdout).to.equal(0)
    const moving = stdout.split(redrawn).map((text) => text.replaceAll(escape, '<'))
    // Requests are known a second after they were made; the time that is left, after the first run.
    expect(
      moving.filter((text) =>
        /^<\[2m {2}round {2}[23] {2}(single|clustered) +\d+ s {2}~[\d,]+ requests {2}about (\d+ (min|s) ?)+left<\[22m$/.test(
          text.trimEnd()
        )
      )
    ).to.not.eql([])
    expect(moving.at(-1)).to.contain('<[32m<[1mPASS<[22m<[39m')
    const screen = screenAfter(stdout).map((line) => line.trimEnd())
    expect(screen.filter((line) => /~[\d,]+ requests/.test(line))).to.eql([])
    expect(screen.filter((line) => /^ {2}round +\d/.test(line))).to.have.lengthOf(6)
    const ours = screen.slice(screen.findIndex((line) => line.startsWith('speedup')))
    expect(ours.filter((line) => line.length > columns && !/explain|^Report/.test(line))).to.eql([])
    expectNothingOfTheWaitingUser(screen.join('\n'))
    // Artillery's spinner had its last turn before the first run.
    expect(stdout.slice(stdout.indexOf('round  1'))).to.not.match(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/)
  })
})
