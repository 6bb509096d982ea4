/**
 * The words of this project as types. Every value survives JSON, units are in the names.
 * A type stands here only when it crosses a folder.
 *
 * @typedef {'single' | 'cluster'} Mode
 * @typedef {'p50' | 'p95' | 'p99'} Percentile
 * @typedef {Percentile | 'throughput'} Metric what has a speedup
 * @typedef {'pass' | 'fail' | 'inconclusive'} Verdict
 * @typedef {'INVALID_SETTINGS' | 'UNSUPPORTED' | 'NOT_WRITABLE' | 'PORT_TAKEN' | 'APP_NOT_READY' | 'APP_DIED'
 *   | 'GENERATOR_FAILED' | 'NO_RESPONSES' | 'TOO_MANY_ERRORS' | 'NOT_ATTRIBUTED'} ErrorCode
 */

/**
 * What a candidate must reach. `null` takes a threshold back that a wider level set.
 *
 * @typedef {object} Thresholds
 * @property {number | null} [p50] least speedup
 * @property {number | null} [p95] least speedup
 * @property {number | null} [p99] least speedup
 * @property {number | null} [throughput] least speedup
 * @property {number | null} [fairness] least, from 0 to 1
 * @property {number | null} [errorRate] most, from 0 to 1
 */

/**
 * How to start the app under test.
 *
 * @typedef {object} App
 * @property {string} script absolute path
 * @property {string[]} args
 * @property {Record<string, string>} env added to the environment of this process
 * @property {string[]} nodeArgs before the script
 * @property {string} cwd absolute path
 * @property {string | null} ready path that must answer below 500; null: an open port is enough
 * @property {number} readyTimeoutSeconds
 * @property {number} stopTimeoutSeconds between SIGTERM and SIGKILL
 */

/**
 * One way to run the app.
 *
 * @typedef {object} Variant
 * @property {string} name
 * @property {Mode} mode
 * @property {number} workers processes that serve the app
 * @property {'round-robin' | 'none'} scheduling how connections reach the workers
 * @property {Record<string, string>} env on top of the app's
 */

/**
 * @typedef {object} Target where the app listens, always on this machine
 * @property {string} url as Artillery gets it
 * @property {string} hostname
 * @property {number} port
 * @property {'http:' | 'https:'} protocol
 */

/**
 * One scenario, or the mix of all, to be compared on its own.
 *
 * @typedef {object} ScenarioPlan
 * @property {string} name
 * @property {string | null} only the pattern for --scenario-name; null: nothing to choose from
 * @property {Record<string, Thresholds>} thresholds for each candidate
 */

/**
 * @typedef {object} Settings everything the user asked for, complete
 * @property {App} app
 * @property {Variant[]} variants in the order written
 * @property {string} baseline a variant's name
 * @property {{ min: number, max: number }} rounds
 * @property {0.9 | 0.95 | 0.99} confidence
 * @property {ScenarioPlan[]} scenarios
 * @property {Target} target
 * @property {string} pidHeader lower case
 * @property {string} reportDirectory absolute path
 * @property {'fail' | 'pass'} onInconclusive
 * @property {string} scriptFile absolute path of the Artillery script
 * @property {boolean} waitsForAfter the script has an `after` section, which needs the running app
 */

/**
 * A worker's part in a run. Idle workers are listed too.
 *
 * @typedef {object} WorkerShare
 * @property {string} pid as the header gave it
 * @property {number} requests responses from it
 * @property {number} connections that carried them
 */

/**
 * @typedef {object} LatencySummary time to first byte, in ms; null where there was no such response
 * @property {number} p50
 * @property {number} p95
 * @property {number} p99
 * @property {number} mean
 * @property {number} min
 * @property {number} max
 */

/**
 * One variant's turn, measured: a line of runs.ndjson.
 *
 * @typedef {object} Run
 * @property {string} scenario
 * @property {string} variant
 * @property {number} round from 1
 * @property {string} startedAt ISO 8601, UTC
 * @property {number} readySeconds from starting the app until every worker listened
 * @property {number} loadSeconds from the first request to the last response
 * @property {number} wallSeconds the whole run, from starting the app until it was gone
 * @property {number} requests sent to the target
 * @property {number} failures requests without a response below 400
 * @property {Record<string, number>} failureKinds status or error code -> count
 * @property {Record<string, number>} artilleryErrors what Artillery counted: failed requests, but also functions
 *   that threw, captures that found nothing
 * @property {LatencySummary | null} latencyMs of the responses below 400 that count
 * @property {{ apart: boolean, count: number, latencyMs: LatencySummary | null }} firstRequests the first on
 *   each connection; apart: they are left out of latencyMs
 * @property {number} throughputPerSecond responses below 400
 * @property {WorkerShare[]} workers
 * @property {number} unattributed responses without the header
 * @property {number} restarts workers that died and were forked again
 * @property {boolean} killed the app did not leave on SIGTERM
 * @property {string} samples CSV file, relative to the record's directory
 */

/**
 * One metric of one candidate over all rounds.
 *
 * @typedef {object} Estimate
 * @property {Metric} metric
 * @property {number} baseline geometric mean of the rounds, ms or responses/s
 * @property {number} candidate geometric mean of the rounds, ms or responses/s
 * @property {number} speedup
 * @property {[number, number]} interval
 * @property {number} spread standard deviation between rounds, relative
 * @property {number[]} ratios speedup of each round
 * @property {{ round: number, ratio: number, pulledTo: number }[]} outliers
 * @property {number | null} required
 * @property {Verdict | null} verdict null: nothing required
 * @property {boolean} hopeless more rounds would hardly decide
 * @property {number | null} roundsThatWouldDecide in a fresh experiment; null: not within 30, or decided
 */

/**
 * A demand that is no ratio.
 *
 * @typedef {object} Limit
 * @property {'fairness' | 'errorRate'} metric
 * @property {number | null} value null: could not be seen
 * @property {number | null} required
 * @property {Verdict | null} verdict
 */

/**
 * @typedef {object} CandidateResult
 * @property {string} name
 * @property {number} workers
 * @property {Estimate[]} estimates
 * @property {Limit[]} limits
 * @property {number[]} shares of the requests, largest first, mean over rounds, one for each worker
 * @property {Verdict | null} verdict null: nothing required
 */

/**
 * @typedef {object} Warning
 * @property {string} code stable
 * @property {string} message one sentence: what was seen, why it matters, what to do
 */

/**
 * @typedef {object} ScenarioResult one scenario, concluded
 * @property {string} scenario
 * @property {string} baseline
 * @property {number} rounds finished
 * @property {{ min: number, max: number }} roundsAllowed
 * @property {number} confidence
 * @property {CandidateResult[]} candidates
 * @property {Warning[]} warnings
 * @property {Verdict | null} verdict
 * @property {boolean} decided no further round is needed
 */

/**
 * @typedef {object} Comparison comparison.json
 * @property {1} schemaVersion
 * @property {string} file the Artillery script
 * @property {string} startedAt ISO 8601, UTC
 * @property {string} finishedAt ISO 8601, UTC
 * @property {Environment} environment
 * @property {{ app: string, target: string, variants: Pick<Variant, 'name' | 'mode' | 'workers' | 'scheduling'>[],
 *   baseline: string, rounds: { min: number, max: number }, confidence: number }} settings
 * @property {ScenarioResult[]} scenarios
 * @property {{ code: ErrorCode | 'INTERRUPTED' | 'UNEXPECTED', message: string } | null} error why it ended early
 * @property {Verdict | 'not measured' | null} verdict
 * @property {number} exitCode
 */

/**
 * @typedef {object} Environment
 * @property {string} node version
 * @property {string} artillery version
 * @property {string} plugin version
 * @property {string} os
 * @property {string} cpu model
 * @property {number} cores that may be used
 * @property {string | null} commit
 */

export {}
