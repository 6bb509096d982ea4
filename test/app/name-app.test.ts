import { expect } from 'chai'
import { describe, it } from 'mocha'
import { nameApp } from '../../plugin/app/explain.ts'
import { aVariant, someSettings } from '../support/settings.ts'

const { app } = someSettings()
const named = (command: string | string[]) => nameApp(aVariant({ name: 'shop', mode: 'command', command }), app)

describe('how a message names what was started', () => {
  it('is by its command, without what may be a secret', () => {
    expect(named('DB_PASSWORD=s3cret node server.js --token s3cret')).to.equal('Variant shop: the command `DB_PASSWORD=… node server.js --token …`')
    expect(named(['docker', 'run', '-e', 'TOKEN=s3cret s3cret', 'shop'])).to.equal('Variant shop: the command `docker run -e TOKEN=… shop`')
  })

  it('is by the beginning of a long command, cut off only where secrets are masked already', () => {
    const beginning = `node ${'x'.repeat(180)}`
    expect(named(`${beginning} TOKEN="s3cret ${'s3cret '.repeat(30)}" --last`)).to.equal(`Variant shop: the command \`${beginning} TOKEN=… --last\``)
    expect(named('x'.repeat(201))).to.equal(`Variant shop: the command \`${'x'.repeat(200)} …\``)
  })
})
