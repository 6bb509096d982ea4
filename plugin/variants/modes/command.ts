import { startProcess } from '../start-process.ts'
import type { Way } from '../modes.ts'

/** Any program, in any language. It tells us nothing: the system does. */
export const command: Way = {
  start(request, signal) {
    const given = request.variant.command ?? []
    // A line is the shell's, with all that it can: quotes, variables, `&&`.
    const [file, ...argv] = typeof given === 'string' ? ['/bin/sh', '-c', given] : given
    return startProcess(request, { file, argv, isStranger: true }, signal)
  }
}
