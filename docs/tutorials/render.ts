import { answerList, coresIn, machines, overview, section, type Checked } from './checked.ts'
import { comparedOf } from './found-of.ts'
import { pointsOf } from './points.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import { runOf, type Tutorial } from './claims/index.ts'

type Tried = { tutorial: Tutorial; comparison: Comparison }

/**
 * What became of the tutorials' claims, from our measurements alone.
 *
 * @returns GitHub-flavoured Markdown
 */
export function renderTutorials(tried: Tried[]): string {
  const all = tried.map(checkedOf)
  return `${[
    '# The tutorials, checked',
    'What five tutorials on clustering claim, and what we measured. Our app, [fixtures-app](../fixtures-app), does the same work as theirs, ' +
      'under a load as close to theirs as is known and as one machine allows. A speedup above 1x means that the cluster is better, for latency and throughput alike.',
    overview(all),
    'Speed is half of it: the tutorials say that an app must keep no state of its own, and stop there. ' +
      '`npx artillery-speedup doctor` [looks for what would break](doctor.md) in yours; with the scripts of this page, nothing of our app does.',
    answerList(),
    'A promise about losses holds where nothing is lost, or no worker is missing; in part where less is lost than without it.',
    '`npm run tutorials` measures all of them and makes this page from what was measured; `npm run tutorials -- --render` makes it without measuring anew.',
    ...all.map(section),
    appendix(all)
  ].join('\n\n')}\n`
}

function checkedOf({ tutorial, comparison }: Tried): Checked {
  const { name, title, source, setUp, changes, claims } = tutorial
  const { file, command } = runOf(tutorial)
  return {
    name,
    title,
    source,
    setUp,
    changes,
    beside: '[Would your app break in a cluster?](doctor.md)',
    points: pointsOf(tutorial, comparison),
    script: `scenarios/tutorials/${name}.yml`,
    command,
    run: {
      file,
      comparison,
      result: claims.length === 0 ? comparison.scenarios[0] : comparedOf(claims[0], comparison).result,
      versions: {}
    }
  }
}

function appendix(all: Checked[]): string {
  return [
    '## What this machine cannot decide',
    `The load comes from the same ${coresIn(all)} as the answers. A claimed speedup that is larger than these allow can be seen in kind only: ` +
      'whether it is as large on a machine as theirs, is unknown. What the cores allow for throughput is estimated from what the app, the load generator and other programs used of them.',
    'Users who arrive at a fixed rate get no more answers than they ask for: where one process serves them all, nothing shows.',
    machines(all)
  ].join('\n\n')
}
