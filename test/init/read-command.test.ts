import { relative } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { findApp } from '../../plugin/init/find-app.ts'
import { someProjects, type Files } from './some-project.ts'

describe('reading the command that starts the app', () => {
  const projects = someProjects()

  function findFrom(start: string, files: Files = {}) {
    const manifest = { scripts: { start, serve: 'node --expose-gc server.js' } }
    const project = projects.make({ 'package.json': manifest, 'server.js': '', 'migrate.js': '', 'src/main.ts': '', 'my app.js': '', ...files })
    const { script, ...rest } = findApp(project, { app: null, port: null })
    return { script: relative(project.folder, script), ...rest }
  }

  const envFile = (name: string) => [`--env-file-if-exists=${name}`]
  const withoutRestarts = { remarks: ['nodemon is left out: it would only start the app again when a file changes.'] }
  const forNode = (words: string) => ({ nodeArgs: words.split(' ') })
  const valued = '--unhandled-rejections strict --disable-warning DEP0040 --dns-result-order ipv4first'
  const pm2 = { remarks: ['PM2 is left out: here one process is compared with a cluster of Node’s own.'] }
  const onlyTheApp = { remarks: ['Of `tsc && node server.js`, init runs only the app; whatever else that does has to be done already.'] }
  /** The script is server.js where none is given. */
  const starts: [start: string, launch: object][] = [
    ['node  server.js', { args: [], nodeArgs: [], env: {}, remarks: [] }],
    ['node server', {}],
    ['node src/main.ts', { script: 'src/main.ts' }],
    ['node --env-file=.env --import x -r y server.js --flag a', { ...forNode('--env-file=.env --import x -r y'), args: ['--flag', 'a'] }],
    ['node --watch --inspect=9229 --watch-path src server.js', { nodeArgs: [] }],
    [`node ${valued} server.js`, forNode(valued)],
    ['NODE_ENV=production DEBUG= node server.js', { env: { NODE_ENV: 'production', DEBUG: '' } }],
    ['cross-env A=b C="d e" node server.js', { env: { A: 'b', C: 'd e' } }],
    [`node "my app.js" --a='b c' "" ''`, { script: 'my app.js', args: ['--a=b c', '', ''] }],
    [`node server.js $PORT "\${PORT}" '$PORT' \${HOST:-::1} "a && b"`, { args: ['3000', '3000', '$PORT', '::1', 'a && b'] }],
    ['node server.js ${SPEEDUP_TEST_SECRET:-none}', { args: ['none'] }],
    ['node server.js a 2>&1 | pino-pretty -c', { args: ['a'] }],
    ['node server.js > out.log b', { args: ['b'] }],
    ['nodemon --watch src -e js,json server.js --fast', { args: ['--fast'], ...withoutRestarts }],
    ['nodemon --exec "node --expose-gc" server.js', { nodeArgs: ['--expose-gc'] }],
    ['nodemon -w src -r dotenv/config --import ./x.js --env-file=.env -q server.js', forNode('-r dotenv/config --import ./x.js --env-file=.env')],
    ['tsx --tsconfig run.json src/main.ts', { script: 'src/main.ts', ...forNode('--import tsx'), env: { TSX_TSCONFIG_PATH: 'run.json' } }],
    ['npm run serve -- --fast', { nodeArgs: ['--expose-gc'], args: ['--fast'] }],
    ['npm run --silent serve a --fast', { nodeArgs: ['--expose-gc'], args: ['a'] }],
    ['yarn serve --fast', { nodeArgs: ['--expose-gc'], args: ['--fast'] }],
    ['pnpm exec node server.js --fast', { args: ['--fast'] }],
    ['npx --no node server.js', {}],
    ['dotenv -e .env.local -- node server.js', { nodeArgs: envFile('.env.local') }],
    ['dotenv -v A=b -- node server.js', { nodeArgs: envFile('.env'), env: { A: 'b' } }],
    ['dotenvx run -f .env.a -e A=b -- node server.js', { nodeArgs: envFile('.env.a'), env: { A: 'b' } }],
    ['env-cmd -f .env.prod node server.js', { nodeArgs: envFile('.env.prod') }],
    ['pm2-runtime start server.js -i max -- --fast', { args: ['--fast'], ...pm2 }],
    ['pm2 start server.js -i max', { args: [] }],
    ['tsc && node server.js', onlyTheApp],
    ['node migrate.js && node server.js', {}]
  ]
  for (const [start, launch] of starts) {
    const origin = `scripts.start: ${start}`
    it(`reads ${start}`, () => expect(findFrom(start)).to.deep.include({ script: 'server.js', ...launch, origin }))
  }

  it('takes what nest start has built', () => {
    expect(findFrom('nest start --watch', { 'dist/main.js': '' })).to.include({ script: 'dist/main.js' })
  })

  const tsx = { 'node_modules/tsx/package.json': {} }
  const byTsNode = ['ts-node -T', 'ts-node-esm', 'ts-node-dev --respawn --transpile-only', 'node -r ts-node/register', 'node --loader ts-node/esm']
  for (const program of [...byTsNode, 'nodemon']) {
    it(`lets tsx or Node itself run what ts-node would: ${program}`, () => {
      const withoutTsx = findFrom(`${program} src/main.ts --fast`)
      expect(withoutTsx).to.deep.include({ script: 'src/main.ts', nodeArgs: [], args: ['--fast'] })
      expect(withoutTsx.remarks.at(-1)).to.match(/^Node itself takes the place of ts-node, which can’t be observed while it is compared\. /)
      expect(withoutTsx.remarks.at(-1)).to.match(/; for the rest: npm install --save-dev tsx\.$/)
      const withTsx = findFrom(`${program} src/main.ts`, tsx)
      expect(withTsx).to.deep.include({ script: 'src/main.ts', nodeArgs: ['--import', 'tsx'] })
      expect(withTsx.remarks.at(-1)).to.match(/^tsx, which is installed, takes the place of ts-node/)
    })
  }

  it('keeps what is loaded before TypeScript, and its configuration', () => {
    const nodeArgs = ['-r', 'dotenv/config', '-r', 'tsconfig-paths/register']
    const start = 'ts-node -r dotenv/config -r ts-node/register -r tsconfig-paths/register --project run.json src/main.ts'
    expect(findFrom(start)).to.deep.include({ nodeArgs, env: {} })
    expect(findFrom(start, tsx)).to.deep.include({ nodeArgs: [...nodeArgs, '--import', 'tsx'], env: { TSX_TSCONFIG_PATH: 'run.json' } })
    const byNode = findFrom('node -r dotenv/config -r ts-node/register --expose-gc src/main.ts', tsx)
    expect(byNode.nodeArgs).to.eql(['-r', 'dotenv/config', '--expose-gc', '--import', 'tsx'])
    expect(findFrom('nodemon --expose-gc src/main.ts', tsx).nodeArgs).to.eql(['--expose-gc', '--import', 'tsx'])
  })

  it('reads the configuration of nodemon', () => {
    const exec = { exec: 'node --expose-gc server.js', watch: ['src'] }
    const found = { script: 'server.js', nodeArgs: ['--expose-gc'], ...withoutRestarts }
    expect(findFrom('nodemon', { 'nodemon.json': exec })).to.deep.include(found)
    expect(findFrom('', { 'package.json': { scripts: { start: 'nodemon' }, nodemonConfig: exec } })).to.deep.include(found)
    expect(findFrom('nodemon -x "node --no-opt" server.js', { 'nodemon.json': exec })).to.deep.include({ nodeArgs: ['--no-opt'] })
  })

  it('takes nothing out of the environment of whoever calls it', () => {
    process.env.SPEEDUP_TEST_SECRET = 'hunter2'
    try {
      for (const words of ['A=$? node server.js', 'A="x-$?" node server.js', 'node -r $? server.js', 'node server.js ${?-x}', 'npm run serve -- a=$?',
        'dotenv -v A=$? -- node server.js']) {
        const start = words.replace('?', 'SPEEDUP_TEST_SECRET')
        const found = findFrom(start)
        expect(JSON.stringify(found), start).to.not.include('hunter2').and.not.include('\ue000')
        expect(found).to.include({ script: 'server.js' })
      }
    } finally {
      delete process.env.SPEEDUP_TEST_SECRET
    }
  })

  const shell = 'only a shell can take apart'
  const variable = 'needs a variable, whose value is nothing for a file'
  const ownFile = (program: string) => `has ${program} read what it starts from a file of its own`
  const unreadable: [start: string, reason: string, files?: Files][] = [
    ['', 'is empty'],
    ['docker compose up', 'starts docker, which is not installed here as a program for Node'],
    ['node migrate.js ; docker compose up', 'starts docker, which is not installed here as a program for Node'],
    ['concurrently "a" "b"', 'starts several programs, or none that serves (concurrently)'],
    ['node -e "serve()"', 'gives Node no file to run'],
    ['tsx', 'gives tsx no file to run'],
    ['ts-node', 'gives ts-node no file to run'],
    ['bun server.ts', 'is for Bun, and the app is compared under Node'],
    ['cd api && node server.js', 'goes to another folder: run init there'],
    ['npm run serve -w api', 'runs another package: go to its folder and run init there'],
    ['npm start', 'leads to scripts.start, which is not there or leads back'],
    ['npm run sevre', 'names no script of package.json (sevre)'],
    ['node server.js --key $SPEEDUP_TEST_SECRET', variable],
    ['node server.js key=$SPEEDUP_TEST_SECRET', variable],
    ['node $SPEEDUP_TEST_SECRET', variable],
    ['cross-env A=$SPEEDUP_TEST_SECRET node server.js', variable],
    ['pm2 start ecosystem.config.js', ownFile('PM2')],
    ['node migrate.js && pm2 start ecosystem.config.js', ownFile('PM2')],
    ['nodemon --config other.json server.js', ownFile('nodemon')],
    ['nodemon server.js', ownFile('nodemon'), { 'nodemon.json': '{' }],
    ['nodemon server.js', ownFile('nodemon'), { 'nodemon.json': { execMap: { js: 'x' } } }],
    ['nodemon server.js', ownFile('nodemon'), { 'nodemon.json': { env: { A: 'b' } } }],
    ['nodemon server.js', 'has nodemon start what only a shell can take apart', { 'nodemon.json': { exec: 'tsc && node .' } }],
    ['dotenv -c production -- node server.js', 'has variables read in a way that Node does not know (-c)'],
    ['env-cmd -e production node server.js', 'has variables read in a way that Node does not know (-e)'],
    ...['$(ls)', '`ls`', '"$(ls)"', '"a', "'a", 'a || node b', 'a & node b', 'a\\ b'].map((rest): [string, string] => [`node ${rest}`, shell]),
    ['(cd a; node b)', shell]
  ]
  for (const [start, reason, files] of unreadable) {
    it(`says that it can’t read \`${start}\`, which ${reason}, and goes on to the usual names`, () => {
      const remarks = [`scripts.start is \`${start}\`, which ${reason}.`]
      expect(findFrom(start, files)).to.deep.include({ script: 'server.js', origin: 'its usual name', remarks })
    })
  }
})
