import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { asSpeedupError, callErrors, Interrupted, runErrors, SpeedupError } from '../../plugin/concepts/errors.ts'

const plugin = fileURLToPath(new URL('../../plugin/', import.meta.url))

describe('the error codes', () => {
  const codes = [...runErrors, ...callErrors]

  it('are listed once', () => {
    expect(new Set(codes).size).to.equal(codes.length)
    const code = `(?:${codes.join('|')})`
    // Three texts behind bars or commas, or three keys of an object; a function may choose from two.
    const list = new RegExp(`'${code}'(?:\\s*[|,]\\s*'${code}'){2}|(?:^ *'?${code}'?:[^]{1,500}?){3}`, 'm')
    const files = globSync('**/*.{ts,js}', { cwd: plugin, exclude: ['dist/**', 'node_modules/**'] })
    expect(files).to.include('concepts/errors.ts')
    expect(files.filter((file) => list.test(readFileSync(plugin + file, 'utf8')))).to.eql(['concepts/errors.ts'])
  })

  const refusal = new SpeedupError('APP_DIED', 'It exited.')
  const cases: [string, unknown, SpeedupError['code'], RegExp][] = [
    ['of a SpeedupError', refusal, 'APP_DIED', /^It exited\.$/],
    ['of an interruption', new Interrupted(), 'INTERRUPTED', /^The comparison was interrupted\.$/],
    ['of a bug', new TypeError('x is not a function'), 'UNEXPECTED', /, please report it:\nTypeError: x is not a function\n +at /],
    ['of what is not even an error', 'x', 'UNEXPECTED', /, please report it:\nx$/]
  ]
  for (const [name, thrown, code, message] of cases) {
    it(`include that ${name}`, () => {
      expect(asSpeedupError(thrown)).to.be.instanceOf(SpeedupError).and.include({ code })
      expect(asSpeedupError(thrown).message).to.match(message)
    })
  }
})
