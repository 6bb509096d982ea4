import { dirname } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aSource, refusal, scriptFile } from '../support/settings.ts'

describe('reading an ecosystem file', () => {
  const folder = temporaryFolder()
  const read = (ecosystem: unknown, rest: object = {}) =>
    readSettings(aSource({ variants: { single: {}, farm: { mode: 'pm2', ecosystem, ...rest } } }, { configFile: folder.path('shared.yml') })).variants[1]

  it('takes a path from the scenario file, and from that of --config', () => {
    const file = folder.write('ecosystem.config.cjs', '')
    expect(read('primes.yml').ecosystem).to.eql({ file: scriptFile, app: null })
    expect(read('ecosystem.config.cjs').ecosystem).to.eql({ file, app: null })
  })

  it('takes the name of the app in it', () => {
    const file = folder.write('ecosystem.config.cjs', '')
    expect(read({ file, app: 'api' })).to.deep.include({ mode: 'pm2', workers: null, ecosystem: { file, app: 'api' } })
    expect(read({ file }, { workers: 2 })).to.deep.include({ workers: 2, ecosystem: { file, app: null } })
  })

  const places = () => `${dirname(scriptFile)}/gone.cjs nor ${folder.path('gone.cjs')}`

  it('refuses a file that is not there', () => {
    expect(refusal(() => read('gone.cjs')).message)
      .to.equal(`plugins.speedup.variants.farm.ecosystem is "gone.cjs", but there is no file ${places()}. Paths begin at the scenario file.`)
    expect(refusal(() => read({ file: 'gone.cjs' })).message)
      .to.equal(`plugins.speedup.variants.farm.ecosystem.file is "gone.cjs", but there is no file ${places()}. Paths begin at the scenario file.`)
  })

  it('refuses an app without its file', () => {
    expect(refusal(() => read({ app: 'api' })).message).to.equal(
      'plugins.speedup.variants.farm.ecosystem.file is missing. Give PM2\'s ecosystem file, for example { file: ../ecosystem.config.cjs, app: api } (a path from the scenario file).'
    )
  })

  it('refuses what is neither a path nor a map', () => {
    expect(refusal(() => read(['a.cjs'])).message)
      .to.equal('plugins.speedup.variants.farm.ecosystem is ["a.cjs"]. It must be an ecosystem file of PM2, or a map such as { file: ../ecosystem.config.cjs, app: api }.')
  })
})
