/** What a process of the app holds once its garbage has been collected. */
export interface Reading {
  heapBytes: number
  externalBytes: number // of what objects hold outside of the heap, buffers included
  rssBytes: number
  descriptors: number // open files and sockets
  handles: number // that keep the process alive: sockets, servers, timers, requests to the system
}

/** The name of the file by whose appearance each process is told to collect garbage and to read, for the n-th time. */
export const signOf = (foot: number) => `foot-${foot}`

/** The name of a snapshot of a heap: it is written if there is a file of this name and `.wanted`. */
export const heapOf = (pid: number, foot: number) => `${pid}-${foot}.heapsnapshot`

/** What all processes of the app hold after so many requests since it began. */
export type Foot = Reading & { requests: number; processes: number }

/** What came of one start of the app. */
export interface Round {
  feet: Foot[] // after the warm-up, and after each cycle of requests
}

/** What may grow. */
export const growing = ['memory', 'outside', 'resident', 'descriptors', 'handles'] as const
export type Growing = (typeof growing)[number]

/** of one request, over all starts of the app */
export interface Slope {
  /** Mean of the starts. */
  value: Signed
  interval: readonly [low: Signed, high: Signed]
}

/** @signed */
type Signed = number

/** What one request leaves behind of something. */
export interface Growth {
  /**
   * memory: the heap and what its objects hold outside of it; outside: of that, the latter; resident: all memory of the
   * process; descriptors: open files and sockets; handles: what keeps the process alive.
   */
  what: Growing
  /** unknown: it grows ever less, and it is not seen whether that ends. */
  state: 'grows' | 'unknown' | 'steady'
  /** Bytes, or a number, for each request; of the later half if it has slowed down. */
  slope: Slope
  /** Of the half before; null: it has not slowed down. */
  early: Slope | null
}

/** What is new in a heap between two moments, by kind and by what holds it, the largest first; bytes: of all */
export interface Grown {
  bytes: number
  kinds: Share[]
  holders: Share[]
}

export interface Share {
  name: string
  count: number
  bytes: number
}

/** limit: bytes that a request may leave; null: as many as can't be told from none */
export interface GrowthFound {
  app: string // its file, as from its folder
  rounds: Round[]
  requests: number // of a cycle
  seconds: number
  limit: number | null
  grown: (Grown & { requests: number }) | string | null // of how many requests; a sentence: why it was not seen; null: nothing grew
}

/** Of a variant, after the rounds. */
export interface VariantGrowth {
  /** Its name. */
  variant: string
  /** Requests that were watched, of a start, on average. @integer @minimum 1 */
  requests: number
  /** How often it was started. @integer @minimum 3 */
  starts: number
  /** Of each thing that may grow; of memory first. */
  growths: Growth[]
}

export interface GrowthAdds {
  options: {
    /** after the rounds, find what each request leaves in memory */
    growth?: boolean
  }
  limits: {
    /** of each variant: how many bytes a request may leave in memory, such as 5kB */
    growth?: string | null
  }
  settings: { growth: boolean }
  result: {
    /**
     * What each request leaves behind, of each variant, found after the rounds. Left out: it was not asked (option
     * growth).
     */
    growth?: VariantGrowth[]
  }
  beside: { growth: Record<string, Round[]> } // of each variant
}

export const growth = { options: ['growth'] }
/** How its limit is told. */
export const growthLimit = { growth: { name: 'growth', unit: ' B', scale: 1 } } as const
export const growthWarnings = { growth: { title: 'App', severities: ['warning', 'note'] } } as const
