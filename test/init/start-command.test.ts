import { relative } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { findApp } from '../../plugin/init/find-app.ts'
import { someProjects } from './some-project.ts'

describe('the command that starts the app', () => {
  const projects = someProjects()

  function findFrom(start: string, files: Record<string, string | object> = {}) {
    const project = projects.make({ 'package.json': { scripts: { start, serve: 'node --expose-gc server.js' } }, 'server.js': '', 'migrate.js': '', 'src/main.ts': '', ...files })
    const { script, ...rest } = findApp(project, { app: null, port: null })
    return { script: relative(project.folder, script), ...rest }
  }

  const starts: [string, string, object][] = [
    ['a file for Node', 'node server.js', { script: 'server.js' }],
    ['a file without its extension', 'node server', { script: 'server.js' }],
    ['arguments for Node and for the app', 'node --env-file=.env --import x -r y server.js --flag a', { nodeArgs: ['--env-file=.env', '--import', 'x', '-r', 'y'], args: ['--flag', 'a'] }],
    ['variables', 'NODE_ENV=production DEBUG= node server.js', { env: { NODE_ENV: 'production', DEBUG: '' } }],
    ['cross-env', 'cross-env A=b C="d e" node server.js', { env: { A: 'b', C: 'd e' } }],
    ['what is for development only', 'node --watch --inspect=9229 --watch-path src server.js', { nodeArgs: [] }],
    ['TypeScript run by Node', 'node src/main.ts', { script: 'src/main.ts' }],
    ['nodemon', 'nodemon --watch src -e js,json server.js --fast', { args: ['--fast'], remarks: ['nodemon is left out: it would only start the app again when a file changes.'] }],
    ['nodemon with a program of its own', 'nodemon --exec "node --expose-gc" server.js', { nodeArgs: ['--expose-gc'] }],
    ['tsx, as a loader for Node', 'tsx --tsconfig tsconfig.run.json src/main.ts', { script: 'src/main.ts', nodeArgs: ['--import', 'tsx'], env: { TSX_TSCONFIG_PATH: 'tsconfig.run.json' } }],
    ['a script of package.json', 'npm run serve -- --fast', { nodeArgs: ['--expose-gc'], args: ['--fast'] }],
    ['a script by yarn', 'yarn serve --fast', { nodeArgs: ['--expose-gc'], args: ['--fast'] }],
    ['a script by npm, which keeps options for itself', 'npm run --silent serve a --fast', { nodeArgs: ['--expose-gc'], args: ['a'] }],
    ['npx', 'npx --no node server.js', { script: 'server.js' }],
    ['a file of variables', 'dotenv -e .env.local -- node server.js', { nodeArgs: ['--env-file-if-exists=.env.local'] }],
    ['a file of variables that has its usual name, and variables', 'dotenv -v A=b -- node server.js', { nodeArgs: ['--env-file-if-exists=.env'], env: { A: 'b' } }],
    ['a file of variables by dotenvx', 'dotenvx run -f .env.a -e A=b -- node server.js', { nodeArgs: ['--env-file-if-exists=.env.a'], env: { A: 'b' } }],
    ['a file of variables by env-cmd', 'env-cmd -f .env.prod node server.js', { nodeArgs: ['--env-file-if-exists=.env.prod'] }],
    ['a file of variables as env-cmd once took it', 'env-cmd ./.env.prod node server.js', { nodeArgs: ['--env-file-if-exists=./.env.prod'] }],
    ['PM2', 'pm2-runtime start server.js -i max -- --fast', { args: ['--fast'], remarks: ['PM2 is left out: here one process is compared with a cluster of Node’s own.'] }],
    ['PM2 with words for itself only', 'pm2 start server.js -i max', { args: [] }],
    ['pnpm, with what it leaves to the program', 'pnpm exec node server.js --fast', { args: ['--fast'] }],
    ['the last program of several', 'tsc && node server.js', { remarks: ['Of `tsc && node server.js`, init runs only the app; whatever else that does has to be done already.'] }],
    ['the last program of several, of which another is no app', 'node migrate.js && node server.js', { script: 'server.js' }],
    ['the first of those that run beside one another', 'node server.js & node migrate.js', { script: 'server.js' }],
    ['the first of those that take its place', 'tsc || node server.js || node migrate.js', { script: 'server.js' }],
    ['options of Node that take a value', 'node --unhandled-rejections strict --disable-warning DEP0040 --dns-result-order ipv4first server.js', { nodeArgs: ['--unhandled-rejections', 'strict', '--disable-warning', 'DEP0040', '--dns-result-order', 'ipv4first'] }],
    ['what nodemon hands to Node', 'nodemon -w src -r dotenv/config --import ./x.js --env-file=.env -q server.js', { nodeArgs: ['-r', 'dotenv/config', '--import', './x.js', '--env-file=.env'] }],
    ['a variable with a fallback, whatever its value is', 'node server.js ${SPEEDUP_TEST_SECRET:-none}', { args: ['none'] }],
    ['a variable that comes from another one, which is left out', 'cross-env A=$SPEEDUP_TEST_SECRET B=b node server.js', { env: { B: 'b' }, remarks: ['A is left out, since its value comes from a variable: set A itself, here and when you compare.'] }]
  ]
  for (const [what, start, expected] of starts) {
    it(`reads ${what}: ${start}`, () => expect(findFrom(start)).to.deep.include({ script: 'server.js', ...expected, origin: `scripts.start: ${start}` }))
  }

  it('takes what nest start has built', () => {
    expect(findFrom('nest start --watch', { 'dist/main.js': '' })).to.include({ script: 'dist/main.js' })
  })

  for (const program of ['ts-node -T', 'ts-node-esm', 'ts-node-dev --respawn --transpile-only', 'nodemon', 'node -r ts-node/register', 'node --loader ts-node/esm']) {
    it(`lets another one run what ${program.split(' ')[0]} would: tsx, or Node itself`, () => {
      const withoutTsx = findFrom(`${program} src/main.ts --fast`)
      expect(withoutTsx).to.deep.include({ script: 'src/main.ts', nodeArgs: [], args: ['--fast'] })
      expect(withoutTsx.remarks.at(-1)).to.match(/^Node itself takes the place of ts-node, which can’t be observed while it is compared\. .* npm install --save-dev tsx\.$/)
      const withTsx = findFrom(`${program} src/main.ts`, { 'node_modules/tsx/package.json': {} })
      expect(withTsx).to.deep.include({ script: 'src/main.ts', nodeArgs: ['--import', 'tsx'] })
      expect(withTsx.remarks.at(-1)).to.match(/^tsx, which is installed, takes the place of ts-node/)
    })
  }

  it('keeps what is loaded before TypeScript, and its configuration', () => {
    const tsx = { 'node_modules/tsx/package.json': {} }
    const nodeArgs = ['-r', 'dotenv/config', '-r', 'tsconfig-paths/register']
    const start = 'ts-node -r dotenv/config -r ts-node/register -r tsconfig-paths/register --project tsconfig.run.json src/main.ts'
    expect(findFrom(start)).to.deep.include({ nodeArgs, env: {} })
    expect(findFrom(start, tsx)).to.deep.include({ nodeArgs: [...nodeArgs, '--import', 'tsx'], env: { TSX_TSCONFIG_PATH: 'tsconfig.run.json' } })
    expect(findFrom('node -r dotenv/config -r ts-node/register --expose-gc src/main.ts', tsx).nodeArgs).to.eql(['-r', 'dotenv/config', '--expose-gc', '--import', 'tsx'])
    expect(findFrom('nodemon --expose-gc src/main.ts', tsx).nodeArgs).to.eql(['--expose-gc', '--import', 'tsx'])
  })

  it('reads what nodemon is told by a file of its own', () => {
    const remarks = ['nodemon is left out: it would only start the app again when a file changes.']
    const exec = { exec: 'node --expose-gc server.js', watch: ['src'] }
    expect(findFrom('nodemon', { 'nodemon.json': exec })).to.deep.include({ script: 'server.js', nodeArgs: ['--expose-gc'], remarks })
    expect(findFrom('', { 'package.json': { scripts: { start: 'nodemon' }, nodemonConfig: exec } })).to.deep.include({ script: 'server.js', nodeArgs: ['--expose-gc'] })
    expect(findFrom('nodemon -x "node --no-opt" server.js', { 'nodemon.json': exec })).to.deep.include({ nodeArgs: ['--no-opt'] })
    for (const [config, puzzle] of [['{', 'read what it starts from a file of its own'], [{ execMap: { js: 'x' } }, 'read what it starts from a file of its own'], [{ env: { A: 'b' } }, 'read what it starts from a file of its own'], [{ exec: 'tsc && node .' }, 'start what only a shell can take apart']]) {
      expect(findFrom('nodemon server.js', { 'nodemon.json': config })).to.deep.include({ origin: 'its usual name', remarks: [`scripts.start is \`nodemon server.js\`, which has nodemon ${puzzle}.`] })
    }
  })

  it('takes nothing out of the environment of whoever calls it', () => {
    process.env.SPEEDUP_TEST_SECRET = 'hunter2'
    try {
      for (const start of ['A=$SPEEDUP_TEST_SECRET node server.js', 'A="x-${SPEEDUP_TEST_SECRET}" node server.js', 'dotenv -v A=$SPEEDUP_TEST_SECRET -- node server.js', 'node server.js --key $SPEEDUP_TEST_SECRET', 'node server.js key=$SPEEDUP_TEST_SECRET', 'node -r $SPEEDUP_TEST_SECRET server.js', 'node server.js ${SPEEDUP_TEST_SECRET-x}', 'npm run serve -- a=$SPEEDUP_TEST_SECRET']) {
        const found = findFrom(start)
        expect(JSON.stringify(found), start).to.not.include('hunter2').and.not.include('\ue000')
        expect(found).to.include({ script: 'server.js' })
      }
    } finally {
      delete process.env.SPEEDUP_TEST_SECRET
    }
  })

  const puzzles: [string, string][] = [
    ['docker compose up', 'starts docker, which is not installed here as a program for Node'],
    ['concurrently "a" "b"', 'starts several programs, or none that serves (concurrently)'],
    ['node -e "serve()"', 'gives Node no file to run'],
    ['bun server.ts', 'is for Bun, and the app is compared under Node'],
    ['cd api && node server.js', 'goes to another folder: run init there'],
    ['npm run serve -w api', 'runs another package: go to its folder and run init there'],
    ['node server.js --key $SPEEDUP_TEST_SECRET', 'needs a variable, whose value is nothing for a file'],
    ['node server.js key=$SPEEDUP_TEST_SECRET', 'needs a variable, whose value is nothing for a file'],
    ['node $SPEEDUP_TEST_SECRET', 'needs a variable, whose value is nothing for a file'],
    ['node migrate.js && pm2 start ecosystem.config.js', 'has PM2 read what it starts from a file of its own'],
    ['node migrate.js ; docker compose up', 'starts docker, which is not installed here as a program for Node'],
    ['node --new-option value server.js', 'gives Node a file that is not there, or a value of --new-option (value)'],
    ['nodemon --config other.json server.js', 'has nodemon read what it starts from a file of its own'],
    ['dotenv -c production -- node server.js', 'has variables read in a way that Node does not know (-c)'],
    ['env-cmd -e production node server.js', 'has variables read in a way that Node does not know (-e)'],
    ['npm start', 'leads to scripts.start, which is not there or leads back'],
    ['npm run sevre', 'names no script of package.json (sevre)'],
    ['pm2 start ecosystem.config.js', 'has PM2 read what it starts from a file of its own'],
    ['node $(ls)', 'only a shell can take apart'],
    ['tsx', 'gives tsx no file to run'],
    ['ts-node', 'gives ts-node no file to run'],
    ['', 'is empty']
  ]
  for (const [start, puzzle] of puzzles) {
    it(`says that it can’t read \`${start}\`, and goes on to the usual names`, () => {
      expect(findFrom(start)).to.deep.include({ script: 'server.js', origin: 'its usual name', remarks: [`scripts.start is \`${start}\`, which ${puzzle}.`] })
    })
  }
})
