import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Markup, markup } from '../../plugin/report/markup.ts'
import { baselineLook, lookOf, mark, numberedLook } from '../../plugin/report/palette.ts'
import { itFinds } from '../support/cases.ts'

const read = (name: string) => readFileSync(new URL(`../../plugin/report/${name}`, import.meta.url), 'utf8')
const variables = (css: string) =>
  Object.fromEntries([...css.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]))

describe('the colours', () => {
  const [light, dark] = read('page/styles/base.css')
    .split('@media screen and (prefers-color-scheme: dark)')
    .map(variables)

  it('are the same where CSS is dropped, and all have a dark value', () => {
    const source = read('palette.ts')
    const colours = /const colours = \[(.*)\]/.exec(source)?.[1].match(/#\w+/g) ?? []
    const named = [...source.matchAll(/var\(--([a-z-]+),(#\w+)\)/g)].map(([, name, value]) => [name, value])
    const numbered = colours.map((value, i) => [`v${i + 1}`, value])
    expect([named.length > 8, numbered.length]).to.eql([true, 5])
    for (const [name, value] of [...named, ...numbered]) expect(light[name], name).to.equal(value)
    expect(Object.keys(dark).sort()).to.eql(Object.keys(light).sort())
  })
})

describe('the look of a variant', () => {
  const candidates = [{ name: 'two' }, { name: 'four' }]
  const looks = Array.from({ length: 10 }, (_, i) => numberedLook(i))
  const count = (first: number, ...keys: ('colour' | 'shape' | 'dash')[]) =>
    new Set(looks.slice(0, first).map((look) => keys.map((key) => look[key]).join())).size

  itFinds({
    'is a dashed ring for the baseline, and for a name that is unknown': [
      [
        ['single', 'nobody'].map((name) => lookOf(name, candidates)),
        Array(2).fill({ ...baselineLook, shape: 'ring', dash: '4 3' })
      ]
    ],
    'differs in colour and shape between candidates, in shape and line at least beyond the fifth': [
      [lookOf('four', candidates), numberedLook(1)],
      [
        [count(5, 'colour'), count(5, 'shape'), count(10, 'colour', 'shape'), count(10, 'colour', 'dash')],
        [5, 5, 10, 10]
      ],
      [looks.slice(0, 5).map(({ dash }) => dash), Array(5).fill(null)]
    ],
    'is drawn where it is put, with its title escaped': [
      [
        mark(numberedLook(1), { x: '50%', y: 7, title: '<b>' }).text,
        /^<svg x="50%" y="7" overflow="visible"><title>&lt;b&gt;<\/title><path /
      ],
      [mark(baselineLook).text, /^<circle /]
    ]
  })
})

describe('a template of markup', () => {
  itFinds({
    'escapes whatever is put in, for text and for attributes of either quote': [
      [markup`<b title="${`"'`}">${'<script>&amp;'}</b>`.text, '<b title="&quot;&#39;">&lt;script&gt;&amp;amp;</b>']
    ],
    'takes markup as it is, and lists of both': [
      [markup`<p>${['<', markup`<i>${'>'}</i>`, 3]}</p>`.text, '<p>&lt;<i>&gt;</i>3</p>'],
      [markup`${new Markup('<hr>')}`.text, '<hr>']
    ],
    'leaves out what is nothing, but not zero or an empty text': [
      [markup`[${null}${undefined}${false}${0}${''}]`.text, '[0]'],
      [markup`[${[null, 0, false]}]`.text, '[0]']
    ],
    'replaces what neither HTML nor XML can hold': (
      [
        ['a\u0000b\u001bc\uffff', 'a\ufffdb\ufffdc\ufffd'],
        ['lone \ud800 half', 'lone \ufffd half'],
        ['tab\tline\n😀', 'tab\tline\n😀']
      ] as const
    ).map(([text, expected]) => [markup`${text}`.text, expected])
  })
})
