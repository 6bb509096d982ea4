import { listOf, mapOf, number, object, oneOf, orNull, reject, text, truth } from './shapes.js'
/** @import { Shape } from './shapes.js' */

/** @type {readonly ['single', 'cluster']} */
export const modes = ['single', 'cluster']

const leastSpeedup = orNull(number({ above: 0 }))
const share = orNull(number({ from: 0, to: 1 }))

const thresholdShapes = {
  p50: leastSpeedup,
  p95: leastSpeedup,
  p99: leastSpeedup,
  throughput: leastSpeedup,
  fairness: share,
  errorRate: share
}

/** @type {Shape} */
const environmentValue = (value, path) => {
  const fits = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!fits) reject(path, value, 'a text, a number, true or false')
}

/** @type {Shape} */
const path = (value, where) => {
  text(value, where)
  if (!String(value).startsWith('/')) reject(where, value, 'a path that begins with /, such as /health')
}

const appShape = object({
  script: text,
  args: listOf(environmentValue),
  env: mapOf(environmentValue),
  nodeArgs: listOf(text),
  cwd: text,
  ready: path,
  readyTimeout: number({ above: 0, to: 600 }),
  stopTimeout: number({ above: 0, to: 600 })
})

/** @type {Shape} */
const app = (value, where) => {
  if (typeof value === 'string') return text(value, where)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) reject(where, value, 'the file that starts your app, or a map such as { script: ../server.js, ready: /health }')
  appShape(value, where)
}

/** @type {Shape} */
const workers = (value, where) => {
  if (value !== 'auto' && !(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 256)) {
    reject(where, value, 'a whole number from 1 to 256, or auto')
  }
}

const variantShape = object({
  mode: oneOf(modes),
  workers,
  scheduling: oneOf(['round-robin', 'none']),
  env: mapOf(environmentValue),
  thresholds: object(thresholdShapes)
})

const roundCount = number({ from: 3, to: 30, whole: true })

/** @type {Shape} */
const rounds = (value, where) => {
  if (typeof value === 'number') return roundCount(value, where)
  if (typeof value !== 'object' || value === null) {
    reject(where, value, 'a whole number from 3 to 30, or a map such as { min: 3, max: 10 }')
  }
  object({ min: roundCount, max: roundCount })(value, where)
}

/** @type {Shape} */
const headerName = (value, where) => {
  if (typeof value !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(value)) reject(where, value, 'the name of an HTTP header')
}

/** Every option of `config.plugins.speedup`. */
export const optionShapes = object({
  app,
  variants: mapOf(variantShape),
  baseline: text,
  rounds,
  confidence: oneOf([0.9, 0.95, 0.99]),
  thresholds: object(thresholdShapes),
  pidHeader: headerName,
  report: text,
  onInconclusive: oneOf(['fail', 'pass']),
  mix: truth,
  sameAnswers: truth,
  compareWith: text,
  // Artillery's own keys, which any plugin's options may have.
  scope: text,
  suppressOutput: truth
})

/** Every key of a scenario's own `speedup:`. */
export const scenarioShapes = object({ thresholds: object(thresholdShapes) })
