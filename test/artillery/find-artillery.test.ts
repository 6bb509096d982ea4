import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { findArtillery, withPluginPath } from '../../plugin/artillery/find-artillery.ts'
import { temporaryFolder } from '../support/folder.ts'

describe('the artillery command', () => {
  const command = realpathSync(fileURLToPath(new URL('../../node_modules/artillery/bin/run', import.meta.url)))
  const folder = temporaryFolder()

  it('is that of the project in which the suite runs', () =>
    expect(realpathSync(findArtillery(folder.path('job.yml')))).to.equal(command))

  it('is that beside the scenario file where the suite runs elsewhere, whichever way its package names it', () => {
    const cwd = process.cwd()
    mkdirSync(folder.path('node_modules/artillery'), { recursive: true })
    try {
      process.chdir(tmpdir())
      for (const more of [
        { bin: './run' },
        { bin: { artillery: './run' } },
        { bin: './run', exports: { '.': './index.js' } }
      ]) {
        const manifest = realpathSync(
          folder.write('node_modules/artillery/package.json', JSON.stringify({ name: 'artillery', ...more }))
        )
        expect(findArtillery(`${realpathSync(folder.path('.'))}/job.yml`)).to.equal(`${dirname(manifest)}/run`)
      }
    } finally {
      process.chdir(cwd)
    }
  })

  it('is the global one where no project has one, which is a link in a folder of PATH', () => {
    const [cwd, path] = [process.cwd(), process.env.PATH]
    for (const name of ['elsewhere', 'global/bin', 'global/artillery/bin', 'other'])
      mkdirSync(folder.path(name), { recursive: true })
    folder.write('global/artillery/package.json', JSON.stringify({ name: 'artillery', bin: { artillery: 'bin/run' } }))
    symlinkSync(folder.write('global/artillery/bin/run', ''), folder.path('global/bin/artillery'))
    folder.write('other/artillery', '# a program of the same name')
    try {
      process.chdir(tmpdir())
      process.env.PATH = [folder.path('missing'), folder.path('global/bin')].join(delimiter)
      expect(findArtillery('/srv/job.yml')).to.equal(realpathSync(folder.path('global/artillery/bin/run')))
      process.env.PATH = folder.path('other')
      expect(realpathSync(findArtillery('/srv/job.yml')), 'the one beside the plugin').to.equal(command)
    } finally {
      process.chdir(cwd)
      process.env.PATH = path
    }
  })

  it('finds the plugin in the folder in which it is installed, after those that the user has named', () => {
    const own = fileURLToPath(new URL('../../', import.meta.url))
    expect(withPluginPath({ A: 'b' })).to.eql({ A: 'b', ARTILLERY_PLUGIN_PATH: own })
    expect(withPluginPath({ ARTILLERY_PLUGIN_PATH: '/a:/b' }).ARTILLERY_PLUGIN_PATH).to.equal(`/a:/b:${own}`)
  })
})
