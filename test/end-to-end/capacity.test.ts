import { expect } from 'chai'
import { startArtillery } from '../support/artillery.ts'
import { shortScript, useProject } from '../support/project.ts'

describe('a search for the capacity', function () {
  this.timeout(900_000)
  const project = useProject()

  it('begins below what the slowest request allows, however often a quick one was answered, and says before how long it takes at most', async () => {
    const options = { capacity: { p95: '2s' }, variants: { single: {}, same: { mode: 'single' } } }
    // How many requests a user makes can't be told, and those of a warm-up are nearly all quick: 800 a second.
    const flow = [{ loop: [{ get: { url: '/quick?{{ $loopCount }}' } }], count: 40 }, { get: { url: '/slow' } }]
    const {
      config: { phases: _, ...config },
      ...script
    } = shortScript(project, { app: 'quick-and-slow.js', options, scenarios: [{ name: 'both', flow }] })
    const search = startArtillery(project.write('both.json', { ...script, config }), { cwd: project.folder })
    await search.printed(' left\n')
    const output = await search.interrupt()
    expect(output).to.match(/^plan {5}about .* to 8 min 30 s: 2 variants, 3 rounds$/m)
    const [, level, minutes] =
      / {2}search +(?:single|same) +at +([\d.,]+)\/s [^]*?about (\d+) min (?:\d+ s )?left/.exec(output) ?? []
    // One process carries 20 users a second.
    expect(Number(level), output).to.be.within(0.2, 20)
    expect(Number(minutes), output).to.be.at.least(2)
  })
})
