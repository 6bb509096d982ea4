import { expect } from 'chai'
import { asking, table } from '../../plugin/questions/concepts-codes.ts'

interface Row {
  double: (of: number) => number | null
  name: () => string | null
}

const small: Row = { double: (of) => (of < 10 ? 2 * of : null), name: () => null }
const large: Row = { double: (of) => 2 * of + 1, name: () => 'large' }

describe('rows of questions', () => {
  it('are asked one after the other: the first that says anything is answered', () => {
    const { double, name } = asking([small, large])
    expect([double(2), double(20), name()]).to.eql([4, 41, 'large'])
  })

  it('say nothing where there are none, or none has the part', () => {
    expect(asking<Row>([]).double(2)).to.equal(null)
    const { double, name } = asking<Row>([{ name: () => 'named' }])
    expect([double(2), name()]).to.eql([null, 'named'])
    expect(table([])).to.eql({})
  })

  it('make one table of what each has', () => {
    expect(table([{ a: 1 }, { b: 'two' }])).to.eql({ a: 1, b: 'two' })
  })
})
