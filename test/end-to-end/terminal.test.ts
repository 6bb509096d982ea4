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
    // What is left is told from the first second on.
    const left = String.raw`[█░]{10} {2}(\d+ (min|s) ?)+left`
    for (const line of [`warming up +\\d+ s {2}${left}`, `round {2}[23] {2}(single|clustered) +\\d+ s {2}${left}`])
      expect(moving.join('\n')).to.match(RegExp(`^<\\[2m {2}${line}<\\[22m$`, 'm'))
    expect(moving.at(-1)).to.contain('<[32m<[1mPASS<[22m<[39m')
    const screen = screenAfter(stdout).map((line) => line.trimEnd())
    expect(screen.filter((line) => /[█░]/.test(line))).to.eql([])
    expect(screen.filter((line) => /^ {2}round +\d/.test(line))).to.have.lengthOf(6)
    const ours = screen.slice(screen.findIndex((line) => line.startsWith('plan')))
    expect(ours.filter((line) => line.length > columns && !/explain|^Report/.test(line))).to.eql([])
    expectNothingOfTheWaitingUser(screen.join('\n'))
    // Artillery's spinner had its last turn before the first run.
    expect(stdout.slice(stdout.indexOf('round  1'))).to.not.match(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/)
  })
})
