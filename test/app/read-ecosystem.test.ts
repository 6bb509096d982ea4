import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { SpeedupError } from '../../plugin/concepts/errors.ts'
import { readEcosystem } from '../../plugin/app/pm2-declaration.ts'
import { temporaryFolder } from '../support/folder.ts'

const folder = fileURLToPath(new URL('../fixtures/ecosystems', import.meta.url))
const two = `${folder}/two.config.cjs`
const pm2 = createRequire(createRequire(import.meta.url).resolve('pm2'))

async function refusalOf(file: string, app: string | null = null) {
  const error = await readEcosystem({ file, app }, pm2).then(() => expect.fail('It was accepted.'), (reason: unknown) => reason)
  expect(error).to.be.an.instanceOf(SpeedupError)
  return (error as SpeedupError).message
}

describe('an ecosystem file', () => {
  const temporary = temporaryFolder()

  it('gives an app by its name', async () => {
    expect(await readEcosystem({ file: two, app: 'lonely' }, pm2)).to.include({ name: 'lonely', exec_mode: 'fork', folder })
  })

  it('gives its only app without a name, which is its script’s then, as for PM2', async () => {
    expect(await readEcosystem({ file: `${folder}/one.yml`, app: null }, pm2)).to.include({ name: 'hello.js', instances: 'max' })
  })

  it('may be an ES module, or JSON', async () => {
    const module = temporary.write('eco.config.mjs', `export default { apps: [{ name: 'm', script: 's.js' }] }`)
    const json = temporary.write('eco.json', '{ "apps": { "name": "j", "script": "s.js" } }')
    expect(await readEcosystem({ file: module, app: null }, pm2)).to.include({ name: 'm' })
    expect(await readEcosystem({ file: json, app: 'j' }, pm2)).to.include({ name: 'j' })
  })

  it('with several apps needs a name', async () => {
    expect(await refusalOf(two)).to.equal(`${two} has 3 apps: web, lonely and snake. Say which one: ecosystem: { file: two.config.cjs, app: web }.`)
  })

  it('without that app is refused, with the names that are there', async () => {
    expect(await refusalOf(two, 'api')).to.equal(`${two} has no app "api". Its apps: web, lonely and snake.`)
  })

  it('without apps, or that can’t be read, is refused', async () => {
    const empty = temporary.write('empty.json', '[]')
    expect(await refusalOf(empty)).to.equal(`${empty} has no apps. It is read as PM2's ecosystem file: { apps: [{ name: 'api', script: './server.js' }] }.`)
    const broken = temporary.write('broken.config.cjs', `throw new Error('no database')`)
    expect(await refusalOf(broken)).to.equal(`${broken} can't be read as an ecosystem file (no database).`)
  })
})
