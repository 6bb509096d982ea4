import { expect } from 'chai'
import { spreadUsers } from '../../plugin/load-thread/make-load.ts'

const [a, b, c] = ['http://127.0.0.1:80', 'http://127.0.0.1:8080', 'https://[::1]:3443'].map((url) => ({ url }))

/** A script as Artillery runs it after the plugin was constructed, and what its engine http does with a user. */
function aLoadThread(targets: { url: string }[], scenario: Record<string, unknown> = {}, engine?: string) {
  const config = { target: targets[0].url, processor: Object.freeze({ own: () => {} }), engine }
  const script: any = { config, scenarios: [{ flow: [], ...scenario }] }
  spreadUsers(script, targets)
  const {
    config: { processor },
    scenarios: [{ beforeScenario = [], beforeRequest = [] }]
  } = script
  return {
    script,
    /** @param urls that a user asks for, as Artillery has completed them */
    user(...urls: string[]) {
      const context = { vars: { target: targets[0].url } }
      for (const name of beforeScenario) processor[name](context, {}, () => {})
      const asked = urls.map((url) => {
        const request = { url }
        for (const name of beforeRequest) processor[name](request, context, {}, () => {})
        return request.url
      })
      return { asked, target: context.vars.target }
    }
  }
}

describe('users of several targets', () => {
  const { user } = aLoadThread([a, b])

  it('go to them in turn, each with all that they ask for, and find theirs in the variable target', () => {
    const { user } = aLoadThread([a, b, c])
    const users = Array.from({ length: 6 }, () => user(`${a.url}/one`, `${a.url}/two?x=1`))
    for (const { asked, target } of users) expect(asked).to.eql([`${target}/one`, `${target}/two?x=1`])
    const turns = users.map(({ asked }) => asked[0])
    expect(turns.slice(0, 3)).to.have.members([a, b, c].map(({ url }) => `${url}/one`))
    expect(turns.slice(3)).to.eql(turns.slice(0, 3))
  })

  it('begin with another target in another thread, so that few users in each are spread too', () => {
    const first = Array.from({ length: 200 }, () => aLoadThread([a, b]).user().target)
    // All the same by chance: once in 2 to the power of 199.
    expect(new Set(first)).to.have.length(2)
  })

  it('are left alone where they go elsewhere, or name another target', () => {
    const elsewhere = ['http://127.0.0.1:8080/x', 'http://127.0.0.1:800/x', 'https://127.0.0.1/x', '{{ link }}', '']
    for (let i = 0; i < 2; i++) expect(user(...elsewhere).asked).to.eql(elsewhere)
  })

  it('are moved with a URL that is the target alone, or has a query and no path', () => {
    const asked = [1, 2].map(() => user(a.url, `${a.url}?x`, `${a.url}#y`).asked)
    expect(asked).to.have.deep.members([a, b].map(({ url }) => [url, `${url}?x`, `${url}#y`]))
  })

  it('keep the functions of the script, which come after ours', () => {
    const { script } = aLoadThread([a, b], { beforeRequest: 'own', beforeScenario: ['own', 'own'] })
    const {
      config: { processor },
      scenarios: [{ beforeRequest, beforeScenario }]
    } = script
    expect(processor.own).to.be.a('function')
    expect([beforeRequest.slice(1), beforeScenario.slice(1)]).to.eql([['own'], ['own', 'own']])
    expect([processor[beforeRequest[0]], processor[beforeScenario[0]]].map((hook) => hook.length)).to.eql([4, 3])
  })

  it('are not touched in scenarios of another engine, by itself or for all, nor where there is one target only', () => {
    expect(aLoadThread([a, b], { engine: 'ws' }).script.scenarios).to.eql([{ flow: [], engine: 'ws' }])
    expect(aLoadThread([a, b], {}, 'ws').script.scenarios).to.eql([{ flow: [] }])
    expect(aLoadThread([a, b], { engine: 'http' }, 'ws').script.scenarios[0]).to.include.keys('beforeRequest')
    const { script } = aLoadThread([a])
    expect(script.scenarios).to.eql([{ flow: [] }])
    expect(Object.keys(script.config.processor)).to.eql(['own'])
  })
})
