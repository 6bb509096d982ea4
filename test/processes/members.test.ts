import { mkdirSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { hasMembers, markVariable, membersOf } from '../../plugin/processes/members.ts'
import { temporaryFolder } from '../support/folder.ts'
import { madeUpProc, type MadeUpProcess } from './made-up-proc.ts'

const mark = '5f2c7a0e-1b7b-4a7e-9a53-0c8d5f6f2f11'
const kin = { group: 7, mark }
const marked = ['PATH=/bin', `${markVariable}=${mark}`, 'PORT=3030']
const overwritten = { group: 8, environment: ['', '', ''] }
const living = (pid: number, isInGroup = true) => ({ pid, isInGroup, isZombie: false })

describe('what belongs to a process that was started', () => {
  const folder = temporaryFolder()

  const cases: [what: string, processes: Record<number, MadeUpProcess>, members: ReturnType<typeof living>[]][] = [
    [
      'is its process group, and nobody with a number that begins like it',
      { 7: { group: 7 }, 8: { group: 7 }, 9: { group: 9 }, 70: { group: 70 }, 77: { group: 77 } }, [living(7), living(8)]
    ],
    [
      'is who made a group of its own in its session, as shells do with their jobs',
      { 7: { group: 7 }, 8: { group: 8, session: 7 } }, [living(7), living(8, false)]
    ],
    [
      'is who left the session, too, by the mark in the environment',
      { 7: { group: 7 }, 8: { group: 8, environment: marked }, 9: { group: 9 } }, [living(7), living(8, false)]
    ],
    ['is whoever is left when the first has ended', { 8: { group: 7 }, 9: { group: 9, environment: marked } }, [living(8), living(9, false)]],
    ['is nobody when all have ended', { 9: { group: 9 } }, []],
    ...[`${markVariable}=${mark.replace('5', '6')}`, `SEEN=${mark}`, 'A=B'].map((variable): typeof cases[0] =>
      [`is nobody with another mark, or one that speaks of this one: ${variable}`, { 8: { group: 8, environment: ['PATH=/bin', variable] } }, []]),
    [
      'is a daemon that has written its title over its environment, by the file that it has open',
      { 8: { ...overwritten, open: ['/dev/null', `/tmp/app/${mark} (deleted)`] } }, [living(8, false)]
    ],
    ['is no other daemon', { 8: { ...overwritten, open: ['/dev/null'] } }, []],
    [
      'is not yet gone, but a zombie, while nobody has asked for its exit code',
      { 7: { group: 7, state: 'Z' }, 8: { group: 7, state: 'X' } }, [{ ...living(7), isZombie: true }]
    ],
    ...['a ) b (c', ') R 1 99 99 0 -1', '((', 'a b c', ')', ''].map((name): typeof cases[0] =>
      [`is found under the name ${JSON.stringify(name)}`, { 7: { name, group: 7 }, 8: { name, group: 99 } }, [living(7)]])
  ]
  for (const [what, processes, members] of cases) it(what, () => expect(membersOf(kin, madeUpProc(folder, processes))).to.eql(members))

  it('has ended when only zombies are left', () => {
    expect(hasMembers(kin, madeUpProc(folder, { 7: { group: 7, state: 'Z' }, 9: { group: 9 } }))).to.equal(false)
    expect(hasMembers(kin, madeUpProc(folder, { 7: { group: 7, state: 'Z' }, 8: { group: 7 } }))).to.equal(true)
  })

  it('is without who ends while it is read', () => {
    const proc = madeUpProc(folder, { 7: { group: 7 } })
    mkdirSync(`${proc}/8`)
    expect(membersOf(kin, proc)).to.eql([living(7)])
  })

  it('is nobody before it has started, but for who has the mark', () => {
    const proc = madeUpProc(folder, { 7: { group: 7 }, 8: { group: 8, environment: marked } })
    expect(membersOf({ group: NaN, mark }, proc)).to.eql([living(8, false)])
  })

  it('is unknown where there is no /proc', () => {
    expect(membersOf(kin, folder.path('nowhere'))).to.equal(null)
  })
})
