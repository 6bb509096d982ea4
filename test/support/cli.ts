import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const cli = fileURLToPath(new URL('../../plugin/dist/cli.js', import.meta.url))

/** Runs artillery-speedup to its end, in a pipe. code: 0 where it ended by itself and well. */
export const speedup = (
  words: string[],
  { env = process.env, cwd = process.cwd() }: { env?: NodeJS.ProcessEnv; cwd?: string } = {}
) =>
  new Promise<{ code: number; stdout: string; stderr: string }>(
    (resolve) =>
      void execFile(process.execPath, [cli, ...words], { env, cwd }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr })
      )
  )

/** The same on a terminal of so many columns, as `script` makes one; what it prints is as the terminal gets it. */
export const onTerminal = (words: string[], columns: number, env: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...usual } = process.env
    const line = `stty cols ${columns}; "${process.execPath}" "${cli}" ${words.map((word) => `'${word}'`).join(' ')}`
    execFile(
      'script',
      ['-qec', line, '/dev/null'],
      { env: { ...usual, TERM: 'xterm-256color', ...env } },
      (error, stdout) =>
        error !== null && typeof error.code !== 'number' ? reject(error) : resolve(stdout.replaceAll('\r\n', '\n'))
    )
  })
