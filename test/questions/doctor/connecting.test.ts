import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect } from 'chai'
import type { Target } from '../../../plugin/concepts/settings.ts'
import { connecting } from '../../../plugin/questions/doctor/app/connecting.ts'

describe('connections to chosen workers', () => {
  /** turns: who accepts the connections, one after the other; empty: nobody who is known */
  const withWorkers = async (
    turns: string[],
    isOutside: boolean,
    use: (all: ReturnType<typeof connecting>) => unknown
  ) => {
    const accepted: Socket[] = []
    const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const whoAccepted = ({ localPort }: Socket) => {
      const at = accepted.findIndex(({ remotePort }) => remotePort === localPort)
      return at < 0 ? undefined : turns[at % turns.length]
    }
    const { signal } = new AbortController()
    const all = connecting({ hostname: '127.0.0.1', port } as Target, { whoAccepted, isOutside }, signal)
    try {
      await use(all)
    } finally {
      all.close()
      for (const socket of accepted) socket.destroy()
      server.close()
    }
    return accepted.length
  }

  it('are opened until it is the turn of that worker, and what others accepted meanwhile is kept for them', async () => {
    const opened = await withWorkers(['1', '1', '2'], false, async ({ connectTo, reach }) => {
      await reach(['2'])
      for (const worker of ['2', '1', '1']) (await connectTo(worker)).destroy()
    })
    expect(opened).to.equal(3)
  })

  it('are refused where nobody says who accepts them', async () => {
    await withWorkers([''], false, async ({ connectTo }) => {
      const told = await connectTo('1').catch(({ message }) => message)
      expect(told).to.equal('it is unknown which of its processes accepts a connection')
    })
  })

  it('tell the workers of what is seen from outside: the first two, if any is known', async () => {
    const found: string[][] = []
    for (const turns of [['7', '8', '9'], ['']])
      await withWorkers(turns, true, async ({ findWorkers }) => found.push(await findWorkers(2)))
    expect(found).to.eql([['7', '8'], []])
  })
})
