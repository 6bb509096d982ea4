import { describe } from 'mocha'
import { formatScenario } from '../../plugin/report/console/result.ts'
import { summaryMarkdown } from '../../plugin/report/ci/summary-markdown.ts'
import { leadersSection } from '../../plugin/report/page/speedup-section.ts'
import { leadersSentence, whatWouldTell } from '../../plugin/report/words/scenario-sentences.ts'
import { itFinds } from '../support/cases.ts'
import { textOf as markdownText } from '../support/markdown.ts'
import { aView, itReads, textOf } from '../support/pages.ts'
import { aCandidate, aComparison, aRival, aScenarioResult, someLeaders } from '../support/results.ts'
import type { Leaders } from '../../plugin/concepts/comparison.ts'

const candidates = ['four', 'threads', 'pm2'].map((name) => aCandidate({ name }))
const resultWith = (leaders: Leaders | null) => aScenarioResult(candidates, { leaders })
const usual = 'four was fastest in throughput; as fast, as far as 4 rounds tell: threads (0.97x [0.90, 1.05]; about 14 rounds, 3 min, would tell); ' +
  'slower: single (0.60x [0.51, 0.71]). Left out: pm2 (it does not answer as single does).'
const [threads, single] = someLeaders().others
const hebrew = 'מבחן'

describe('the sentence on who is fastest', () => {
  const sentence = (leaders: Partial<Leaders>, isBrief?: boolean) => leadersSentence(someLeaders({ leftOut: [], ...leaders }), { rounds: 4 }, isBrief)

  itFinds({
    'names the fastest, those as fast with what would tell, the slower ones, and who was left out and why': [[leadersSentence(someLeaders(), { rounds: 4 }), usual]],
    'is certain of the fastest only where all others are slower': [
      [sentence({ others: [single] }), 'four is fastest in throughput; slower: single (0.60x [0.51, 0.71]).'],
      [sentence({ metric: 'p95', others: [single, aRival({ variant: 'pm2' })] }), /^four is fastest at p95; slower: single \(.*\]\) and pm2 \(.*\]\)\.$/]
    ],
    'has no figures where they stand beside it':
      [[sentence({}, true), 'four was fastest in throughput; as fast, as far as 4 rounds tell: threads; slower: single.']],
    'says where no number of rounds that is allowed would tell, and nothing of what was told': [
      [whatWouldTell({ ...threads, roundsThatWouldDecide: null, seconds: null }), '30 rounds would not tell'], [whatWouldTell(single), null]
    ],
    'keeps names apart that are written from right to left': [[sentence({ best: hebrew, others: [single] }), new RegExp(`^\u2068${hebrew}\u2069 is fastest`)]]
  })
})

describe('who is fastest, in the reports', () => {
  const view = (leaders: Leaders | null) => aView({ result: resultWith(leaders) })
  const section = leadersSection(view(someLeaders()))
  const rows = [...String(section).matchAll(/<tr role="row">(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row.matchAll(/<t[hd] .*?>(.*?)<\/t[hd]>/gs)].map(([, cell]) => textOf(cell.replace(/<svg.*<\/svg>/gs, ''))))
  const lines = formatScenario(resultWith(someLeaders())).split('\n')

  itFinds({
    'has no section, line or sentence where it is not told': [
      [leadersSection(view(null)), null], [leadersSection({ ...aView(), result: null }), null],
      [formatScenario(resultWith(null)), /^(?![^]*fastest)/], [summaryMarkdown(aComparison([resultWith(null)])), /^(?![^]*fastest)/]
    ],
    'is a row of the page for each variant, the fastest first': [[rows.slice(1), [
      ['four', '', '1.00x', '', 'fastest'],
      ['threads', '', '0.97x', '[0.90, 1.05]', 'as fast so far about 14 rounds, 3 min, would tell'],
      ['single (baseline)', '', '0.60x', '[0.51, 0.71]', 'slower']
    ]]],
    'is a line of the console after the candidates': [[lines.filter((line) => /fastest/.test(line)), [usual]]],
    'is a paragraph of summary.md': [
      [markdownText(summaryMarkdown(aComparison([resultWith(someLeaders())]))).split('\n').filter((line) => /fastest/.test(line)).map((line) => line.replaceAll('\\', '')), [`**Which is fastest**: ${usual}`]]
    ]
  })
  itReads({
    'begins with the finding on the page': [[section, /^Which is fastest four was fastest in throughput; as fast, as far as 4 rounds tell: threads; slower: single\. Left out: pm2/]],
    'is drawn for those who can’t see it, too': [
      [section, { html: /aria-label="threads against four, throughput: speedup 0\.97x, interval \[0\.90, 1\.05\], 4 rounds from 0\.95x to 1\.01x\."/ }]
    ]
  })
})
