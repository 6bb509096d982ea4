import { isInMs, secondsOf } from './phases.ts'
import { mapsIn, requestMethods } from './read-flow.ts'
import { isMap } from './shapes.ts'
import { partsOfUrl, templatesIn, type DescribedLoad, type DescribedStep } from '../concepts/load-description.ts'
import type { Script } from '../concepts/settings.ts'

/**
 * What a reader needs to know of the load, without the values of headers, bodies, cookies and variables, nor what in a
 * query may be a secret.
 *
 * @param scenarios of the script, those that are compared
 */
export function describeLoad(
  { config = {} }: Script,
  scenarios: readonly Script[],
  { fileName, isMix }: { fileName: string; isMix: boolean }
): DescribedLoad {
  const defaults = { ...config.defaults, ...config.http?.defaults }
  const payloads: Script[] = [config.payload ?? []].flat()
  return {
    phases: listOf(config.phases).map(describePhase),
    flows: scenarios.map(({ name, weight, speedup, flow }) => {
      const { users, duration } = { ...config.plugins?.speedup, ...speedup }
      return {
        scenario: String(name ?? fileName),
        weight: isMix ? (numberOr(weight) ?? 1) : null,
        users: numberOr(users),
        seconds: users === undefined || duration === undefined ? null : secondsOf(duration),
        steps: describeSteps(flow)
      }
    }),
    headers: keysOf(defaults.headers),
    variables: [
      ...new Set([...keysOf(config.variables), ...payloads.flatMap(({ fields }) => listOf(fields).map(String))])
    ]
  }
}

const listOf = (value: unknown): any[] => (Array.isArray(value) ? value : [])
const keysOf = (value: unknown) => (isMap(value) ? Object.keys(value) : [])
const numberOr = (value: unknown) => (value == null || !Number.isFinite(Number(value)) ? null : Number(value))

function describePhase(phase: Script) {
  const { name, pause, duration, arrivalCount, arrivalRate, rampTo, maxVusers } = phase ?? {}
  return {
    name: name === undefined ? null : String(name),
    seconds: secondsOf(pause ?? duration),
    isPause: pause !== undefined,
    arrivalCount: numberOr(arrivalCount),
    arrivalRate: numberOr(arrivalRate),
    rampTo: numberOr(rampTo),
    maxVusers: numberOr(maxVusers)
  }
}

const describeSteps = (flow: unknown): DescribedStep[] => mapsIn(flow).map(describeStep)

function describeStep(step: Script): DescribedStep {
  const method = requestMethods.find((name) => name in step)
  if (method !== undefined) return describeRequest(method, isMap(step[method]) ? step[method] : { url: step[method] })
  const other = (name: string, detail: string | null, steps: unknown = []) => ({
    step: name,
    detail,
    names: null,
    steps: describeSteps(steps)
  })
  if ('loop' in step) return other('loop', howOften(step), step.loop)
  if ('think' in step)
    return other(
      'think',
      isInMs(step.think)
        ? `${Number(step.think)} ms`
        : typeof step.think === 'number'
          ? `${step.think} s`
          : nameOrLength(step.think)
    )
  const [name = 'nothing'] = Object.keys(step)
  return other(name, name === 'function' ? String(step.function) : null, step[name])
}

function describeRequest(
  method: string,
  { url, uri, qs, headers, cookie, json, body, form, formData, auth }: Script
): DescribedStep {
  const { path, query } = partsOfUrl(String(url ?? uri ?? ''))
  const more = isMap(qs)
    ? Object.entries(qs).flatMap(([name, value]) => partsOfUrl(`?${name}=${asValue(value)}`).query)
    : []
  return {
    step: method.toUpperCase(),
    detail: path,
    names: {
      query: [...query, ...more],
      headers: [...keysOf(headers), ...(isMap(auth) ? ['authorization'] : [])],
      cookies: keysOf(cookie),
      body: [json, body, form, formData].flatMap(namesInBody)
    },
    steps: []
  }
}

/** What would end a value in a URL is not what it is about. */
const asValue = (value: unknown) => (typeof value === 'object' ? '…' : String(value).replace(/[&#]/g, '…'))

function namesInBody(body: unknown) {
  if (body == null) return []
  if (isMap(body)) return Object.keys(body)
  if (Array.isArray(body)) return ['(a list)']
  const templates = templatesIn(String(body))
  return templates.length > 0 ? templates : ['(a text)']
}

function howOften({ count, over, whileTrue }: Script) {
  if (whileTrue !== undefined) return `while ${whileTrue}`
  if (over !== undefined) return Array.isArray(over) ? `over ${over.length} values` : `over ${nameOrLength(over)}`
  return count === undefined ? 'without end' : `${nameOrLength(count)} times`
}

/** A number with its unit or a range is a length; of anything else, only templates and plain names are told. */
function nameOrLength(value: unknown) {
  const text = String(value)
  if (/^[\d.]+(?:\s?[a-z]*|-\d+)$/i.test(text) || /^[a-z_$][\w$.]*$/i.test(text)) return text
  return templatesIn(text).join(' ') || '…'
}
