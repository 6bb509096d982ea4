import { dirname, relative } from 'node:path'
import { milliseconds } from '../figures.ts'
import { yamlList, yamlMap, yamlText } from './yaml-text.ts'
import type { App } from '../../vocabulary.ts'
import type { Load } from '../choose-load.ts'
import type { Trial } from '../try-app.ts'

/**
 * @param of.name what the app is, such as "Express app"
 * @param of.scenarioFile absolute path
 * @param of.processor path of what ends the loop, from the file
 * @param of.command that compares
 * @param of.schema path of the options' JSON Schema, from the file
 * @param of.readyTimeoutSeconds null: the default
 * @returns an Artillery script
 */
export function scenarioFileFor({ name, scenarioFile, processor, command, schema, trial, load, readyTimeoutSeconds }: { name: string, scenarioFile: string, processor: string, command: string, schema: string, trial: Trial, load: Load, readyTimeoutSeconds: number | null }): string {
  const { settings: { target, app }, obeysPort, path: { path }, times } = trial
  const rate = Math.round(times.perSecond)
  return `# yaml-language-server: $schema=${schema}
#
# Is this ${name} faster as a cluster than as one process? To find out: ${command}
# Written by \`artillery-speedup init\`, which ran the app to find what is below. It is yours to change.
config:
  target: ${target.url}   # ${obeysPort ? 'the app is started here: PORT is set to this port' : 'where the app listens, whatever PORT says'}
${load.timeoutSeconds === null ? '' : `  http: { timeout: ${load.timeoutSeconds} }   # seconds; an answer may take longer than the usual 10\n`}  processor: ${processor}
  variables: { loadSeconds: ${load.seconds} }   # longer runs tell smaller differences apart
  phases:
    - duration: 1
      arrivalCount: ${load.users}   # users, who come within a second
  plugins:
    speedup:
${appLines(app, relative(dirname(scenarioFile), String(app.script)), readyTimeoutSeconds)}
      # What the cluster has to reach. Set it when you have seen a result or two, a little below what they show: then
      # \`artillery run\` exits with 1 whenever the app falls below, in CI for instance.
      # thresholds: { p95: 1.2, throughput: 1.2 }
scenarios:
  - name: ${yamlText(scenarioName(path))}
    flow:
      # An answer took ${milliseconds(times.medianMs)}, and one process gave ${times.users} users at once ${rate} a second. So that it
      # has no time to spare, they do not pause: they ask again as soon as they have an answer.
      - loop:
          - get: { url: ${JSON.stringify(path)} }
        whileTrue: untilTimeIsUp
`
}

function appLines({ args, nodeArgs, env }: App, path: string, readyTimeoutSeconds: number | null) {
  const script = yamlText(path)
  const lines = [
    ...(args.length > 0 ? [`args: ${yamlList(args)}`] : []),
    ...(nodeArgs.length > 0 ? [`nodeArgs: ${yamlList(nodeArgs)}`] : []),
    ...(Object.keys(env).length > 0 ? [`env: ${yamlMap(env)}`] : []),
    ...(readyTimeoutSeconds === null ? [] : [`readyTimeout: ${readyTimeoutSeconds}   # seconds`])
  ]
  if (lines.length === 0) return `      app: ${script}   # a path from this file`
  return ['      app:', `        script: ${script}   # a path from this file`, ...lines.map((line) => `        ${line}`)].join('\n')
}

function scenarioName(path: string) {
  const words = path.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return words.length === 0 ? 'home' : words.join('-')
}
