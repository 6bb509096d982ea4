import { refuse } from '../../../concepts/errors.ts'
import { isByCommand, modes, type Mode } from '../../../concepts/modes.ts'
import type { Settings } from '../../../concepts/settings.ts'
import { list } from '../../../concepts/wording.ts'
import type { Project } from '../../../init/read-project.ts'
import { readScenario } from '../../../init/read-scenario.ts'
import type { FindingCode } from '../concepts.ts'
import { acceptedIn } from '../settings.ts'
import type { Subject } from './subject.ts'

/**
 * What a scenario file compares, and what its users send.
 *
 * @returns accepted: what `doctor.accept` of the file names; told: what is asked, in words. @throws SpeedupError
 */
export async function scenarioSubject(
  file: string,
  artillery: string,
  project: Project
): Promise<Subject & { accepted: FindingCode[]; told: string }> {
  const { passes, options, ...read } = await readScenario(file, artillery, project)
  const findFlow = async () => ({ passes, requests: null, hasSockets: project.dependencies.has('socket.io') })
  return { ...read, ...waysOf(read.settings), accepted: acceptedIn(options), findFlow }
}

/** Their workers share a port. */
const spreading = Object.keys(modes).filter((mode) => {
  const { workers, deals } = modes[mode as Mode]
  return workers === 'cores' && deals !== 'in turn'
})

/** What PM2 runs as several, it runs as one, too; of commands, the last is that of several. @throws SpeedupError there are none */
function waysOf({ variants }: Settings): Pick<Subject, 'alone' | 'wanted'> {
  const ours = variants.filter(({ commit, node }) => commit === null && node === null)
  const [wanted] = [
    ...ours.filter(({ mode }) => spreading.includes(mode)).sort((a, b) => Number(b.workers) - Number(a.workers)),
    ...ours.filter(({ mode }) => isByCommand(mode)).reverse()
  ]
  const alone =
    ours.find(({ mode }) => modes[mode].workers === 1) ??
    ours.find(({ mode }) => isByCommand(mode)) ??
    (wanted && { ...wanted, name: 'single', workers: 1 })
  if (alone !== undefined && wanted !== undefined) return { alone, wanted }
  return refuse(
    `doctor looks into an app that runs as several processes (mode ${list([...spreading, 'command'])}), as files and Node are now: ` +
      'the variants of this file are others. Name the app instead: npx artillery-speedup doctor server.js.'
  )
}
