import { expect } from 'chai'
import { progressTeller } from '../../plugin/kit/progress.ts'
import type { CallEvent } from '../../plugin/artillery/call.ts'

describe('the progress of a comparison', () => {
  const line: CallEvent = { event: 'line', line: '\n  round 1' }
  const run: CallEvent = {
    event: 'run',
    run: { scenario: 'primes', variant: 'single', round: 1, requests: 48, level: null, failures: 0 },
    progress: { scenario: 1, secondsLeft: [9, 30] }
  }
  const refused: CallEvent = { event: 'refused', code: 'UNEXPECTED', message: '' }

  /** @returns what is written to standard error meanwhile */
  async function written(act: () => Promise<void>): Promise<string> {
    const { write } = process.stderr
    let text = ''
    process.stderr.write = (chunk: unknown) => {
      text += String(chunk)
      return true
    }
    try {
      await act()
    } finally {
      process.stderr.write = write
    }
    return text
  }

  const cases: [title: string, chosen: boolean | null | undefined, isShown: boolean, lines: string][] = [
    ['is a line on standard error where it is usual', undefined, true, '    round 1\n'],
    ['is none where it is not', undefined, false, ''],
    ['is a line wherever it is wanted', true, false, '    round 1\n'],
    ['is silenced by false', false, true, ''],
    ['is silenced by null', null, true, '']
  ]
  for (const [title, chosen, isShown, lines] of cases) {
    it(title, async () => {
      const tell = progressTeller(chosen, { isShown, indent: '    ' })
      expect(
        await written(async () => {
          for (const event of [run, line, refused]) await tell(event)
        })
      ).to.equal(lines)
    })
  }

  it('goes to a function instead, but for the end, which the promise tells', async () => {
    const heard: object[] = []
    const tell = progressTeller((event) => heard.push(event), { isShown: true, indent: '' })
    expect(
      await written(async () => {
        for (const event of [line, run, refused]) await tell(event)
      })
    ).to.equal('')
    expect(heard).to.eql([line, run])
  })

  it('is rejected with what the function throws, at once or later', async () => {
    const problem = new Error('no disk')
    for (const listener of [
      () => {
        throw problem
      },
      () => Promise.reject(problem)
    ]) {
      expect(
        await progressTeller(listener, { isShown: true, indent: '' })(line).then(
          () => null,
          (reason) => reason
        )
      ).to.equal(problem)
    }
  })
})
