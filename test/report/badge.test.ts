import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { badgeSvg, badgeWords } from '../../plugin/report/ci/badge.ts'
import { aCandidate, aScenarioResult } from '../support/results.ts'

describe('the badge', () => {
  it('says the verdict and the speedup, of several scenarios the verdict alone', () => {
    const result = aScenarioResult([aCandidate()])
    const [first, ...rest] = [
      badgeWords({ scenarios: [result], verdict: 'pass' }),
      badgeWords({ scenarios: [result, result], verdict: 'fail' }),
      badgeWords({ scenarios: [], verdict: null }),
      badgeWords({ scenarios: [], verdict: 'not measured' })
    ]
    expect(first).to.match(/^PASS \d\.\d\dx$/)
    expect(rest).to.eql(['FAIL', 'compared', 'NOT MEASURED'])
  })

  it('is a picture that tells the same to those who can’t see it, in the colour of the verdict', () => {
    const svg = badgeSvg({ scenarios: [], verdict: 'fail' })
    expect(XMLValidator.validate(svg)).to.equal(true)
    expect(svg).to.include('<title>speedup: FAIL</title>').and.include('fill="#cf222e"')
  })
})
