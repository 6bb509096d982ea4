/** What a process of the app holds once its garbage has been collected. */
export interface Reading {
  heapBytes: number
  externalBytes: number // of what objects hold outside of the heap, buffers included
  bufferBytes: number
  rssBytes: number
  descriptors: number // open files and sockets
  handles: number // that keep the process alive: sockets, servers, timers, requests to the system
}

/** The name of the file by whose appearance each process is told to collect garbage and to read, for the n-th time. */
export const signOf = (foot: number): string => `foot-${foot}`
