import { expect } from 'chai'
import { examinationPage } from '../../../plugin/questions/doctor/report/page.ts'
import { examinationLines, examinationMarkdown } from '../../../plugin/questions/doctor/report/console.ts'
import type { Examination, Finding } from '../../../plugin/questions/doctor/concepts.ts'

const job: Finding = {
  code: 'repeated-job',
  level: 'breaks',
  check: 'jobs',
  title: 'repeated jobs',
  sentence: 'each worker schedules a job of <b>croner</b>: with 8 workers it runs 8 times',
  place: { file: 'jobs/report.js', line: 8, text: "cron.schedule('0 3 * * *', () => send('<all>'))" }
}
const short: Finding = { ...job, code: 'keep-alive-too-short', level: 'look', check: 'idle', place: null }
const unseen: Finding = {
  ...short,
  code: 'not-seen',
  level: 'unknown',
  title: 'SIGTERM',
  sentence: 'the app has ended'
}
const examination: Examination = {
  app: 'server.js',
  workers: 8,
  seconds: 12.3,
  requests: 90,
  checks: ['jobs', 'idle'],
  findings: [job, unseen],
  accepted: [short],
  fine: [{ title: 'cores', text: '2 workers on 2 cores' }]
}

describe('the page of an examination', () => {
  it('says what breaks, where, and what to do', () => {
    const page = examinationPage(examination)
    expect(page).to.match(/<title>No: 1 thing breaks\. .* · server\.js · would it break in a cluster\?<\/title>/)
    for (const part of [
      '> BREAKS</span>',
      'Each worker schedules a job of &lt;b&gt;croner&lt;/b&gt;: with 8 workers it runs 8 times.',
      '<code>jobs/report.js:8</code> <code>cron.schedule(&#39;0 3 * * *&#39;, () =&gt; send(&#39;&lt;all&gt;&#39;))</code>',
      'Schedule it in one process',
      '<strong>Repeated jobs.</strong>',
      '<strong>Cores.</strong>',
      '2 workers on 2 cores',
      '<strong>SIGTERM.</strong>',
      'The app has ended.',
      'href="#code-repeated-job"',
      'id="code-keep-alive-too-short"'
    ])
      expect(page).to.include(part)
    expect(page).to.not.match(/<script|src=|undefined|null/)
  })

  it('is a table in Markdown, too, with what to do of each', () => {
    const text = examinationMarkdown(examinationLines(examination))
    expect(text).to.match(
      /^### server\.js, as one process .*\n\nNo: 1 thing breaks\..*\n\n\| {2}\| seen \| what to do \|\n\| --- \| --- \| --- \|\n/
    )
    expect(text).to.match(/\n\| breaks \| .* \(`jobs\/report\.js:8`\).* \| Schedule it in one process.* \|\n/)
    expect(text).to.match(/\n\| unknown \| SIGTERM: the app has ended .*not-seen/)
    expect(text).to.match(/\n\| accepted \| keep-alive-too-short \| {2}\|\n\| fine \| 2 workers on 2 cores \| {2}\|$/)
  })
})
