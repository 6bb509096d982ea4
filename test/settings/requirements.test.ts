import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkNode, checkRequirements } from '../../plugin/settings/requirements.ts'
import { refusal } from '../support/settings.ts'

const manifest = JSON.parse(readFileSync(new URL('../../plugin/package.json', import.meta.url), 'utf8'))
const here = { platform: 'linux', artilleryVersion: '2.0.32', launchedOn: 'local' }

describe('the requirements', () => {
  for (const artilleryVersion of ['2.0.32', '2.0.34', '2.0.100', '2.1.0', '2.0.35-a1b2c3d', undefined]) {
    it(`accept Artillery ${artilleryVersion ?? 'that does not tell its version'}`, () => {
      expect(() => checkRequirements({ ...here, artilleryVersion })).not.to.throw()
    })
  }

  for (const artilleryVersion of ['2.0.31', '2.0.4', '1.7.9', '2.0.0-38', '1.99.99']) {
    it(`refuse Artillery ${artilleryVersion}`, () => {
      const message = `This is Artillery ${artilleryVersion}, but artillery-plugin-speedup needs 2.0.32 or later. Update it: npm install --save-dev artillery@2.`
      expect(refusal(() => checkRequirements({ ...here, artilleryVersion }))).to.eql({ code: 'UNSUPPORTED', message })
    })
  }

  for (const artilleryVersion of ['3.0.0', '3.0.0-1', '10.1.2']) {
    it(`refuse Artillery ${artilleryVersion}, which nobody has tried`, () => {
      const message = `This is Artillery ${artilleryVersion}, but this artillery-plugin-speedup is made for Artillery 2, and works with parts of it that another may not have. Look for a later one: npm install --save-dev artillery-plugin-speedup@latest. Or go back: npm install --save-dev artillery@2.`
      expect(refusal(() => checkRequirements({ ...here, artilleryVersion }))).to.eql({ code: 'UNSUPPORTED', message })
    })
  }

  it('refuse the Artillerys that package.json leaves out, and no other', () => {
    expect(manifest.peerDependencies.artillery).to.equal('^2.0.32')
  })

  it('name the version of an Artillery that is too old to say where it runs', () => {
    expect(refusal(() => checkRequirements({ ...here, artilleryVersion: '2.0.30', launchedOn: undefined })).message).to.contain('This is Artillery 2.0.30')
  })

  it('refuse a Node that is older than package.json says, and no other', () => {
    expect(manifest.engines.node).to.equal('>=22.18')
    for (const version of ['22.18.0', '22.20.1', '24.0.0']) expect(() => checkNode(version)).not.to.throw()
    for (const version of ['22.17.9', '20.20.2', '18.0.0']) {
      const message = `This is Node ${version}, but artillery-plugin-speedup needs 22.18 or later. Update it, or run a later one by npx: npm install --save-dev node@24.`
      expect(refusal(() => checkNode(version))).to.eql({ code: 'UNSUPPORTED', message })
    }
  })

  it('refuse Windows and say where it runs', () => {
    const message =
      'artillery-plugin-speedup does not run on Windows: it owns apps by process groups and signals. Run it in WSL, in a container or in CI on Linux.'
    expect(refusal(() => checkRequirements({ ...here, platform: 'win32' }))).to.eql({ code: 'UNSUPPORTED', message })
  })

  it('refuse a run that Artillery launches elsewhere', () => {
    const message = "Artillery's --platform is aws:lambda, but the comparison is conducted on this machine. Leave --platform out; for variants of mode url, plugins.speedup.generator lets the load come from elsewhere, for example { command: run-lambda }."
    expect(refusal(() => checkRequirements({ ...here, launchedOn: 'aws:lambda' }))).to.eql({ code: 'UNSUPPORTED', message })
  })
})
