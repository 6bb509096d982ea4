import { expect } from 'chai'
import { describe, it } from 'mocha'
import { median } from '../../plugin/statistics/descriptive.ts'
import { startKnownDelays } from './known-delays.ts'

/** Long enough that no busy machine takes half as long for half of the answers. */
const delays = { headMs: 150, bodyMs: 300 }

describe('latency', () => {
  for (const client of ['artillery', 'auto'] as const) {
    it(`is from sending a request to the first byte of its answer, not to the last one, with the client ${client}`, async () => {
      await using app = await startKnownDelays(delays)
      const beyond = await app.beyondMs(client, 5)
      expect(median(beyond), JSON.stringify(beyond)).to.be.within(-delays.headMs / 2, delays.bodyMs / 2)
    })
  }
})
