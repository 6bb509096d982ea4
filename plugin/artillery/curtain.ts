import { BroadcastChannel } from 'node:worker_threads'

// Between the outer run's main thread and its load thread: one asks, the other tells that it is over.
const name = 'artillery-plugin-speedup'

/** In the main thread: lets the load thread's waiting user go. */
export function hangCurtain(): { fall: () => void, close: () => void } {
  const channel = new BroadcastChannel(name)
  let fallen = false
  const tell = () => channel.postMessage(fallen ? 'over' : 'not yet')
  channel.onmessage = ({ data }) => {
    if (data === 'over?') tell()
  }
  channel.unref()
  return {
    fall() {
      fallen = true
      tell()
    },
    close: () => channel.close()
  }
}

/** The main thread answers at once, unless it is busy. */
const usualPatience = { askEverySeconds: 1, giveUpAfterSeconds: 30 }

/**
 * In the load thread.
 *
 * @returns resolves when the comparison is over; rejects when nobody makes one
 */
export function curtainFall({ askEverySeconds, giveUpAfterSeconds }: { askEverySeconds: number, giveUpAfterSeconds: number } = usualPatience): Promise<void> {
  const channel = new BroadcastChannel(name)
  const ask = () => channel.postMessage('over?')
  return new Promise((resolve, reject) => {
    const asking = setInterval(ask, askEverySeconds * 1000)
    const waiting = setTimeout(() => {
      clearInterval(asking)
      channel.close()
      reject(new Error('artillery-plugin-speedup was loaded in a load thread, but not in Artillery’s main thread: nothing can be compared. Is there a warning above that says why?'))
    }, giveUpAfterSeconds * 1000)
    channel.onmessage = ({ data }) => {
      if (data === 'over?') return
      clearInterval(asking)
      clearTimeout(waiting)
      if (data !== 'over') return
      channel.close()
      resolve()
    }
    // It may have been over before we came.
    ask()
  })
}
