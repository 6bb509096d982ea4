import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { packageFile } from '../../plugin/package-files.ts'

const manifest = JSON.parse(readFileSync(new URL('../../plugin/package.json', import.meta.url), 'utf8'))

describe('the published package.json', () => {
  it('has an entry and its declarations for each module that others may import', () => {
    for (const path of Object.values<string>(manifest.exports)) {
      for (const name of [path, path.replace(/\.js$/, '.d.ts')]) expect(existsSync(packageFile(name)), name).to.equal(true)
    }
  })

  it('needs Artillery, and mocha, chai and PM2 of those who use them', () => {
    expect(Object.keys(manifest.peerDependencies)).to.eql(['artillery', 'chai', 'mocha', 'pm2'])
    expect(manifest.peerDependenciesMeta).to.eql({ chai: { optional: true }, mocha: { optional: true }, pm2: { optional: true } })
  })
})
