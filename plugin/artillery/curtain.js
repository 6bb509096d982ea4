import { BroadcastChannel } from 'node:worker_threads'

// Between the outer run's main thread and its load thread: one asks, the other tells that it is over.
const name = 'artillery-plugin-speedup'

/**
 * In the main thread: lets the load thread's waiting user go.
 *
 * @returns {{ fall: () => void, close: () => void }}
 */
export function hangCurtain() {
  const channel = new BroadcastChannel(name)
  let fallen = false
  const tell = () => channel.postMessage('over')
  channel.onmessage = ({ data }) => {
    if (data === 'over?' && fallen) tell()
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

/**
 * In the load thread.
 *
 * @returns {Promise<void>} resolves when the comparison is over
 */
export function curtainFall() {
  const channel = new BroadcastChannel(name)
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data !== 'over') return
      channel.close()
      resolve()
    }
    // It may have been over before we came.
    channel.postMessage('over?')
  })
}
