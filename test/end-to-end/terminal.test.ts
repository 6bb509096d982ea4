// What a person sees: a pseudo-terminal, as `script` of util-linux makes it.
import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { expectNothingOfTheWaitingUser, startMarked } from '../support/artillery.ts'
import { artillery, certain, pausingFlow, shortScript, useProject } from '../support/project.ts'
import { screenAfter } from '../support/screen.ts'
import { waitUntilGone } from '../support/strays.ts'

const escape = String.fromCharCode(27)
const redrawn = `\r${escape}[2K`
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false

describe('artillery run in a terminal', () => {
  const project = useProject()

  /** @returns what the terminal got, and the lines that it shows at the end */
  async function runInTerminal({
    columns,
    env = {},
    flags = '',
    count
  }: {
    columns: number
    env?: Record<string, string>
    flags?: string
    count?: number
  }) {
    const script = project.write(
      'job.json',
      shortScript(project, {
        options: { thresholds: { p95: certain.toPass } },
        scenarios: [{ name: 'hello', flow: pausingFlow('/hello', count) }]
      })
    )
    const { CI: _ci, ...own } = process.env
    const command = `stty cols ${columns}; '${process.execPath}' '${artillery}' run ${flags} '${script}'`
    const { ended, mark } = startMarked(
      ['env', '-u', 'CI', '-u', 'FORCE_COLOR', 'script', '-qec', command, '/dev/null'],
      { cwd: project.folder, env: { ...own, TERM: 'xterm-256color', ...env } as Record<string, string> }
    )
    const { code, stdout } = await ended
    await waitUntilGone(mark)
    expect(code, stdout).to.equal(0)
    return { stdout, screen: screenAfter(stdout).map((line) => line.trimEnd()) }
  }

  before(function () {
    if (!hasScript) this.skip()
  })

  it('has a line that moves, and nothing of it at the end, in colours', async () => {
    const { stdout, screen } = await runInTerminal({ columns: 100, count: 60 })
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
    expect(screen.filter((line) => /~[\d,]+ requests/.test(line))).to.eql([])
    expect(screen.filter((line) => line.startsWith('  round'))).to.have.lengthOf(6)
    expect(screen.filter((line) => [...line].length > 100)).to.eql([])
    expectNothingOfTheWaitingUser(screen.join('\n'))
    // Artillery's spinner had its last turn before the first run.
    expect(stdout.slice(stdout.indexOf('round  1'))).to.not.match(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/)
  })

  it('keeps to 40 columns, and to no colours where NO_COLOR says so', async () => {
    const { stdout, screen } = await runInTerminal({ columns: 40, env: { NO_COLOR: '1' } })
    expect(stdout.replaceAll(escape, '<')).to.not.match(/<\[(?:1|2|3[1-3])m/)
    expect(stdout.split(redrawn).filter((text) => /^ {2}round {2}\d {2}single +\d+ s/.test(text))).to.not.eql([])
    const ours = screen.slice(screen.findIndex((line) => line.startsWith('speedup')))
    expect(ours.filter((line) => line.length > 40 && !/explain|^Report/.test(line))).to.eql([])
    expect(screen.join('\n')).to.match(/^PASS {2}clustered (?:is no slower|beats single)/m)
  })

  it('moves nothing with --quiet, and ends with the verdict', async () => {
    const { stdout } = await runInTerminal({ columns: 100, flags: '--quiet' })
    const shown = stripVTControlCharacters(stdout)
    expect(shown)
      .to.match(/PASS {2}clustered/)
      .and.to.not.match(/round {2}1|~\d/)
    expectNothingOfTheWaitingUser(shown)
  })
})
