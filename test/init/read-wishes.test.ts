import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readWishes } from '../../plugin/init/questions.ts'
import { refusalFrom } from './some-project.ts'

describe('what is wanted of init', () => {
  it('is nothing by default', () => {
    expect(readWishes({})).to.eql({ app: null, port: null, path: null, readyTimeoutSeconds: null, ci: null })
  })

  it('is what was typed', () => {
    const typed = { app: 'a.js', port: '4000', path: '/a?b=c', 'ready-timeout': '2.5', ci: 'gitlab' }
    expect(readWishes(typed)).to.eql({ app: 'a.js', port: 4000, path: '/a?b=c', readyTimeoutSeconds: 2.5, ci: 'gitlab' })
  })

  const refused: [Record<string, string>, string][] = [
    [{ port: '0' }, '--port is 0. It must be a whole number from 1 to 65535.'],
    [{ port: '65536' }, '--port is 65536. It must be a whole number from 1 to 65535.'],
    [{ port: '80.5' }, '--port is 80.5. It must be a whole number from 1 to 65535.'],
    [{ port: 'http' }, '--port is "http". It must be a whole number from 1 to 65535.'],
    [{ port: '' }, '--port is "". It must be a whole number from 1 to 65535.'],
    [{ path: 'api' }, '--path is "api". It must be a path that begins with /, such as /api/users.'],
    [{ path: '/a b' }, '--path is "/a b". It must be a path that begins with /, such as /api/users.'],
    [{ 'ready-timeout': '0' }, '--ready-timeout is 0. It must be a number above 0 to 600.'],
    [{ 'ready-timeout': '10s' }, '--ready-timeout is "10s". It must be a number above 0 to 600.'],
    [{ ci: 'githib' }, '--ci is "githib". It must be one of github, gitlab (did you mean github?).']
  ]
  for (const [typed, message] of refused) {
    it(`is refused: ${message}`, async () => expect(await refusalFrom(() => readWishes(typed))).to.eql({ code: 'INVALID_SETTINGS', message }))
  }
})
