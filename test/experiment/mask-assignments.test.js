import { expect } from 'chai'
import { describe, it } from 'mocha'
import { maskAssignments } from '../../plugin/experiment/mask-assignments.js'

describe('a command for others to read', () => {
  /** @type {[what: string, given: string | string[], shown: string][]} */
  const commands = [
    ['nothing to hide', 'node server.js --threads=2 > app.log', 'node server.js --threads=2 > app.log'],
    ['an assignment', 'TOKEN=s3cret node server.js', 'TOKEN=… node server.js'],
    ['several of them', 'export A=s3cret; B=s3cret&&C=s3cret node server.js', 'export A=…; B=…&&C=… node server.js'],
    ['an addition', 'LIST+=s3cret node server.js', 'LIST+=… node server.js'],
    ['quoted values', `A="s3cret s3cret" B='s3cret s3cret' C=x"s3cret s3cret"y node .`, 'A=… B=… C=… node .'],
    ['escaped spaces and quotes', 'A=s3cret\\ s3cret B="s3cret\\" s3cret" node .', 'A=… B=… node .'],
    ['what another command prints', 'A=$(echo s3cret s3cret) B=`echo s3cret s3cret` C="$(echo "s3cret s3cret")" node .', 'A=… B=… C=… node .'],
    ['options that set variables', 'docker run -e A=s3cret --env B=s3cret --env=C=s3cret -eD=s3cret -p 80:80 app', 'docker run -e A=… --env B=… --env=C=… -eD=… -p 80:80 app'],
    ['quoted assignments', `docker run -e "A=s3cret s3cret" -e 'B=s3cret s3cret's3cret app`, `docker run -e "A=…" -e 'B=…' app`],
    ['a line within the line', `sh -c 'A=s3cret s3cret'`, `sh -c 'A=…'`],
    ['a quote that is never closed', 'A="s3cret s3cret', 'A=…'],
    ['a program and its arguments', ['docker', 'run', '-e', 'A=s3cret s3cret', '--env=B=s3cret s3cret', '-eC=s3cret s3cret', 'app', '--threads=2'], 'docker run -e A=… --env=B=… -eC=… app --threads=2'],
    ['a shell and its line', ['sh', '-c', 'cd app && A=s3cret node .'], 'sh -c cd app && A=… node .']
  ]
  for (const [what, given, shown] of commands) {
    it(`shows ${what} without any value`, () => expect(maskAssignments(given)).to.equal(shown))
  }

  it('is found without trying every way to read it, however odd its quotes', () => {
    const long = 40_000
    for (const odd of [`"A=${'\\'.repeat(long)}`, `A="${'$('.repeat(2000)}`, `A=${'"'.repeat(long + 1)}`, `A="${'`'.repeat(long + 1)}`, '"A=b'.repeat(2000)]) {
      expect(maskAssignments(odd)).to.have.length.below(odd.length)
    }
  })
})
