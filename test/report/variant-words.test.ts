import { expect } from 'chai'
import { describe, it } from 'mocha'
import { briefVariant, variantWords } from '../../plugin/report/words/names.ts'
import type { DescribedVariant } from '../../plugin/concepts/comparison.ts'

const aDescribed = (overrides: Partial<DescribedVariant>): DescribedVariant => ({ name: 'one', mode: 'single', workers: 1, scheduling: 'round-robin', detail: null, ...overrides })

describe('the words for a variant', () => {
  /** each with what is said at length, and briefly */
  const all: [Partial<DescribedVariant>, string, string][] = [
    [{}, 'a single process', 'one'],
    [{ detail: '--threads 2' }, 'a single process, with --threads 2', 'one'],
    [{ mode: 'cluster', workers: 1 }, '1 worker, round robin', 'one (1 worker)'],
    [{ mode: 'cluster', workers: 2, scheduling: 'none' }, '2 workers, connections dealt out by the system', 'one (2 workers, no scheduling)'],
    [{ mode: 'pm2', workers: 2 }, 'PM2, 2 workers', 'one (PM2, 2 workers)'],
    [{ mode: 'pm2', workers: 2, detail: '--fast' }, 'PM2, 2 workers, with --fast', 'one (PM2, 2 workers)'],
    [{ mode: 'pm2', workers: null, detail: 'ecosystem.config.cjs, app api' }, 'PM2, ecosystem.config.cjs, app api', 'one (PM2)'],
    [{ mode: 'reuse-port', workers: 2 }, '2 processes that share the port (reusePort)', 'one (shared port, 2 workers)'],
    [{ mode: 'ports', workers: 2 }, '2 processes with a port each, behind a load balancer', 'one (own ports, 2 workers)'],
    [{ mode: 'command', workers: null, detail: 'node server.js --threads 2' }, 'command: node server.js --threads 2', 'one (command)'],
    [{ mode: 'command', workers: 3, detail: './serve' }, 'command: ./serve, 3 workers', 'one (command, 3 workers)'],
    [{ mode: 'url', workers: null, detail: 'https://a.example, https://b.example' }, 'running at https://a.example, https://b.example', 'one (running already)']
  ]
  for (const [overrides, words, brief] of all) {
    it(`are ${words}; briefly ${brief}`, () => {
      expect(variantWords(aDescribed(overrides), 0)).to.equal(words)
      expect(briefVariant(aDescribed(overrides))).to.equal(brief)
    })
  }

  it('say how many workers were seen where nobody said it before', () => {
    expect(variantWords(aDescribed({ mode: 'url', workers: null, detail: 'https://a.example' }), 2)).to.equal('running at https://a.example, as many workers as were seen: 2')
    expect(variantWords(aDescribed({ mode: 'pm2', workers: null, detail: 'e.cjs' }), 4)).to.equal('PM2, e.cjs, as many workers as were seen: 4')
    expect(variantWords(aDescribed({ mode: 'cluster', workers: 2 }), 4)).to.equal('2 workers, round robin')
  })

  it('cut a command that is too long, and keep one apart that is written from right to left', () => {
    expect(variantWords(aDescribed({ mode: 'command', workers: null, detail: 'x'.repeat(500) }), 0)).to.match(/^command: x{199}…$/)
    expect(variantWords(aDescribed({ mode: 'command', workers: null, detail: 'node שלום' }), 2)).to.equal('command: \u2068node שלום\u2069, as many workers as were seen: 2')
  })
})
