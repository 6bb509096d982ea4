import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { runArtillery } from '../support/artillery.ts'
import { concludeFrom, measureOnce } from '../support/measure.ts'
import { apps, steadyScript, useProject } from '../support/project.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const node = `'${process.execPath}'`

describe('any command', function () {
  this.timeout(90_000)
  const project = useProject()

  /** @param commands by the names of variants */
  const scriptOf = (commands: Record<string, string | string[]>) => {
    const variants = Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, { mode: 'command', command }]))
    return project.write('job.json', steadyScript(project, { options: { app: { cwd: repository, stopTimeout: 1 }, variants } }))
  }

  it('is measured, with what its grandchildren use, the header where it sends it, and that it had to be killed', async () => {
    const measured = await measureOnce(
      scriptOf({
        deaf: `trap '' TERM; ${node} ${apps}forks.js & while :; do sleep 1; done`,
        tagged: [process.execPath, '--import', 'artillery-plugin-speedup/preload', `${apps}hello.js`]
      }),
      project.folder
    )
    const [deaf, tagged] = measured.runs
    expect(deaf).to.deep.include({ failures: 0, workers: [], unattributed: deaf.requests, restarts: 0 })
    const computed = (deaf.requests * 0.005) / deaf.loadSeconds
    expect(Number(deaf.machine?.app) / computed).to.be.within(0.8, 2)
    expect(deaf.machine?.appMegabytes).to.be.above(60)
    expect(tagged.workers).to.have.length(1)
    expect(tagged).to.deep.include({ failures: 0, unattributed: 0 })
    expect([deaf.killed, tagged.killed]).to.eql([true, false])
    expect(concludeFrom(measured).candidates.map(({ name }) => name)).to.eql(['tagged'])
  })

  it('that goes to the background ends the comparison, and nothing is left of it', async () => {
    const script = scriptOf({ one: `setsid ${node} ${apps}hello.js &`, other: `exec ${node} ${apps}hello.js` })
    const { code, output } = await runArtillery(script, { cwd: project.folder })
    expect(code, output).to.equal(3)
    expect(output).to.match(/NOT MEASURED {2}Variant one: the command `setsid .*hello\.js &` exited with code 0 .*, but what it had started went on in the background\. That was ended\. Only what runs in the foreground can be measured/)
  })
})
