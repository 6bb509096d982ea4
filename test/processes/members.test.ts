import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { endMembers, hasMembers, markVariable, membersOf } from '../../plugin/processes/members.ts'
import { temporaryFolder } from '../support/folder.ts'
import { madeUpProc, type MadeUpProcess } from './made-up-proc.ts'

const mark = '5f2c7a0e-1b7b-4a7e-9a53-0c8d5f6f2f11'
const kin = { group: 7, mark }
const marked = { group: 9, environment: ['PATH=/bin', `${markVariable}=${mark}`, 'PORT=3030'] }
const overwritten = { group: 8, environment: ['', '', ''] }
const [first, other] = [{ 7: { group: 7 } }, { 19: { group: 19 } }]
const living = (pid: number, isInGroup = true) => ({ pid, isInGroup, isZombie: false })

describe('what belongs to a process that was started', () => {
  const folder = temporaryFolder()

  const cases: [what: string, processes: Record<number, MadeUpProcess>, members: ReturnType<typeof living>[]][] = [
    [
      'is its process group, and nobody with a number that begins like it',
      { ...first, 8: { group: 7 }, 70: { group: 70 }, 77: { group: 77 } },
      [living(7), living(8)]
    ],
    [
      'is who made a group of its own in its session, as shells do with their jobs',
      { ...first, 8: { group: 8, session: 7 } },
      [living(7), living(8, false)]
    ],
    [
      'is who left the session, too, by the mark in the environment',
      { ...first, 9: marked, ...other },
      [living(7), living(9, false)]
    ],
    ['is whoever is left when the first has ended', { 8: { group: 7 }, 9: marked }, [living(8), living(9, false)]],
    ['is nobody when all have ended', other, []],
    ...[`${markVariable}=${mark.replace('5', '6')}`, `SEEN=${mark}`, 'A=B'].map((variable): (typeof cases)[0] => [
      `is nobody with another mark, or one that speaks of this one: ${variable}`,
      { 8: { group: 8, environment: ['PATH=/bin', variable] } },
      []
    ]),
    [
      'is a daemon that has written its title over its environment, by the file that it has open',
      {
        8: { ...overwritten, open: ['/dev/null', `/tmp/app/${mark} (deleted)`] },
        9: { ...overwritten, open: ['/dev/null'] }
      },
      [living(8, false)]
    ],
    [
      'is not yet gone, but a zombie, while nobody has asked for its exit code',
      { 7: { group: 7, state: 'Z' }, 8: { group: 7, state: 'X' } },
      [{ ...living(7), isZombie: true }]
    ],
    [
      'is there for as long as one of its threads is, which may have its port open',
      { 7: { group: 7, state: 'Z', threads: 2 } },
      [living(7)]
    ],
    ...['a ) b (c', ') R 1 99 99 0 -1', '((', 'a b c', ')', ''].map((name): (typeof cases)[0] => [
      `is found under the name ${JSON.stringify(name)}`,
      { 7: { name, group: 7 }, 8: { name, group: 99 } },
      [living(7)]
    ])
  ]
  for (const [what, processes, members] of cases)
    it(what, () => expect(membersOf(kin, madeUpProc(folder, processes))).to.eql(members))

  it('has ended when only zombies are left, and is nobody before it has started, but for who has the mark', () => {
    expect(hasMembers(kin, madeUpProc(folder, { 7: { group: 7, state: 'Z' }, ...other }))).to.equal(false)
    expect(hasMembers(kin, madeUpProc(folder, { 7: { group: 7, state: 'Z' }, 8: { group: 7 } }))).to.equal(true)
    expect(membersOf({ group: NaN, mark }, madeUpProc(folder, { ...first, 9: marked }))).to.eql([living(9, false)])
  })

  it('is without who ends while it is read, and unknown where there is no /proc', () => {
    const proc = madeUpProc(folder, first)
    mkdirSync(`${proc}/8`)
    expect(membersOf(kin, proc)).to.eql([living(7)])
    expect(membersOf(kin, folder.path('nowhere'))).to.equal(null)
  })
})

describe('to end what was started', () => {
  const folder = temporaryFolder()
  // No process has such a number.
  const pid = 4_999_999
  const unknown = { group: NaN, mark }

  it('waits for one that leaves, and has no memory and no environment any more, but may have its port', async () => {
    const proc = madeUpProc(folder, { [pid]: marked })
    const ended = endMembers(unknown, proc)
    const stat = `${proc}/${pid}/stat`
    const leaving = readFileSync(stat, 'utf8').replace(' 1000000 ', ' 0 ')
    writeFileSync(stat, leaving)
    writeFileSync(`${proc}/${pid}/environ`, '')
    expect(membersOf(unknown, proc), 'not known by itself').to.eql([])
    expect(await Promise.race([ended, delay(100, 'waits')])).to.equal('waits')
    rmSync(`${proc}/${pid}`, { recursive: true })
    mkdirSync(`${proc}/8`)
    expect(await ended).to.equal(true)
  })

  it('does not wait for another that has got its number', async () => {
    const proc = madeUpProc(folder, { [pid]: marked })
    const ended = endMembers(unknown, proc)
    const stat = `${proc}/${pid}/stat`
    writeFileSync(stat, readFileSync(stat, 'utf8').replace(' 5000 ', ' 6000 '))
    writeFileSync(`${proc}/${pid}/environ`, 'PATH=/bin\0')
    expect(await ended).to.equal(true)
  })
})
