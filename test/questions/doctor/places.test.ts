import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { cronIn, originally } from '../../../plugin/questions/doctor/app/places.ts'

describe('the place of a caller', () => {
  let folder = ''
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'places-'))))
  after(() => rmSync(folder, { recursive: true }))

  /** Its lines were the second of the first source, and of the second one. */
  const compiled = (name: string, sources: string[]) => {
    const map = JSON.stringify({ version: 3, sources, names: [], mappings: 'AACA;ACAA' })
    const data = Buffer.from(map).toString('base64')
    writeFileSync(join(folder, name), `one()\ntwo()\n//# sourceMappingURL=data:application/json;base64,${data}\n`)
    return (line: number) => ({ file: join(folder, name), line, column: 1 })
  }

  it('is that of the source, as its map says', () => {
    const at = compiled('app.js', ['src/app.ts', 'src/db.ts'])
    const { own, packages } = originally({ own: at(1), packages: ['pg'] }, folder)
    expect([own?.file, own?.line, own?.isBundle, packages]).to.eql([join(folder, 'src/app.ts'), 2, undefined, ['pg']])
  })

  it('is nobody’s where the map says that a package has called, and else of who called that', () => {
    const at = compiled('bundle.js', ['src/app.ts', 'node_modules/@scope/pool/index.js'])
    const caller = { own: at(2), packages: [], above: [at(1)] }
    const { own, packages } = originally(caller, folder)
    expect([own?.file, own?.line, packages]).to.eql([join(folder, 'src/app.ts'), 2, ['@scope/pool']])
    expect(originally({ ...caller, above: [] }, folder)).to.eql({ own: null, packages: ['@scope/pool'] })
  })

  it('is of a bundle, and so of nobody for certain, where that has no map', () => {
    const file = join(folder, 'whole.js')
    writeFileSync(file, '// node_modules/pg/lib/pool.js\nsetInterval(() => {}, 1000)\n')
    const own = { file, line: 2, column: 1 }
    expect(originally({ own, packages: [] }, folder).own).to.eql({ ...own, isBundle: true })
    writeFileSync(file, 'setInterval(() => {}, 1000)\n')
    expect(originally({ own, packages: [] }, folder).own).to.eql({ ...own, isBundle: false })
  })
  it('has the expression of cron that the call has, and none of what it calls', () => {
    const file = join(folder, 'jobs.js')
    const found = (call: string) => {
      writeFileSync(file, `\n  ${call}\ncron.schedule('9 9 9 9 9', other)\n`)
      return cronIn({ file, line: 2, column: 3 })
    }
    expect(found("cron.schedule('0 3 * * *', () => {})")).to.equal('0 3 * * *')
    expect(found("schedule.scheduleJob(\n    'report',\n    `*/5 9-17 * * MON-FRI`, report)")).to.equal(
      '*/5 9-17 * * MON-FRI'
    )
    expect(found('new CronJob({ cronTime: "@daily", onTick() {} })')).to.equal('@daily')
    expect(found("cron.schedule(process.env.WHEN, () => send('0 3 * * *'));")).to.equal(null)
    expect(found("schedule.scheduleJob({ hour: 3 }, function () { send('0 3 * * *') })")).to.equal(null)
    expect(found("every('2 of the 5 days', report);")).to.equal(null)
  })
})
