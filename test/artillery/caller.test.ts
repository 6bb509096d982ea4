import { expect } from 'chai'
import { describe, it } from 'mocha'
import { withOptions } from '../../plugin/artillery/call.ts'

describe('options that a test suite gives', () => {
  const script = { config: { target: 'http://127.0.0.1:3000', plugins: { ensure: {}, speedup: { app: 'server.js', rounds: { min: 3, max: 10 }, thresholds: { p95: 1.3 } } } }, scenarios: [] }

  it('take the place of the file’s, each as a whole, and leave everything else', () => {
    const before = structuredClone(script)
    expect(withOptions(script, { thresholds: { p99: 1.2 }, rounds: 5 }, 'a.yml')).to.eql({
      config: { target: 'http://127.0.0.1:3000', plugins: { ensure: {}, speedup: { app: 'server.js', rounds: 5, thresholds: { p99: 1.2 } } } },
      scenarios: []
    })
    expect(script).to.eql(before)
  })

  it('may be all that there is', () => {
    const bare = { config: { plugins: { speedup: {} } } }
    expect(withOptions(bare, { app: 'server.js' }, 'a.yml').config.plugins.speedup).to.eql({ app: 'server.js' })
  })

  it('may be variants that need no app', () => {
    const bare = { config: { plugins: { speedup: {} } } }
    const variants = { old: { url: 'https://old.example' }, new: { url: 'https://new.example' } }
    expect(withOptions(bare, { variants }, 'a.yml').config.plugins.speedup).to.eql({ variants })
  })

  it('cannot make up for a script that names no app', () => {
    const bare = { config: { plugins: { speedup: {} } } }
    expect(() => withOptions(bare, { rounds: 5 }, 'scenarios/a.yml'))
      .to.throw('scenarios/a.yml has nothing under config.plugins.speedup, so nobody knows which app is to be compared. Add `plugins: { speedup: { app: ../server.js } }` to its config, or give the option app.')
      .with.property('code', 'INVALID_SETTINGS')
  })
})
