import { expect } from 'chai'
import { samplesHeader } from '../../../plugin/record/samples.ts'
import { disturbedDetail, mostDisturbed } from '../../../plugin/questions/losses/measure/detail.ts'
import { readRequests } from '../../../plugin/measure/read-requests.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aRound } from '../../support/losses.ts'
import { itFinds } from '../../support/cases.ts'
import { aRun } from '../../support/runs.ts'

const originMs = 86_400_000

describe('a disturbed run, condensed', () => {
  const folder = temporaryFolder()

  /** @param at of the first disturbance, in ms on the clock of the samples */
  const condense = async (rows: string[], at: number | null) => {
    const disturbances =
      at === null ? [] : [aRound({ beganMs: originMs + at }), aRound({ beganMs: originMs + at + 100 })]
    const file = folder.write('run.csv', samplesHeader + rows.map((row) => `${row}\n`).join(''))
    return disturbedDetail(await readRequests(file, aRun({ requests: rows.length }), []), { originMs, disturbances })
  }
  const every = (ms: number, count: number, outcome: string) =>
    Array.from({ length: count }, (_, i) => `${1000 + i * ms},10,${outcome},,0`)

  it('has each request where it ended, the lost ones by kind, a status of the user’s own fault among the answered ones', async () => {
    const found = await condense(
      [
        '1000,10,200,7,1',
        '1500,300,404,7,0',
        '1890,20,200,7,0',
        '1950,0.5,ECONNREFUSED,,0',
        '1950,100,503,7,0',
        '1900,200,CUT_OFF,,0',
        '1700,250,ECONNREFUSED,,0'
      ],
      1900
    )
    expect(found?.answered).to.eql({ requests: 2, seconds: [0.8, 0.91], latencyMs: [300, 20] })
    expect(found?.lost).to.eql([
      { kind: 'refused', requests: 2, seconds: [0.951, 0.95], latencyMs: [0.5, 250] },
      { kind: 'cut off', requests: 1, seconds: [1.1], latencyMs: [200] },
      { kind: 'server error', requests: 1, seconds: [1.05], latencyMs: [100] }
    ])
  })

  it('has slices of 0.2 s: whole ones before the first disturbance, as many as there were, up to the end', async () => {
    const found = await condense(every(100, 30, '200'), 1700)
    expect(found?.slices.map(({ fromSeconds }) => fromSeconds).slice(0, 4)).to.eql([0.1, 0.3, 0.5, 0.7])
    expect(found?.slices[3]).to.eql({ fromSeconds: 0.7, toSeconds: 0.9, answered: 2, lost: 0, p95Ms: 10 })
    expect(found?.slices.at(-1)?.toSeconds).to.be.closeTo(2.9, 0.21).and.above(2.9)
    const late = await condense([...every(100, 60, '200'), '3100,50,ECONNRESET,,0'], 4000)
    expect([late?.slices[0].fromSeconds, late?.answered.requests]).to.eql([1.4, 46])
    expect(late?.slices.find(({ lost }) => lost > 0)).to.include({ fromSeconds: 2, lost: 1 })
  })

  it('does not grow with the requests: dots are thinned evenly, every kind of loss keeps some, slices become longer', async () => {
    const found = await condense(
      [...every(1, 4000, '200'), ...every(1, 2000, 'ECONNREFUSED'), '1500,10,ETIMEDOUT,,0'],
      1000
    )
    expect([found?.answered.requests, found?.answered.seconds.length]).to.eql([4000, 1334])
    expect(found?.lost.map(({ kind, requests, seconds }) => [kind, requests, seconds.length])).to.eql([
      ['refused', 2000, 143],
      ['timed out', 1, 1]
    ])
    const long = await condense(every(10_000, 100, '200'), 1000)
    expect(long?.slices.length).to.be.within(400, 601)
  })

  it('is nothing where nothing was done to the app, or no request is known; and little where the load ended before', async () => {
    expect([await condense(['0,10,200,7,1'], null), await condense([], 0)]).to.eql([null, null])
    expect((await condense(['0,10,200,7,1', '500,10,200,7,1'], 5000))?.slices).to.have.length(1)
  })
})

describe('the run whose disturbances are shown', () => {
  const rounds = (lost: number[]) =>
    lost.map((reset, i) => aRun({ round: i + 1, disturbances: [aRound(), aRound({ reset })] }))
  const shown = (lost: number[]) => mostDisturbed(rounds(lost)).round
  itFinds({
    'is the first of those with the most lost requests': [
      [shown([1, 7, 7, 2]), 2],
      [shown([5, 4]), 1]
    ],
    'is the last where none was lost': [[shown([0, 0, 0]), 3]]
  })
})
