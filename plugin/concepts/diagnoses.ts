/** Why a candidate is faster, or is not: in the order and the words of the README, in Markdown. */
export const diagnosisKinds = {
  'cpu-bound': {
    inShort: `the baseline's event loop had no time to spare: more workers, or threads, help`,
    advice: 'take them, if the gain is worth the memory'
  },
  'more-workers': { inShort: 'the workers have none either, but cores were free', advice: 'more workers' },
  'machine-full': { inShort: 'hardly a core was left for more workers', advice: 'measure on a machine with more cores' },
  'too-many-workers': { inShort: 'more workers than cores', advice: 'fewer workers' },
  uneven: { inShort: 'one worker did most of the work', advice: 'more connections, or `scheduling: round-robin`' },
  waiting: {
    inShort: `for half of a response's time or more, the request is in the app and the event loop idle: it waits for something else than the CPU`,
    advice: 'look at what it waits for: a database, a pool, a queue'
  },
  'few-users': {
    inShort: `the load generator's own time is a large part of every cycle of few users`,
    advice: 'let more users come: it says from how many on that no longer matters'
  },
  idle: {
    inShort: 'it has time to spare at this load',
    advice: 'one process is enough; or load more: it says from which rate on it would be the limit'
  },
  'partly-busy': { inShort: 'requests queue now and then', advice: 'load more for a clearer answer' },
  blocked: { inShort: 'synchronous calls block the event loop without using the CPU', advice: 'asynchronous calls' },
  'garbage-collection': { inShort: 'most of its time goes into it', advice: 'less garbage' },
  contention: { inShort: 'the workers wait for something that they share', advice: 'find it: a database, a lock, a disk' },
  'busy-elsewhere': { inShort: `threads or processes of the app's own already use several cores`, advice: 'leave it as one process' },
  'generator-bound': {
    inShort: 'the responses are too fast for the load generator',
    advice: 'heavier work, or `think` time; see `generator-saturated`'
  },
  'different-errors': {
    inShort: 'the variants failed differently often, perhaps since one of them could not keep up with the users who came',
    advice: 'mend the errors first, or lower the load'
  },
  same: { inShort: 'the candidate is the baseline once more', advice: 'nothing, that is a [self-check](#is-my-machine-good-enough)' },
  unknown: {
    inShort: `the app's processes told too little; a command tells hardly anything, a URL nothing`,
    advice: 'runs of two seconds or more; see `telemetry-missing`'
  }
}

export type DiagnosisCode = keyof typeof diagnosisKinds
