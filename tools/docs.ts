// `npm run docs`: builds the site of docs/, with the packages of docs/package.json, which it installs if they are not
// there. `npm run docs -- --open` serves it, too, until Ctrl-C.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { base } from '../docs/site/addresses.ts'
import { pageFlaws } from '../docs/site/page-flaws.ts'

const docs = fileURLToPath(new URL('../docs', import.meta.url))
const { values } = parseArgs({ options: { open: { type: 'boolean', default: false } } })

const read = (file: string) => JSON.parse(readFileSync(`${docs}/${file}`, 'utf8'))
/** @returns a package of docs/, which the project does not depend on */
const load = (entry: string) => import(pathToFileURL(`${docs}/node_modules/${entry}`).href)

const flaws = pageFlaws(docs)
if (flaws.length > 0) {
  console.error(`The site was not built.\n${flaws.join('\n')}`)
  process.exit(1)
}

function isInstalled(): boolean {
  const installed = 'node_modules/vitepress/package.json'
  return (
    existsSync(`${docs}/${installed}`) && read(installed).version === read('package.json').devDependencies.vitepress
  )
}

if (!isInstalled()) {
  console.log('Installing the packages of docs/ ...')
  const { status } = spawnSync('npm', ['ci', '--prefix', docs, '--no-audit', '--no-fund'], { stdio: 'inherit' })
  if (status !== 0 || !isInstalled()) {
    console.error(
      'The site needs the packages of docs/, and npm could not install them (see above). Try it again with a network: npm ci --prefix docs'
    )
    process.exit(1)
  }
}

const outDir = `${docs}/.vitepress/dist`
try {
  await (await load('vitepress/dist/node/index.js')).build(docs)
} catch (error) {
  console.error(`The site was not built. ${(error as Error).message}`)
  process.exit(1)
}
console.log(`Site: ${outDir}/index.html`)

if (values.open) {
  const { preview } = await load('vite/dist/node/index.js')
  const server = await preview({
    root: docs,
    configFile: false,
    base,
    appType: 'mpa',
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 4173 }
  })
  console.log(`It is shown at ${server.resolvedUrls.local[0]} until Ctrl-C.`)
}
