import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { routes } from '../fixtures-app/routes/index.js'
import { settingsOf } from './support/scenario-files.ts'

const folder = new URL('../scenarios/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yml'))

describe('the scenario files', () => {
  for (const file of files) {
    it(`are accepted, ask for what our app answers, and say what to expect: ${file}`, () => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      expect(basename(String(settingsOf(`scenarios/${file}`).app.script))).to.equal('server.js')
      const urls = [...JSON.stringify(parse(text).scenarios).matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url)
      expect(urls).to.not.be.empty
      const known = Object.keys(routes).map((route) => new RegExp(`^${route.replace(/:\w+/, '\\d+')}(\\?|$)`))
      expect(urls.filter((url) => !known.some((route) => route.test(url)))).to.eql([])
      expect(text).to.match(/^# .+\n(#.*\n)*#\n# Expect: /)
    })
  }

  it('have users who go on, but where the point is how they come, or how often they ask', () => {
    const others = files.filter((file) => settingsOf(`scenarios/${file}`).scenarios.some(({ loop }) => loop === null))
    expect(others.sort()).to.eql(['capacity.yml', 'crossover.yml', 'tutorials/primes.yml', 'tutorials/slow.yml'])
  })

  it('compare every way to use two cores, several numbers of workers, and several loads', () => {
    const found = settingsOf('scenarios/strategies.yml').variants.map(({ mode, scheduling, args }) =>
      [mode, scheduling, ...args].join(' ')
    )
    const ways = ['single', 'cluster', 'cluster none', 'pm2', 'reusePort', 'single --threads 2']
    expect(found.map((way) => way.replace(' round-robin', ''))).to.eql(ways)
    const { variants } = settingsOf('scenarios/scaling.yml')
    expect(variants.map(({ workers, countOf }) => [workers, countOf])).to.eql(
      [1, 2, 4, 8].map((workers) => [workers, 'cluster'])
    )
    expect(settingsOf('scenarios/crossover.yml').scenarios.map(({ level }) => level?.factor)).to.eql([
      undefined,
      0.1,
      0.4,
      0.8,
      1.2
    ])
  })
})
