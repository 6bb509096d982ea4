import type { Sentences } from '../../concepts/wording.ts'
import type { WarningCode } from '../../concepts/warnings.ts'

/** Of answers that differ or fail, of requests that are not sent as the script has them, and of what makes the load. */
export const answerExplanations = {
  'different-answers': [
    'A candidate answers some requests differently from the baseline, or with other statuses under load.',
    'The app keeps state in one process that all workers need (sessions, counters, caches); a cache, a redirect or a ' +
      'fallback begins under load; two versions of it answer differently; or answers differ by nature.',
    'Of workers, keep shared state where all of them find it; of two versions, see what changed in the answer. If ' +
      'answers differ by nature, set `compareAnswers: false`.'
  ],
  'different-encoding': [
    'Only one of baseline and candidate compresses its responses, or they use different encodings.',
    'Compression is switched on in one of them only, by an environment variable, a proxy or the runtime.',
    'Compress in both or in neither. If compression is part of what you compare, set `compareAnswers: false`.'
  ],
  'different-connections': [
    'One of baseline and candidate closes connections that the other keeps open. If users reuse connections, there ' +
      'is no verdict.',
    'It answers with `connection: close` or HTTP/1.0, limits the requests of a connection, or stands behind a proxy ' +
      'that does.',
    'Let both keep connections open, or neither. If that is part of what you compare, set `compareAnswers: false`.'
  ],
  'different-sizes': [
    'Under load, the candidate’s responses are at least a tenth smaller than the baseline’s (a problem). If they are ' +
      'larger, or differ in the warm-up only, it is a warning.',
    'One of them answers with less or more: a truncated list, an error page with status 200, another level of ' +
      'compression. Or answers grow with the number of requests.',
    'Find out what is left out or added. If sizes differ by nature, set `compareAnswers: false`.'
  ],
  errors: [
    'More requests of a variant failed, or passes of its users, than the error rate allows: 1 % without a limit, or ' +
      'more than of another variant.',
    'The app returns errors under this load, or workers need what one process keeps. Errors return faster than real ' +
      'work, so they would count as speed.',
    'Follow the message, and what the app printed, if anything. `CUT_OFF` is a response that ended before it was ' +
      'whole. If statuses such as 404 belong to the scenario, set the option `limits: { errorRate: 0.2 }`, for ' +
      'example.'
  ],
  'requests-elsewhere': [
    'A tenth or more of the requests went to a host or port that is no target of the comparison. They are in no ' +
      'figure.',
    'A link, a redirect or a URL of the script names another host or port: an absolute `next` link, a redirect to ' +
      'https.',
    'Let the app name itself as `config.target` does, or remove those requests from the flow.'
  ],
  redirected: [
    'More than 60 % of the requests of the script, of at least two different ones, were redirected to one place.',
    'A login did not hold, as its cookie is `Secure` or of another host, or the app sends users to a page for errors.',
    'Run the flow by hand, and make it get through. Where a redirect is what a request is for, let its step say so: ' +
      '`followRedirect: false` and `expect: { statusCode: 302 }` (plugin `expect`).'
  ],
  'never-asked': [
    'No user of any variant sent a request of the script: a warning. If that holds for most of them, there is no ' +
      'verdict.',
    'A condition (`ifTrue`, `probability`) never holds, a step before it fails, or the runs end before users come to ' +
      'it.',
    'Run the flow by hand, and make it get through, or take the request out of the script.'
  ],
  'too-few-passes': [
    'What counts of a run holds fewer than two passes of a user through a flow of several requests.',
    'A pass takes long beside the run: where the run cuts the flow decides how many light requests it counts.',
    'Make the runs longer, use fewer users, or leave out `duration` and `time`: then they are as long as the flow ' +
      'needs.'
  ],
  'different-mix': [
    'The share of a request of the flow, among the responses that count, differs between variants by more than two ' +
      'percentage points, or a tenth of itself.',
    'Which requests users send depends on the speed of the app (`ifTrue`, loops), or the runs hold few passes.',
    'Make the runs longer, or have each user send the same requests.'
  ],
  'generator-saturated': [
    'A load generator thread was more than 80 % busy.',
    'The app answers faster than the load generator can ask, so latencies include the load generator’s own delay.',
    'Lower the load (fewer users, or `think` time), test heavier requests, or use more cores. If Artillery’s client ' +
      'sent the requests, remove what rules out the lean client.'
  ],
  'network-full': [
    'In its busiest second, a network interface of the machine that made the load used more than 90 % of its speed. ' +
      'Or, ' +
      'beyond two round trips, what the app had sent was on its way for more than half of the mean latency.',
    'The responses are large for the network between the two machines, so it limits the throughput, not the app.',
    'Ask for smaller responses, or use a faster network.'
  ],
  'load-host-slow': [
    'Of several machines that make the load, the users of one took more than 1.5 times as long from one request to ' +
      'the ' +
      'next as those of another, without the round trip of each.',
    'That machine is busy, or slower than the others, so that latencies are partly its own.',
    'See what else runs there, or leave it out of `generator.ssh`.'
  ]
} satisfies Partial<Record<WarningCode, Sentences>>
