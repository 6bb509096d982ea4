import { expect } from 'chai'
import { findApp } from '../../plugin/init/find-app.ts'
import { someProjects } from './some-project.ts'
import { type Files } from '../support/folder.ts'

describe('reading the command that starts the app', () => {
  const projects = someProjects()

  function findFrom(start: string, files: Files = {}) {
    const manifest = { scripts: { start, serve: 'node --expose-gc server.js' } }
    const project = projects.make({
      'package.json': manifest,
      'server.js': '',
      'migrate.js': '',
      'src/main.ts': '',
      'my app.js': '',
      ...files
    })
    const found = findApp(project, { app: null, port: null })
    return { ...found, script: found.name }
  }

  const forNode = (words: string) => ({ nodeArgs: words.split(' ') })
  const valued = '--unhandled-rejections strict --disable-warning DEP0040 --dns-result-order ipv4first'
  const pm2 = { remarks: ['PM2 is skipped: one process is compared with a Node cluster.'] }
  const leftOut = (name: string) => ({ remarks: [`${name} is skipped: it only restarts the app when a file changes.`] })
  const onlyTheApp = { remarks: ['Of `tsc && node server.js`, only the app is run: run the rest first.'] }
  /** The script is server.js where none is given. */
  const starts: [start: string, launch: object, files?: Files][] = [
    ['node  server.js', { args: [], nodeArgs: [], env: {}, remarks: [] }],
    ['node server', {}],
    ['node src/main.ts', { script: 'src/main.ts' }],
    [
      'node --env-file=.env --import x -r y server.js --flag a',
      { ...forNode('--env-file=.env --import x -r y'), args: ['--flag', 'a'] }
    ],
    ['node --watch --inspect=9229 --watch-path src server.js', { nodeArgs: [] }],
    [`node ${valued} server.js`, forNode(valued)],
    ['NODE_ENV=production DEBUG= node server.js', { env: { NODE_ENV: 'production', DEBUG: '' } }],
    ['cross-env A=b C="d e" node server.js', { env: { A: 'b', C: 'd e' } }],
    [`node "my app.js" --a='b c' "" ''`, { script: 'my app.js', args: ['--a=b c', '', ''] }],
    [
      `node server.js $PORT "\${PORT}" '$PORT' \${HOST:-::1} "a && b"`,
      { args: ['3000', '3000', '$PORT', '::1', 'a && b'] }
    ],
    ['node server.js a 2>&1 | pino-pretty -c', { args: ['a'] }],
    ['node server.js > out.log b', { args: ['b'] }],
    ['nodemon server.js --fast', { args: ['--fast'], ...leftOut('nodemon') }],
    ['node-dev server.js', leftOut('node-dev')],
    [
      'tsx --tsconfig run.json src/main.ts',
      { script: 'src/main.ts', ...forNode('--import tsx'), env: { TSX_TSCONFIG_PATH: 'run.json' } }
    ],
    ['tsx watch --clear-screen=false -r y src/main.ts', { script: 'src/main.ts', ...forNode('-r y --import tsx') }],
    ['npm run serve -- --fast', { nodeArgs: ['--expose-gc'], args: ['--fast'] }],
    ['npm run --silent serve a --fast', { nodeArgs: ['--expose-gc'], args: ['a'] }],
    ['yarn serve --fast', { nodeArgs: ['--expose-gc'], args: ['--fast'] }],
    ['pnpm exec node server.js --fast', { args: ['--fast'] }],
    ['npx --no node server.js', {}],
    ['pm2-runtime start server.js -i max -- --fast', { args: ['--fast'], ...pm2 }],
    ['pm2 start server.js -i max', { args: [] }],
    ['tsc && node server.js', onlyTheApp],
    [
      'export A=1 B="2 3" && export C=$A && D=4 node server.js $A',
      { env: { A: '1', B: '2 3', C: '1', D: '4' }, args: ['1'], remarks: [] }
    ],
    ['export PORT=4000; npm run serve -- $PORT', { env: { PORT: '4000' }, args: ['4000'] }],
    ['node server.js ${A:=x} ${B=y} "${C-z w}" ${D:-} ${PORT:?is missing}', { args: ['x', 'y', 'z w', '', '3000'] }],
    [`node server.js '~/a' "*.js" '\${A:?}' a#b a=$`, { args: ['~/a', '*.js', '${A:?}', 'a#b', 'a=$'] }],
    ['node migrate.js && node server.js', {}],
    ['nest start --watch', { script: 'dist/main.js' }, { 'dist/main.js': '' }]
  ]
  for (const [start, launch, files] of starts) {
    const origin = `scripts.start: ${start}`
    it(`reads ${start}`, () =>
      expect(findFrom(start, files)).to.deep.include({ script: 'server.js', ...launch, origin }))
  }

  it('takes nothing out of the environment of whoever calls it', () => {
    process.env.SPEEDUP_TEST_SECRET = 'hunter2'
    try {
      for (const words of [
        'A=$? node server.js',
        'A="x-$?" node server.js',
        'node -r $? server.js',
        'node server.js ${?-x}',
        'npm run serve -- a=$?'
      ]) {
        const found = findFrom(words.replace('?', 'SPEEDUP_TEST_SECRET'))
        expect(JSON.stringify(found), words).to.not.include('hunter2')
        expect(found).to.include({ script: 'server.js' })
      }
    } finally {
      delete process.env.SPEEDUP_TEST_SECRET
    }
  })

  const shell = 'only a shell can parse'
  const variable = 'needs the value of a variable, which is written into no file'
  const pm2File = 'makes PM2 read the command from a config file'
  const nodemonFile = 'makes nodemon read the command from its options or a config file'
  const tsNode = 'needs ts-node, which cannot be compared: use tsx instead'
  const envFile =
    'loads variables from a file: use node --env-file=.env <file>, or set them now and whenever you compare'
  const unreadable: [start: string, reason: string, files?: Files][] = [
    ['', 'is empty'],
    ['docker compose up', 'starts docker, which is not an installed Node program'],
    ['node migrate.js ; docker compose up', 'starts docker, which is not an installed Node program'],
    ['./serve.sh', 'starts ./serve.sh, which is not a Node program', { 'serve.sh': '#!/bin/sh\n' }],
    ['concurrently "a" "b"', 'starts several programs, or no server (concurrently)'],
    ['node -e "serve()"', 'names no file for Node to run'],
    ['tsx', 'names no file for tsx to run'],
    ['bun server.ts', 'needs Bun, but comparisons run on Node'],
    ['cd api && node server.js', 'changes the folder: go there first'],
    ['npm run serve -w api', 'runs another package: go to its folder first'],
    ['npm start', 'calls scripts.start, which does not exist or calls itself'],
    ['npm run sevre', 'names no script of package.json (sevre)'],
    ...[
      'node server.js key=$X',
      'node $X',
      'cross-env A=$X node server.js',
      'node server.js ${X:?}',
      'node server.js "${X?is not set}"',
      'export A=$X && node server.js',
      'node server.js $1'
    ].map((start): [string, string] => [start, variable]),
    ['node migrate.js && pm2 start ecosystem.config.js', pm2File],
    ...['nodemon --watch src server.js', 'nodemon src/main.ts'].map((start): [string, string] => [start, nodemonFile]),
    ['nodemon server.js', nodemonFile, { 'nodemon.json': '{' }],
    ...['ts-node -T x.ts', 'ts-node-dev x.ts', 'node -r ts-node/register x.ts', 'node --loader=ts-node/esm x.ts'].map(
      (start): [string, string] => [start, tsNode]
    ),
    ...['dotenv -e .env.local -- node server.js', 'env-cmd node server.js'].map((start): [string, string] => [
      start,
      envFile
    ]),
    ...['$(ls)', '`ls`', '"$(ls)"', '"a', "'a", 'a || node b', 'a & node b', 'a\\ b'].map((rest): [string, string] => [
      `node ${rest}`,
      shell
    ]),
    ...[
      '~/app/server.js',
      'server.js --log=~/log',
      'server.js ${A:-~/log}',
      'server.js *.json',
      'server.js a?',
      'server.js [ab].json',
      'server.js {a,b}',
      'server.js # in production',
      ...['$?', '$$', '$@', '${A:+x}', '${A%x}', '${#A}', '${A:-$B}', '"${A:-${B}}"'].map((word) => `server.js ${word}`)
    ].map((rest): [string, string] => [`node ${rest}`, shell]),
    ...[
      'A=1 && node server.js $A',
      '. ./.env && node server.js',
      'source .env; node server.js',
      'export A && node server.js',
      'unset A && node server.js'
    ].map((start): [string, string] => [start, shell]),
    ['(cd a; node b)', shell]
  ]
  for (const [start, reason, files] of unreadable) {
    it(`says that it can’t read \`${start}\`, which ${reason}, and goes on to the usual names`, () => {
      const remarks = [`scripts.start is \`${start}\`, which ${reason}.`]
      expect(findFrom(start, files)).to.deep.include({
        script: 'server.js',
        origin: 'a usual name; started as by scripts.serve: node --expose-gc server.js',
        remarks
      })
    })
  }
})
