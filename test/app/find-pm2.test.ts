import { mkdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkPm2, findPm2, pm2 } from '../../plugin/app/modes/pm2.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aVariant, refusal, scriptFile, someSettings, workingDirectory } from '../support/settings.ts'

describe('PM2', () => {
  const folder = temporaryFolder()
  const nowhere = () => ({ scriptFile: folder.path('scenario.yml'), workingDirectory: folder.path('.'), path: '' })

  /** @returns a project that has this version of it */
  function project(name: string, version: string): string {
    mkdirSync(folder.path(`${name}/node_modules/pm2`), { recursive: true })
    folder.write(`${name}/node_modules/pm2/package.json`, JSON.stringify({ name: 'pm2', version, main: 'index.js' }))
    return folder.path(name)
  }

  it('is found in the project of the scenario file, before the working directory’s', () => {
    const [here, there] = [project('here', '6.0.1'), project('there', '5.1.0')]
    expect(findPm2({ scriptFile: `${here}/s.yml`, workingDirectory: there, path: '' })).to.eql({ main: `${here}/node_modules/pm2/index.js`, version: '6.0.1' })
    expect(findPm2({ ...nowhere(), workingDirectory: there })?.version).to.equal('5.1.0')
    expect(findPm2({ ...nowhere(), scriptFile, workingDirectory })?.main).to.equal(createRequire(import.meta.url).resolve('pm2'))
  })

  it('is found behind the command of a global one', () => {
    const global_ = project('global/lib', '5.4.0')
    mkdirSync(folder.path('global/bin'))
    folder.write('global/lib/node_modules/pm2/pm2', '#!/usr/bin/env node\n')
    symlinkSync(`${global_}/node_modules/pm2/pm2`, folder.path('global/bin/pm2'))
    expect(findPm2({ ...nowhere(), path: `/nowhere:${folder.path('global/bin')}` })?.version).to.equal('5.4.0')
  })

  it('is nowhere, where there is none', () => {
    expect(findPm2(nowhere())).to.equal(null)
  })

  it('that is not there, or too old, is refused', () => {
    expect(refusal(() => checkPm2(null, 'managed'))).to.eql({
      code: 'UNSUPPORTED',
      message: 'Variant managed: mode pm2 needs the package pm2, which is not installed. Install it: npm install --save-dev pm2. Or leave managed out.'
    })
    expect(refusal(() => checkPm2({ main: '/pm2/index.js', version: '4.5.6' }, 'managed'))).to.eql({
      code: 'UNSUPPORTED',
      message: 'Variant managed: this is PM2 4.5.6, but mode pm2 needs PM2 5 or later. Update it: npm install --save-dev pm2@latest.'
    })
  })

  it('of this project is good', async () => {
    await pm2.check?.(someSettings(), aVariant({ mode: 'pm2' }), new AbortController().signal)
  })
})
