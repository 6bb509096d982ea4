import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parseCommand } from '../../plugin/init/read-command.ts'

const set: Record<string, string> = { PORT: '3000', EMPTY: '' }
const parse = (text: string) => parseCommand(text, (name, fallback) => set[name] ?? fallback ?? '')

describe('a command line', () => {
  const cases: [string, string, string[][][]][] = [
    ['is cut into words', 'node  server.js --fast', [[['node', 'server.js', '--fast']]]],
    ['is cut into steps, and those into commands', 'tsc -p . && node a.js ; b || c & d', [[['tsc', '-p', '.']], [['node', 'a.js']], [['b'], ['c'], ['d']]]],
    ['keeps what is quoted together', `node "my app.js" --a='b c' d\\ e`, [[['node', 'my app.js', '--a=b c', 'd e']]]],
    ['has a word that is empty', `node a.js "" ''`, [[['node', 'a.js', '', '']]]],
    ['takes quotes out of quotes', 'a "say \\"hi\\" for \\$5"', [[['a', 'say "hi" for $5']]]],
    ['knows variables, quoted or not', 'a -p $PORT "${PORT}" \'$PORT\' ${HOST:-::1} $NONE', [[['a', '-p', '3000', '3000', '$PORT', '::1', '']]]],
    ['loses what comes behind a pipe, and where it is led to', 'node a.js 2>&1 | pino-pretty -c && b > out.log c', [[['node', 'a.js']], [['b', 'c']]]],
    ['may be empty', '  ', []]
  ]
  for (const [what, text, commands] of cases) {
    it(what, () => expect(parse(text)).to.eql(commands))
  }

  for (const text of ['node $(cat main)', 'node `cat main`', '(cd a; node b)', 'node "a', "node 'a"]) {
    it(`is left to a shell: ${text}`, () => expect(parse(text)).to.equal(null))
  }
})
