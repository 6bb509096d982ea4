import type { Check } from '../started.ts'
import type { Note } from '../../messages.ts'

type Made = Extract<Note, { note: 'timer' | 'job' }>

/** What a worker does again and again without being asked, each worker does. */
export const jobs: Check<Made[][]> = {
  title: 'repeated jobs',
  async look({ workers, notes, reachAll }) {
    await reachAll()
    return workers.map((worker) => notes(worker).filter((note) => note.note === 'timer' || note.note === 'job'))
  },
  conclude({ clustered, workers }) {
    const byPlace = Map.groupBy(clustered.flat(), placed)
    const inEach = [...byPlace].filter(([place]) =>
      clustered.every((made) => made.some((each) => placed(each) === place))
    )
    return {
      findings: inEach.map(([, [made]]) => ({
        code: made.note === 'job' ? 'repeated-job' : 'repeated-timer',
        place: made.caller.own,
        sentence:
          made.note === 'job'
            ? `each worker schedules a job of ${made.library}: with ${workers} workers it runs ${workers} times`
            : `each worker repeats something every ${made.everyMs / 1000} s: with ${workers} workers, ${workers} times as often`
      })),
      fine: 'no job is repeated in each worker'
    }
  }
}

const placed = ({ note, caller: { own, packages } }: Made) => `${note} ${own?.file}:${own?.line} ${own ? '' : packages}`
