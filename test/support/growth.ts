import type { Foot } from '../../plugin/questions/growth/concepts.ts'

/** What an app held after some requests. */
export const aFoot = (foot: Partial<Foot>): Foot => ({
  requests: 0,
  processes: 1,
  heapBytes: 8_000_000,
  externalBytes: 4_000_000,
  rssBytes: 60_000_000,
  descriptors: 30,
  handles: 10,
  ...foot
})
