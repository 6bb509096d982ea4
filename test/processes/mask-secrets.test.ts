import { expect } from 'chai'
import { maskSecrets } from '../../plugin/processes/mask-secrets.ts'

describe('a command for others to read', () => {
  const commands: [what: string, given: string | string[], shown: string][] = [
    ['nothing to hide', 'node server.js --threads=2 > app.log', 'node server.js --threads=2 > app.log'],
    ['an assignment', 'TOKEN=s3cret node server.js', 'TOKEN=… node server.js'],
    ['several of them', 'export A=s3cret; B=s3cret&&C=s3cret node server.js', 'export A=…; B=…&&C=… node server.js'],
    ['an addition', 'LIST+=s3cret node server.js', 'LIST+=… node server.js'],
    ['quoted values', `A="s3cret s3cret" B='s3cret s3cret' C=x"s3cret s3cret"y node .`, 'A=… B=… C=… node .'],
    ['escaped spaces and quotes', 'A=s3cret\\ s3cret B="s3cret\\" s3cret" node .', 'A=… B=… node .'],
    [
      'what another command prints',
      'A=$(echo s3cret s3cret) B=`echo s3cret s3cret` C="$(echo "s3cret s3cret")" node .',
      'A=… B=… C=… node .'
    ],
    [
      'options that set variables',
      'docker run -e A=s3cret --env B=s3cret --env=C=s3cret -eD=s3cret -p 80:80 app',
      'docker run -e A=… --env B=… --env=C=… -eD=… -p 80:80 app'
    ],
    [
      'quoted assignments',
      `docker run -e "A=s3cret s3cret" -e 'B=s3cret s3cret's3cret app`,
      `docker run -e "A=…" -e 'B=…' app`
    ],
    ['a line within the line', `sh -c 'A=s3cret s3cret'`, `sh -c 'A=…'`],
    ['a quote that is never closed', 'A="s3cret s3cret', 'A=…'],
    [
      'a program and its arguments',
      ['docker', 'run', '-e', 'A=s3cret s3cret', '--env=B=s3cret s3cret', '-eC=s3cret s3cret', 'app', '--threads=2'],
      'docker run -e A=… --env=B=… -eC=… app --threads=2'
    ],
    ['a shell and its line', ['sh', '-c', 'cd app && A=s3cret node .'], 'sh -c cd app && A=… node .'],
    [
      'options that are called secrets',
      'node . --verbose --token s3cret --db-password="s3cret s3cret" -api-key  s3cret --API-KEY-FILE=s3cret --port 80',
      'node . --verbose --token … --db-password=… -api-key  … --API-KEY-FILE=… --port 80'
    ],
    [
      'such options in a list',
      ['node', '.', '--token', 's3cret s3cret', '--passwd=s3cret s3cret', '--secret', '--threads', '2'],
      'node . --token … --passwd=… --secret … 2'
    ],
    [
      'who may enter',
      'node . postgres://ada:s3cret@db:5432/shop https://s3cret@git.example/x http://a.example/b',
      'node . postgres://…@db:5432/shop https://…@git.example/x http://a.example/b'
    ],
    [
      'bearer tokens',
      `proxy -H "Authorization: Bearer s3cret.s3cret" --port 80`,
      'proxy -H "Authorization: Bearer …" --port 80'
    ],
    [
      'a list with a URL and a bearer token',
      ['proxy', 'http://ada:s3cret@db', '-H', 'Authorization: bearer s3cret'],
      'proxy http://…@db -H Authorization: bearer …'
    ]
  ]
  for (const [what, given, shown] of commands) {
    it(`shows ${what} without any value`, () => expect(maskSecrets(given)).to.equal(shown))
  }

  it('is found without trying every way to read it, however odd its quotes', () => {
    const long = 40_000
    for (const odd of [
      `"A=${'\\'.repeat(long)}`,
      `A="${'$('.repeat(2000)}`,
      `A=${'"'.repeat(long + 1)}`,
      `A="${'`'.repeat(long + 1)}`,
      '"A=b'.repeat(2000)
    ]) {
      expect(maskSecrets(odd)).to.have.length.below(odd.length)
    }
    for (const plain of [
      '-'.repeat(long),
      '-token'.repeat(long),
      `--a${' '.repeat(long)}`,
      '/'.repeat(long),
      '//a'.repeat(long)
    ]) {
      expect(maskSecrets(plain)).to.equal(plain)
    }
  })
})
