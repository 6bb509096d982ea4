import { expect } from 'chai'
import { parseComparison } from '../../../plugin/record/parse-comparison.ts'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { withProfiles } from '../../../plugin/questions/profile/comparison.ts'
import { profileSection } from '../../../plugin/questions/profile/report/profile-section.ts'
import { aRunDetail, aView, itReads, rowsIn, verdictBoxIn } from '../../support/pages.ts'
import { aFunction, aProfile, hostileProfiles, someProfiles } from '../../support/profiles.ts'
import { aCandidate, aComparison, aScenarioResult } from '../../support/results.ts'
import type { Profile, ProfileNode } from '../../../plugin/questions/profile/concepts.ts'

const draw = (...profiles: Profile[]) =>
  profileSection(aView({ result: withProfiles(aScenarioResult([aCandidate()]), profiles) }))
const [single, clustered] = someProfiles()
const slowedBy = (factor: number) => ({
  ...clustered,
  functions: clustered.functions.map((each) => ({ ...each, selfMs: factor * each.selfMs }))
})
const deep = (levels: number): ProfileNode => ({
  function: 0,
  totalMs: 10_000,
  children: levels === 1 ? [] : [deep(levels - 1)]
})
const functions = [
  aFunction({
    name: 'encode',
    place: '@a/json/index.js:3',
    owner: 'dependency',
    calledBy: { name: 'handler', place: 'server.js:30' }
  })
]

describe('the section of profiles', () => {
  itReads({
    'is nothing without a profile, or before round 3': [
      [draw(), null],
      [profileSection(aView({ result: null })), null]
    ],
    'says what was profiled, how busy it was, and where the whole profile is': [
      [
        draw(single, clustered),
        'single (baseline) 1 process, 99 % busy, 2,000 responses in 10 s.',
        'clustered 2 processes, 99 % busy, 4,000 responses in 10 s.',
        '<a href="./single.cpuprofile">single.cpuprofile</a>',
        'DevTools',
        'Process 4713 ended while it was profiled. Read the app’s log.'
      ]
    ],
    'says whose code ran, and how long nothing did': [
      [
        draw(single),
        'Of all time, idle included: app 76 % dependency 5.9 % Node 8.9 % native 5.0 % garbage collection 3.0 % idle 1.0 %'
      ]
    ],
    'has the functions with most time of their own': [
      [
        draw(single),
        {
          rows: [
            ['Function', 'Own time, of busy', 'With calls, of busy', 'Code of'],
            ['isPrime sieves/trial-division.js:12', '72 %', '72 %', 'app'],
            ['writev node:net:900, called by handler server.js:30', '9.0 %', '9.0 %', 'Node'],
            ['handle router/index.js:41', '6.0 %', '92 %', 'dependency: router'],
            ['handler server.js:30, mostly line 33', '5.0 %', '86 %', 'app'],
            ['(program)', '5.0 %', '5.0 %', 'native'],
            ['(garbage collector) mostly right after handler server.js:30', '3.0 %', '3.0 %', 'garbage collection']
          ]
        }
      ]
    ],
    'names a package by its scope, too': [
      [draw(aProfile({ functions })), 'dependency: @a/json', 'called by handler server.js:30']
    ],
    'lists ten functions at most, and none without time of its own': [
      [
        draw(aProfile({ functions: Array.from({ length: 14 }, (_, i) => aFunction({ name: `f${i}` })) })),
        'f9',
        { lacks: /<code>f10/ }
      ],
      [draw(aProfile({ functions: [aFunction(), aFunction({ name: 'idler', selfMs: 0 })] })), { lacks: /<code>idler/ }]
    ],
    'draws what called what, each box as wide as its part, and says of each what it is': [
      [
        draw(single),
        '<svg x="0%" y="0" width="92%" height="20" overflow="hidden"><title>handle (router/index.js:41), dependency: 92 %</title>',
        '<svg x="0%" y="40" width="72%"',
        '<svg x="72%" y="40" width="9%"',
        '<svg x="92%" y="0" width="5%"',
        { html: /What called what in single, by its part of the busy time; 3 levels\./ }
      ]
    ],
    'draws 30 levels at most': [
      [
        draw(aProfile({ tree: { function: -1, totalMs: 10_000, children: [deep(40)] } })),
        { html: /; 30 levels/ },
        { lacks: /y="600"/ }
      ]
    ],
    'names blocked stretches by their stacks': [
      [draw(single), '212 ms in process 4711, 97 % of it in: handle → handler → isPrime sieves/trial-division.js:12']
    ],
    'tells of blocked stretches with the same stack once, without what Node did before': [
      [
        draw(
          aProfile({
            blocked: [single.blocked[0], { ...single.blocked[0], pid: '4712', ms: 99, share: 0.9 }].map((each) => ({
              ...each,
              stack: [{ name: 'emit', place: 'node:events:5', owner: 'node' }, ...each.stack]
            }))
          })
        ),
        '212 and 99 ms in process 4711 and 4712, at least 90 % of it in: handle → handler → isPrime sieves/trial-division.js:12',
        { lacks: /(isPrime<\/code> sieves.*){3}/s }
      ]
    ],
    'says nothing of blocked stretches where there were none': [[draw(clustered), { lacks: /blocked/ }]],
    'tells what takes a worker more time for a response than the baseline': [
      [
        draw(single, clustered),
        'Busy time for a response, clustered against single',
        'all 5.00 ms 5.38 ms +0.375 ms (+7.5 %)',
        'Node 0.450 ms 0.825 ms +0.375 ms (+83 %)',
        'emit node:events:500 0 ms 0.375 ms +0.375 ms (new)'
      ],
      [
        draw(single, { ...single, variant: 'clustered' }),
        'all 5.00 ms 5.00 ms +0 ms (+0 %)',
        'Listed is what changed beyond the noise of sampling.',
        'Nothing else differs by more than the noise of sampling.',
        { lacks: /times as long/ }
      ],
      [
        draw(single, slowedBy(1.5)),
        'Most functions take 1.50 times as long in clustered. That happens where processes share cores or caches. ' +
          'Listed is what changed beyond this factor and beyond the noise of sampling; the figures include the factor.'
      ],
      [
        draw(single, slowedBy(0.8)),
        'Most functions take 0.80 times as long in clustered: its processes waited less for a core, or ran warmer code. Listed is'
      ],
      [draw(clustered), { lacks: /against/ }]
    ],
    'says which variant has no profile': [
      [draw(single), 'There is no profile of clustered.'],
      [draw(single, clustered), { lacks: /no profile/ }]
    ],
    'says where too little ran, or nothing was profiled': [
      [
        draw(aProfile({ busyMs: 12, idleMs: 9000 })),
        'Too little ran to say what the time was spent on: 12 ms.',
        { lacks: /Own time/ }
      ],
      [
        draw(
          aProfile({ processes: 0, busyMs: 0, idleMs: 0, responses: 0, blocked: [], missing: ['V8 gave no profile.'] })
        ),
        '0 processes, 0 responses in 10 s.',
        'V8 gave no profile.',
        { lacks: /cpuprofile/ }
      ]
    ],
    'has hostile names as text, shortened, and links to files only': [
      [
        draw(...hostileProfiles(['single', 'javascript:alert(1)//<b>', 'clustered'])),
        { html: /^(?![^]*(<script|<img|<b>|x{100}))/ },
        { html: /&lt;script&gt;alert\(1\)/ },
        '… → ',
        'There is no profile of clustered.'
      ]
    ]
  })

  it('folds the third variant and more away', () => {
    const candidates = ['a', 'b', 'c'].map((name) => aCandidate({ name }))
    const variants = ['single', 'a', 'b', 'c'].map((name) => ({ ...aScenarioResult([]).variants[0], name }))
    const result = withProfiles(
      aScenarioResult(candidates, { variants }),
      ['single', 'a', 'b', 'c'].map((variant) => aProfile({ variant }))
    )
    const html = String(profileSection(aView({ result })))
    expect([...html.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, text]) => text)).to.eql([
      'How to read this',
      '<bdi>b</bdi>',
      '<bdi>c</bdi>'
    ])
    expect(rowsIn(html)).to.have.length.above(4 * 7)
  })

  it('is small, however much was profiled', () => expect(String(draw(single, clustered)).length).to.be.below(20_000))

  it('is read back as it was kept', () => {
    const comparison = aComparison([withProfiles(aScenarioResult([aCandidate()]), someProfiles())])
    expect(parseComparison(JSON.stringify(comparison), '')).to.eql(comparison)
  })
})

describe('the reason in the verdict box', () => {
  const boxOf = (profiles: Profile[]) => {
    const scenarios = [withProfiles(aScenarioResult(['a', 'b'].map((name) => aCandidate({ name }))), profiles)]
    return verdictBoxIn(renderPage({ comparison: aComparison(scenarios), runs: [aRunDetail()] }))
  }
  itReads({
    'is followed by what the time of the baseline was spent on, once': [
      [
        boxOf(someProfiles()),
        'Spent on: 72 % of single’s busy time is isPrime (sieves/trial-division.js:12).',
        { lacks: /(Time:.*){2}/s }
      ],
      [boxOf([]), { lacks: /Spent on/ }]
    ]
  })
})
