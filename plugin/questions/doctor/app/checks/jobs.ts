import { counted } from '../../../../concepts/wording.ts'
import { schedulers } from '../../concepts.ts'
import { checkOf, type Found } from '../started.ts'
import type { Caller } from '../../messages.ts'
import { cronIn } from '../places.ts'

/** What a worker does again and again without being asked, each worker does. */
export const jobs = checkOf({
  title: 'repeated jobs',
  needs: 'notes',
  async look({ workers, notes, reach }) {
    await reach(workers)
    return workers.map((worker) => notes(worker, 'timer', 'job', 'reached'))
  },
  conclude({ clustered, workers }) {
    const byPlace = Map.groupBy(clustered.flat(), ({ caller }) => placed(caller))
    const inEach = [...byPlace].filter(([place]) =>
      clustered.every((made) => made.some((each) => each.note !== 'reached' && placed(each.caller) === place))
    )
    const findings = inEach.flatMap(([place, all]): Found[] => {
      const [{ caller }] = all
      const reached = all.find((each) => each.note === 'reached')
      const timer = all.find((each) => each.note === 'timer' && each.repeats)
      const job = all.find((each) => each.note === 'job')
      const library = job?.library ?? caller.packages.find((name) => schedulers.includes(name))
      if (library !== undefined) {
        const written = caller.own && cronIn(caller.own)
        const often = job?.everyMs ? `every ${job.everyMs / 1000} s` : (written ?? 'it alone knows when')
        const sentence = `each worker schedules a job of ${library} (${often}): with ${workers} workers it runs \
${workers} times`
        return [{ code: 'repeated-job', place: caller.own, sentence }]
      }
      // What a package of a bundle repeats is its own affair.
      if (timer?.note !== 'timer' || caller.packages.length > 0) return []
      const here = clustered[0].filter(
        (each) => each.note === 'timer' && each.repeats && placed(each.caller) === place
      ).length
      const what = reached?.how ?? `repeats ${here === 1 ? 'something' : counted(here, 'thing')}`
      const often = `every ${timer.everyMs / 1000} s: with ${workers} workers, ${workers} times as often`
      return [
        {
          code: reached === undefined ? 'repeated-timer' : 'repeated-job',
          place: caller.own,
          sentence: `each worker ${what} ${often}`
        }
      ]
    })
    return [...findings, 'no job is repeated in each worker']
  }
})

const placed = ({ own, packages }: Caller) => `${own?.file}:${own?.line} ${own ? '' : packages}`
