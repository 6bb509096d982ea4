import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { entriesOf, publishedForm } from '../../plugin/pack/manifest.js'

const manifest = JSON.parse(readFileSync(new URL('../../plugin/package.json', import.meta.url), 'utf8'))

describe('the published package.json', () => {
  const written = {
    ...{ name: 'some-plugin', version: '1.2.3', private: true, type: 'module', main: './index.js', license: 'MIT' },
    exports: { '.': './index.js', './chai': './kit/chai.js', './options.schema.json': './options.schema.json', './package.json': './package.json' },
    bin: { 'some-command': './cli.js' }
  }

  it('points to what was built, may be published, and is as it was otherwise', () => {
    expect(JSON.parse(JSON.stringify(publishedForm(written)))).to.eql({
      ...{ name: 'some-plugin', version: '1.2.3', type: 'module', license: 'MIT' },
      main: './dist/index.js',
      types: './dist/types/index.d.ts',
      exports: {
        '.': { types: './dist/types/index.d.ts', default: './dist/index.js' },
        './chai': { types: './dist/types/kit/chai.d.ts', default: './dist/chai.js' },
        './options.schema.json': './options.schema.json',
        './package.json': './package.json'
      },
      bin: { 'some-command': './dist/cli.js' }
    })
  })

  it('has an entry for each that is written', () => {
    expect(entriesOf(written)).to.eql({ modules: ['index.js', 'kit/chai.js'], commands: ['cli.js'] })
  })

  it('is made of one that is in its written form here', () => {
    const message = 'plugin/package.json is in its published form, left there by an npm pack that failed or was killed. Put it back: node plugin/pack/postpack.js'
    expect(manifest.main, message).to.equal('./index.js')
    // So npm publishes nothing but what was built: that is not private.
    expect(manifest.private).to.equal(true)
  })

  it('needs Artillery, and mocha, chai and PM2 of those who use them', () => {
    expect(Object.keys(manifest.peerDependencies)).to.eql(['artillery', 'chai', 'mocha', 'pm2'])
    expect(manifest.peerDependenciesMeta).to.eql({ chai: { optional: true }, mocha: { optional: true }, pm2: { optional: true } })
  })
})
