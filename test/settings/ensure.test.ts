import { itRefuses, itTakes, readWithConfig } from './cases.ts'

const speedup = { app: '../fixtures-app/server.js' }
/** @param ensure in its place below config.plugins */
const readEnsuring = (ensure: object) => readWithConfig({}, { plugins: { speedup, ensure } })

const instead = (limit: string) =>
  ", but of the loads that are compared Artillery's ensure knows only the metrics plugins.speedup.*: it would judge the user who waits for the comparison. " +
  `Remove it, and set limits for each variant, for example plugins.speedup.limits: { ${limit} }.`
const anyLimit = instead('p95: 200ms, errorRate: 1%')

describe('what the plugin ensure of a script would judge', () => {
  describe('is refused where it is of the outer run, by its place, with the limit that says the same', () => {
    itRefuses(readEnsuring, 'config.plugins.ensure.', [
      [{ maxErrorRate: 0 }, `maxErrorRate checks maxErrorRate${instead('errorRate: 0%')}`],
      [{ p95: 250 }, `p95 checks http.response_time.p95${instead('p95: 250ms')}`],
      [{ median: 40 }, `median checks http.response_time.median${instead('p50: 40ms')}`],
      [{ max: 500 }, `max checks http.response_time.max${anyLimit}`],
      [
        { thresholds: [{ 'http.response_time.p95': 10000 }] },
        `thresholds[0] checks http.response_time.p95${instead('p95: 10000ms')}`
      ],
      [
        { thresholds: [{ 'plugins.speedup.s.b.p95': 2 }, { 'http.response_time.2xx.p99': 7 }] },
        `thresholds[1] checks http.response_time.2xx.p99${instead('p99: 7ms')}`
      ],
      [{ thresholds: [{ 'vusers.failed': 1 }] }, `thresholds[0] checks vusers.failed${anyLimit}`],
      [
        { conditions: [{ expression: 'http.request_rate > 10', strict: false }] },
        `conditions[0] checks http.request_rate > 10${anyLimit}`
      ],
      [
        { conditions: [{ expression: 'plugins.speedup.s.b.p95 > 1 and my_counter > 0' }] },
        `conditions[0] checks plugins.speedup.s.b.p95 > 1 and my_counter > 0${anyLimit}`
      ]
    ])
    itRefuses((ensure) => readWithConfig({}, { ensure, plugins: { speedup, ensure: {} } }), 'config.ensure.', [
      [{ p99: 100 }, `p99 checks http.response_time.p99${instead('p99: 100ms')}`]
    ])
  })

  describe('is left alone where it is of the comparison, where there is nothing, or nobody to judge it', () => {
    itTakes(
      ({ env, ...config }) => readWithConfig({}, config, { env }).baseline,
      [
        {},
        {
          conditions: [{ expression: 'max(plugins.speedup.s.b.p95, 2) > 1 and not (plugins.speedup.s.b.p99_low < 1)' }]
        },
        { thresholds: [{ 'plugins.speedup.s.b.p95_ms': 200 }], conditions: 'none' }
      ].map((ensure) => [{ plugins: { speedup, ensure } }, 'single'])
    )
    // Artillery takes config.ensure for nothing where the plugin is not asked for.
    itTakes(
      (config) => readWithConfig({}, { plugins: { speedup }, ...config }).baseline,
      [[{ ensure: { p95: 1 } }, 'single']]
    )
    itTakes(
      (env) => readWithConfig({}, { plugins: { speedup, ensure: { p95: 1 } } }, { env }).baseline,
      [[{ ARTILLERY_DISABLE_ENSURE: '1' }, 'single']]
    )
  })
})
