import { demandScript, isForNode, launchOf, withMore, type Reading } from './launch.ts'
import { parseCommand } from './parse-command.ts'
import { programs } from './programs.ts'
import { resolveBin } from './resolve-bin.ts'
import type { Project } from './read-project.ts'

/** Where a command is to be run. */
export interface Place {
  project: Project
  source: string // what names the command, for messages, such as `scripts.start`
  follow: (words: string[]) => Reading // reads the command that another one starts
  followScript: (script: string, args: string[]) => Reading // reads one of package.json's scripts
}

/** They start several programs, or none that serves. */
const severalOrNone = new Set(['concurrently', 'run-p', 'npm-run-all', 'run-s', 'wait-on', 'turbo', 'nx', 'lerna', 'tsc', 'webpack', 'rimraf', 'echo', 'rm', 'mkdir', 'cp'])

/** Where a server listens that is told to listen on PORT, when it is not set. */
const usualPort = 3000
/** In the place of a variable: its value, which may be a secret, is nothing for a file. */
const unknown = '\ue000'
const needsVariable = { puzzle: 'needs a variable, whose value is nothing for a file' }

/**
 * How Node would start what a command of package.json starts.
 *
 * @param where trail: the scripts that led here
 * @throws SpeedupError INVALID_SETTINGS: it names a file that is not there
 */
export function readCommand(text: string, where: { project: Project, port: number | null, source: string, trail?: string[] }): Reading {
  const steps = parseCommand(text, (name, fallback) => (name === 'PORT' ? String(where.port ?? fallback ?? usualPort) : fallback ?? unknown))
  if (steps === null) return { puzzle: 'only a shell can take apart' }
  if (steps.flat().some(([program]) => program === 'cd' || program === 'pushd')) return { puzzle: 'goes to another folder: run init there' }
  const place = placeOf(where)
  let reading: Reading = { puzzle: 'is empty' }
  for (const words of steps.at(-1) ?? []) {
    reading = readWords(words, place)
    if ('launch' in reading) break
  }
  if ('launch' in reading && reading.launch.args.some((word) => word.includes(unknown))) return needsVariable
  return steps.flat().length < 2 ? reading : withMore(reading, { remarks: [`Of \`${text}\`, init runs only the app; whatever else that does has to be done already.`] })
}

function placeOf({ project, port, source, trail = [] }: Parameters<typeof readCommand>[1]): Place {
  const place: Place = {
    project,
    source,
    follow: (words) => readWords(words, place),
    followScript(script, args) {
      const command = project.manifest.scripts?.[script]
      if (typeof command !== 'string' || trail.includes(script)) return { puzzle: `leads to scripts.${script}, which is not there or leads back` }
      const whole = [command, ...args.map((word) => JSON.stringify(word))].join(' ')
      return readCommand(whole, { project, port, source: `scripts.${script}`, trail: [...trail, script] })
    }
  }
  return place
}

function readWords([program, ...rest]: string[], place: Place): Reading {
  if (program === undefined) return { puzzle: 'starts nothing' }
  const assignment = /^(\w+)=([^]*)$/.exec(program)
  if (assignment !== null) return withMore(place.follow(rest), assign(assignment[1], assignment[2]))
  if ([program, ...rest].some((word) => word.includes(unknown) && !/^\w+=/.test(word))) return needsVariable
  if (Object.hasOwn(programs, program)) return programs[program](rest, place)
  if (severalOrNone.has(program)) return { puzzle: `starts several programs, or none that serves (${program})` }
  if (program.includes('/')) return readFile(program, rest, place)
  const script = resolveBin(place.project, program)
  if (script !== null) return launchOf(script, { args: rest })
  return { puzzle: `starts ${program}, which is not installed here as a program for Node` }
}

function assign(name: string, value: string) {
  return value.includes(unknown) ? { remarks: [`${name} is left out, since its value comes from a variable: set ${name} itself, here and when you compare.`] } : { env: { [name]: value } }
}

function readFile(path: string, args: string[], { project, source }: Place): Reading {
  const script = demandScript(project, path, `${source} runs ${path}`)
  if (isForNode(script)) return launchOf(script, { args })
  return { puzzle: `starts ${path}, which is no program for Node` }
}
