// What is written with its unit: how, and what is read from it.
import { fitting, isWithin, named, orNull, refuseValue, reject, shape, type Bounds } from './shapes.ts'
import { secondsOf } from './phases.ts'

/** A number with its unit, as a text; of a number alone, nobody can tell what it counts. written: of such a number */
export const quantity = (
  pattern: RegExp,
  allowed: string,
  written: (value: number) => string,
  fits: (value: string) => boolean = () => true
) =>
  shape<string>(
    (value, path) => {
      if (typeof value === 'string' && pattern.test(value) && fits(value)) return
      if (isWithin(value, { from: 0 })) refuseValue(path, value, `without a unit. Write ${written(Number(value))}.`)
      reject(path, value, allowed)
    },
    { type: 'string', pattern: pattern.source }
  )

/** As Artillery writes times, but in one way each. */
const timeText = /^\d+(\.\d+)? ?(ms|s|m|h)$/
export const timeAboveZero = new RegExp(`^(?=.*[1-9])${timeText.source.slice(1)}`)

/** A time, of which secondsOf makes seconds; bounds: in seconds */
export function duration(bounds: Omit<Bounds, 'whole'>) {
  const { from, above, to } = bounds
  const range = `${above === undefined ? `from ${from}` : `above ${above}`}${to === undefined ? '' : `, at most ${to} seconds`}`
  return quantity(
    above === undefined ? timeText : timeAboveZero,
    `a time ${range}, with its unit, such as 10s, 200ms or 5m`,
    (value) => `${value}s`,
    (value) => isWithin(secondsOf(value), bounds)
  )
}

/** A time of a response. */
export const latency = quantity(
  timeAboveZero,
  'a time above 0 with its unit, such as 200ms or 0.2s',
  () => '200ms or 0.2s'
)

export const rate = quantity(/^(?=.*[1-9])\d+(\.\d+)? ?\/ ?s$/, 'a rate such as 300/s', (value) => `${value}/s`)

export const percentage = quantity(
  /^(100(\.0+)?|\d{1,2}(\.\d+)?) ?%$/,
  'a percentage from 0% to 100%, such as 1%',
  () => 'a percentage, such as 1%'
)
export const share = named('share', orNull(percentage))

const leastCpus = 0.01 // the kernel's: 1 ms of each period
const milliCores = /^0*[1-9]\d+m$/ // from 10 on
const isCpuCount = (value: unknown) =>
  isWithin(value, { from: leastCpus }) || (typeof value === 'string' && milliCores.test(value))
export const cpuCount = fitting<number | string>(
  isCpuCount,
  (value) => {
    const meant = String(value).replace(/^([\d.]+) ?(m?).*$/, '$1$2')
    const nearest = isCpuCount(meant) || isCpuCount(Number(meant)) ? ` (did you mean ${meant}?)` : ''
    return `a number of cores from ${leastCpus}, such as 0.5 or 2, or 500m as in Kubernetes${nearest}`
  },
  {
    anyOf: [
      { type: 'number', minimum: leastCpus },
      { type: 'string', pattern: milliCores.source }
    ]
  }
)

export const memoryAmount = quantity(
  /^(?=.*[1-9])\d+(\.\d+)? ?([kKmMgG](i?[bB])?|[KMG]i)$/,
  'an amount of memory with its unit, such as 512Mi, 256MB or 1GiB',
  // Bytes, as Docker and Kubernetes take them, or mebibytes.
  (value) => `${value < 2 ** 20 ? value || 512 : Math.round(value / 2 ** 20)}Mi`
)

/** @returns the number of a quantity, whatever it counts */
export const amountOf: (quantity: string) => number = parseFloat

const units: Record<string, number> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }

/** @returns of an amount of memory such as 512Mi, 1GiB or 256 MB, which counts 1,024 as Docker's does */
export function bytesOf(amount: string) {
  const [, number, unit] = /^([\d.]+) ?([kmg])/i.exec(amount) ?? []
  return Math.round(Number(number) * units[unit.toLowerCase()])
}

/** @returns of 0.5, or of 500m as Kubernetes has it */
export const cpusOf = (cpus: unknown) => (typeof cpus === 'string' ? rounded(amountOf(cpus) / 1000) : Number(cpus))

/** @returns of a percentage */
export const shareOf = (percentage: string) => rounded(amountOf(percentage) / 100)

/** @returns of a time */
export const millisecondsOf = (time: string) => rounded(1000 * secondsOf(time))

/** 0.2 s are a little more than 200 ms. */
const rounded = (value: number) => Number(value.toPrecision(12))
