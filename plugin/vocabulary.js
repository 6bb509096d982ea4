/**
 * The words of this project as types. Every value survives JSON, units are in the names.
 * A type stands here only when it crosses a folder.
 *
 * @typedef {'single' | 'cluster' | 'pm2' | 'reuse-port' | 'command' | 'url'} Mode
 * @typedef {'p50' | 'p95' | 'p99'} Percentile
 * @typedef {Percentile | 'throughput'} Metric what has a speedup
 * @typedef {'pass' | 'fail' | 'inconclusive'} Verdict
 * @typedef {'INVALID_SETTINGS' | 'UNSUPPORTED' | 'NOT_WRITABLE' | 'PORT_TAKEN' | 'APP_NOT_READY' | 'APP_DIED'
 *   | 'GENERATOR_FAILED' | 'NO_RESPONSES' | 'TOO_MANY_ERRORS' | 'NOT_ATTRIBUTED' | 'NOT_A_RECORD'} ErrorCode
 * @typedef {'ARTILLERY_FAILED' | 'OUT_OF_TIME' | 'NO_COMPARISON' | 'NOTHING_TO_WRITE'
 *   | 'INTERRUPTED' | 'UNEXPECTED'} CallErrorCode what only those meet who call us from a test suite, or by the command
 *   artillery-speedup
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
 * @property {string | null} script absolute path; null: no variant needs it
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
 * @property {number | null} workers processes that serve the app; null: as many as are seen, in modes pm2 (with an
 *   ecosystem file), command and url
 * @property {'round-robin' | 'none'} scheduling how connections reach the workers
 * @property {Record<string, string>} env on top of the app's
 * @property {string[]} args after the app's
 * @property {string | string[] | null} command in mode command: a line for the shell, or a program and its arguments
 * @property {{ file: string, app: string | null } | null} ecosystem in mode pm2: absolute path, and the name of the app
 *   in it; app null: the only one; ecosystem null: the app's script
 * @property {Target[]} targets in mode url: where it runs, at least one; else empty
 * @property {string | null} sweep the name as it was written, of variants that differ in their number of workers only
 */

/**
 * @typedef {object} Target where the app listens: on this machine, but in mode url
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
 * @property {LoadLevel | null} level null: the load is as it was written
 */

/**
 * One of several loads under which a scenario is compared.
 *
 * @typedef {object} LoadLevel
 * @property {string} of the name of the scenario
 * @property {number} factor by which the phases' arrivals are multiplied
 * @property {Record<string, unknown>[]} phases so multiplied, as Artillery takes them
 */

/**
 * Who makes the load.
 *
 * @typedef {object} Generator
 * @property {'run' | 'run-fargate' | 'run-lambda' | 'run-aci'} command of Artillery
 * @property {string[]} args for it
 */

/**
 * What sent the requests of a load.
 *
 * @typedef {object} ClientUse
 * @property {'lean' | 'artillery'} name lean: the plugin's own; artillery: that of Artillery's http engine
 * @property {string | null} because what kept it from being the lean one, in plain words; null: nothing, or nobody tells
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
 * @property {boolean} sameAnswers the variants are expected to answer alike
 * @property {EarlierResult | null} compareWith
 * @property {Generator | null} generator null: a child `artillery run` here, whose requests we record ourselves; else
 *   what is known of a run comes from the metrics that Artillery writes with --output
 * @property {'auto' | 'artillery'} client auto: the lean one, in scenarios that it can run
 * @property {boolean} insecure certificates are not checked
 * @property {string} scriptFile absolute path of the Artillery script
 */

/**
 * The options of `config.plugins.speedup` as a user writes them, in a file or in code. What is left out, or undefined in
 * code, has its default. Paths begin at the scenario file, where nothing else is said.
 *
 * @typedef {object} Options
 * @property {string | AppOptions} [app] the file that starts the app, or how to start it; not needed where all variants
 *   are commands, URLs, or apps of an ecosystem file
 * @property {Record<string, VariantOptions>} [variants] by name, at least two; `single` and `clustered` when left out
 * @property {string} [baseline] the variant that the others are compared with; the first when left out
 * @property {number | RoundsOptions} [rounds] a number: that many, from 3 to 30; { min: 3, max: 10 } when left out
 * @property {0.9 | 0.95 | 0.99} [confidence] of the intervals; 0.95 when left out
 * @property {Thresholds} [thresholds] for all candidates
 * @property {string} [pidHeader] the response header that names the worker; `x-worker-pid` when left out
 * @property {string} [report] directory for what is kept, from the working directory; `reports` when left out
 * @property {'fail' | 'pass'} [onInconclusive] what comes of a verdict that could not be reached; `fail` when left out
 * @property {boolean} [mix] compare the weighted mix of all scenarios as one; false when left out
 * @property {boolean} [sameAnswers] the variants are expected to answer alike; true when left out
 * @property {string} [compareWith] an earlier comparison.json, or its folder
 * @property {number[]} [load] factors by which the phases' arrivals are multiplied: the scenarios are compared under each;
 *   thresholds are for 1
 * @property {GeneratorOptions} [generator] who makes the load; a child `artillery run` here when left out
 * @property {'auto' | 'artillery'} [client] what sends the requests; `auto`, the lean client in scenarios that it can run,
 *   when left out
 * @property {string} [scope] Artillery's own: what comes before `speedup` in the plugin's name
 * @property {boolean} [suppressOutput] Artillery's own: print no metrics of the plugin in Artillery's summary
 *
 * @typedef {object} AppOptions how to start the app
 * @property {string} [script] the file that starts it
 * @property {(string | number | boolean)[]} [args] for the app
 * @property {EnvironmentOptions} [env] on top of the environment of this process
 * @property {string[]} [nodeArgs] for Node, before the script
 * @property {string} [cwd] where Artillery runs when left out
 * @property {string} [ready] path that must answer below 500; an open port is enough when left out
 * @property {number} [readyTimeout] seconds; 10 when left out
 * @property {number} [stopTimeout] seconds between SIGTERM and SIGKILL; 2 when left out
 *
 * @typedef {object} VariantOptions one way to run the app
 * @property {Mode} [mode] the variant's name when left out, where it is one
 * @property {number | 'auto' | 'max' | number[]} [workers] in modes cluster, pm2 and reuse-port; `auto` and `max`, as many
 *   as the cores that may be used, is the default; a list makes a variant of each. In modes command and url: how many it
 *   has; as many as are seen when left out
 * @property {'auto'} [sweep] a variant of each of 1, 2, 4 ... workers, up to twice the cores that may be used
 * @property {'round-robin' | 'none'} [scheduling] in mode cluster, how connections reach the workers; `round-robin` when
 *   left out
 * @property {EnvironmentOptions} [env] on top of the app's
 * @property {(string | number | boolean)[]} [args] after the app's
 * @property {string | (string | number | boolean)[]} [command] in mode command: a line for the shell, or a program and its arguments
 * @property {string | { file: string, app?: string }} [ecosystem] in mode pm2: an ecosystem file, and the name of the app
 *   in it, which may be left out where it has only one
 * @property {string | string[]} [url] in mode url: where the app runs already
 * @property {Thresholds} [thresholds] for this candidate alone
 *
 * @typedef {object} RoundsOptions each from 3 to 30
 * @property {number} [min] before the first look; 3 when left out
 * @property {number} [max] 10 when left out, or min
 *
 * @typedef {object} GeneratorOptions
 * @property {Generator['command']} command of Artillery
 * @property {(string | number | boolean)[]} [args] for it
 *
 * @typedef {Record<string, string | number | boolean>} EnvironmentOptions variables, and their values
 */

/**
 * An earlier comparison, as far as it is needed to tell what fell since then.
 *
 * @typedef {object} EarlierResult
 * @property {string} file absolute path of its comparison.json
 * @property {string} finishedAt ISO 8601, UTC
 * @property {string | null} commit
 * @property {string} plugin version
 * @property {string} cpu model
 * @property {number} cores that could be used
 * @property {{ cpu: string, cores: number }} here the machine of today
 * @property {({ scenario: string, candidate: string, workers: number, client: ClientUse['name'], metric: Metric }
 *   & EarlierSpeedup)[]} estimates those that carried a verdict, of what is compared today; workers: of the candidate
 *
 * @typedef {{ speedup: number, interval: [number, number] }} EarlierSpeedup
 */

/**
 * @typedef {object} LoopDelay how late an event loop came to what was due, in ms
 * @property {number} p50
 * @property {number} p99
 * @property {number} max
 */

/**
 * What a process of the app told about itself during the load.
 *
 * @typedef {object} WorkerUsage
 * @property {number} utilization of its event loop, from 0 to 1
 * @property {LoopDelay | null} loopDelayMs
 * @property {number} cpu cores, of all its threads: CPU seconds a second
 * @property {number} gc share of the time that went into garbage collection, from 0 to 1
 * @property {number} rssMegabytes most
 * @property {number} heapMegabytes most
 * @property {number} openConnections most
 * @property {number} requestsInFlight most
 * @property {{ seconds: number, cpuSeconds: number } | null} stall when it was silent for far longer than usual,
 *   and for more than a second: the longest time
 * @property {TimeInApp | null} inApp null: it could not see, or there was no response that counts
 */

/**
 * From a request's arrival in a process of the app, when its headers have been read, to the first byte of its response,
 * in ms: of responses that count as those of latencyMs do, and of failures.
 *
 * @typedef {object} TimeInApp
 * @property {number} responses that were measured: above 1000 a second, a part that is drawn by chance
 * @property {number} meanMs
 * @property {number} idleMs mean time in which the event loop was idle meanwhile: the request waited for something else
 * @property {number} p50Ms
 * @property {number} p95Ms
 */

/**
 * A worker's part in a run. Idle workers are listed too.
 *
 * @typedef {object} WorkerShare
 * @property {string} pid as the header gave it
 * @property {number} requests responses from it
 * @property {number} connections that carried them
 * @property {WorkerUsage | null} usage null: it told nothing, or too little
 */

/**
 * What the load generator told about itself.
 *
 * @typedef {object} GeneratorUse
 * @property {number | null} utilization of the event loop of its busiest load thread, from 0 to 1; null: the run
 *   was too short to tell
 * @property {LoopDelay | null} loopDelayMs of that thread
 * @property {number} threads 0: it told nothing of itself, and what is known of the run comes from Artillery's metrics
 * @property {(number | null)[]} utilizations of the event loop of each load thread
 * @property {number} users that came
 * @property {number} skippedUsers that it left out, for maxVusers
 * @property {number | null} shortestSessionMs of a user who got through
 * @property {number} arrivalSeconds from the first user's coming to the last one's
 * @property {number} drainSeconds from the last user's coming to the last response
 * @property {number} queueSeconds median latency of the requests that were under way when the last user came
 */

/**
 * Who used the machine during the load, in cores: CPU seconds a second.
 *
 * @typedef {object} MachineUse
 * @property {number} cores that app and load generator may use; a fraction under a container's quota
 * @property {number} app with the processes that it started, but for those it gave a process group of their own
 * @property {number} generator with what conducts the comparison
 * @property {number} others any other program
 * @property {number} stolen given to others by the hypervisor
 * @property {number} appMegabytes resident memory of all processes of the app at the end of the load
 */

/**
 * What the app answered once, to be compared between variants.
 *
 * @typedef {object} Answer
 * @property {string} request method and URL
 * @property {number} status
 * @property {string} hash of the body
 */

/**
 * Whether a candidate answers as the baseline does, from runs that are not measured.
 *
 * @typedef {object} AnswerComparison
 * @property {string} variant
 * @property {number} requests different ones, by method and URL, that both were asked
 * @property {string[]} different those that the candidate answered otherwise
 * @property {string[]} unsteady those that the baseline itself does not answer the same way twice
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
 * @property {GeneratorUse} generator
 * @property {ClientUse | null} client null: it is not known
 * @property {MachineUse | null} machine null where the system does not tell
 * @property {string} samples CSV file, relative to the record's directory; compressed by gzip where it ends with .gz
 * @property {string} telemetry NDJSON file, relative to the record's directory
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
 * @property {Reason | null} reason why the measurement does not carry a verdict, whatever the numbers say
 * @property {boolean} hopeless more rounds would hardly decide
 * @property {number | null} roundsThatWouldDecide in a fresh experiment; null: not within 30, or decided
 * @property {number | null} timesLonger how many times as long runs would have to be to decide in as many rounds;
 *   null: decided
 * @property {EarlierSpeedup | null} earlier null: nothing to compare with
 * @property {boolean} regression it fell: the interval lies wholly below the earlier one
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
 * @property {Bound | null} bound null: the baseline is not limited by its CPU, or the system does not tell
 * @property {Diagnosis} diagnosis
 * @property {SelfCheck | null} selfCheck null: it is another variant than the baseline, or something was required
 * @property {Verdict | null} againstEarlier pass: no speedup fell; inconclusive: the two can't be compared; null: there
 *   is no earlier result of it
 * @property {Verdict | null} verdict the worst of all that was required, and of againstEarlier; null: there is neither
 */

/**
 * The speedup that this machine could show at most, for work that is limited by the CPU.
 *
 * @typedef {object} Bound
 * @property {number} atMost
 * @property {number} cores that app and load generator may use
 * @property {number} generator cores that it took from the candidate
 * @property {number} others cores that other programs, and the hypervisor, took from the candidate
 * @property {ClosedLoop | null} loop what limits more than the cores do; null: nothing does
 */

/**
 * A closed loop of so few users that they limit the throughput, not the app.
 *
 * @typedef {object} ClosedLoop
 * @property {'generator' | 'users'} limitedBy generator: without its own time, a part of every cycle, they would get more
 *   done; users: they think, or wait for what the app waits for
 * @property {number} users
 * @property {number} generatorMs for each request
 * @property {number} cycleMs at least, from one request of a user to the next: the generator's time, the app's, what the app
 *   waits for, and thinking
 * @property {number | null} enough users from which on it no longer matters, as the app limits more; null: none, as the
 *   load generator limits more
 * @property {number} atMost the speedup that so few users allow
 */

/**
 * Why a candidate is faster, or is not.
 *
 * @typedef {object} Diagnosis
 * @property {'same' | 'different-errors' | 'generator-bound' | 'unknown' | 'busy-elsewhere' | 'waiting' | 'few-users' | 'idle'
 *   | 'partly-busy' | 'garbage-collection' | 'blocked' | 'uneven' | 'too-many-workers' | 'machine-full'
 *   | 'more-workers' | 'cpu-bound' | 'contention'} code stable
 * @property {string} message one sentence
 */

/**
 * The baseline against itself.
 *
 * @typedef {object} SelfCheck
 * @property {Verdict} verdict pass: no metric differs, as far as chance allows
 * @property {Metric[]} biased those that do
 * @property {Record<Metric, number>} leastMargin the smallest ratio above 1 that about five rounds can decide
 */

/**
 * How the load came, and who could keep up with it.
 *
 * @typedef {object} LoadShape
 * @property {'open' | 'closed' | 'unknown'} model open: users come whatever the app does; closed: a fixed number of
 *   users ask again and again
 * @property {string[]} saturated variants that could not keep up with an open load
 */

/**
 * How one variant spent the time of its loads: means over the rounds.
 *
 * @typedef {object} VariantUse
 * @property {string} name
 * @property {number} workers
 * @property {number | null} utilization of a worker's event loop, from 0 to 1; null: the workers told too little
 * @property {number | null} busiest utilization of the busiest worker's event loop
 * @property {number | null} cpu cores that the workers took, those that told nothing taken for like the others
 * @property {number | null} gc share of the workers' busy time that went into garbage collection
 * @property {number | null} workerMegabytes resident memory of a worker
 * @property {MachineUse | null} machine
 * @property {number | null} generatorUtilization of the event loop of its busiest load thread
 * @property {number} errorRate
 * @property {number} connections
 * @property {ResponseTime | null} responseTime null: the workers told too little
 * @property {Demand | null} demand null: the workers or the load generator told too little
 */

/**
 * Where the time of a mean response goes, in ms: its latency, and four parts that add up to it.
 *
 * @typedef {object} ResponseTime
 * @property {number} latencyMs
 * @property {number | null} generatorMs the load generator's own delay, as estimated from how busy it was; null: it did
 *   not tell, and its delay is a part of queueMs
 * @property {number} queueMs waiting for its turn: on the wire, to be accepted and read, while the app computes for others
 * @property {number} waitingMs waiting inside the app, whose event loop was idle: timers, I/O, other services
 * @property {number} computingMs
 */

/**
 * What one request needs of whom, and how often it was asked for.
 *
 * @typedef {object} Demand
 * @property {number} users who came in a run; median
 * @property {number} threads of the load generator; median
 * @property {number} responsesPerSecond below 400
 * @property {number} cycleMs of a user who stays: from one request to the next
 * @property {number} generatorMs in which the event loops of the load threads were active
 * @property {number} computingMs in which the event loops of the workers were active, or the CPU of all their threads where
 *   that is more
 */

/**
 * @typedef {'problem' | 'warning' | 'note'} Severity problem: the result may be wrong; warning: it may be worse than
 *   it could be; note: good to know
 *
 * @typedef {'different-answers' | 'generator-saturated' | 'baseline-saturated' | 'errors' | 'throughput-fixed'} Reason
 *   of a measurement that carries no verdict
 *
 * @typedef {Reason | 'machine-disturbed' | 'worker-stalled' | 'worker-restarted' | 'scenario-errors'
 *   | 'unattributed-responses' | 'telemetry-missing' | 'candidate-saturated' | 'uneven-distribution' | 'users-skipped'
 *   | 'too-few-requests' | 'too-noisy' | 'threshold-within-noise' | 'app-killed' | 'outlier-round'
 *   | 'unsteady-answers' | 'different-machine' | 'different-variant' | 'different-client'} WarningCode
 *
 * @typedef {object} Warning
 * @property {WarningCode} code stable
 * @property {Severity} severity
 * @property {string | null} variant that it speaks of; null: several
 * @property {number[]} rounds that it speaks of; empty: all
 * @property {string} message what was seen, why it matters, what to do
 */

/**
 * @typedef {object} ScenarioResult one scenario, concluded
 * @property {string} scenario
 * @property {string} baseline
 * @property {number} rounds finished
 * @property {{ min: number, max: number }} roundsAllowed
 * @property {number} confidence
 * @property {CandidateResult[]} candidates
 * @property {VariantUse[]} variants
 * @property {LoadShape} load
 * @property {ClientUse | null} client null: it is not known
 * @property {AnswerComparison[]} answers
 * @property {Sweep[]} sweeps
 * @property {{ of: string, factor: number } | null} level the scenario and by how much its load was multiplied; null: as
 *   it was written
 * @property {Warning[]} warnings worst first
 * @property {Verdict | null} verdict
 * @property {boolean} decided no further round is needed
 * @property {boolean} preliminary it was ended before its time, so that there is no verdict
 */

/**
 * A value over all rounds: the geometric mean of the rounds' values, and its confidence interval.
 *
 * @typedef {object} Ranged
 * @property {number} value
 * @property {[number, number]} interval
 */

/**
 * Variants that differ in their number of workers only.
 *
 * @typedef {object} Sweep
 * @property {string} name of the variant, as it was written
 * @property {SweepPoint[]} points fewest workers first
 * @property {number | null} cores that app and load generator may use; null: the system does not tell
 * @property {ScalingLaw | null} law
 * @property {string | null} whyNoLaw one sentence; null: there is one
 * @property {number | null} knee the fewest workers whose throughput no larger number of workers measurably surpasses;
 *   null: the load carries no verdict on throughput
 * @property {string} recommendation one sentence
 *
 * @typedef {object} SweepPoint
 * @property {string} variant
 * @property {number} workers
 * @property {Ranged} throughputPerSecond
 * @property {Ranged} p95Ms
 * @property {Ranged} speedup of throughput, over the point with the fewest workers
 * @property {number | null} appMegabytes resident memory of all processes of the app; null: the system does not tell
 * @property {number | null} workerMegabytes of one worker
 * @property {boolean} isFitted the law was fitted to it
 *
 * @typedef {object} ScalingLaw the Universal Scalability Law: with N workers the throughput is
 *   lambda N / (1 + sigma (N - 1) + kappa N (N - 1))
 * @property {Ranged} lambda responses per second of one worker
 * @property {Ranged} sigma contention: the share of the work that waits for what only one can have
 * @property {Ranged} kappa coherency: what each pair of workers costs
 * @property {{ workers: number, interval: [number, number] } | null} peak where the throughput is largest; null: none
 *   that was seen
 * @property {{ workers: number, throughputPerSecond: number, interval: [number, number] }[]} curve in small steps of
 *   workers
 */

/**
 * One scenario under several loads.
 *
 * @typedef {object} Crossover
 * @property {string} scenario as it was written
 * @property {CrossoverLevel[]} levels least load first
 * @property {CrossoverCandidate[]} candidates
 *
 * @typedef {object} CrossoverLevel
 * @property {number} factor
 * @property {string} scenario the name of its result
 * @property {number} offeredPerSecond requests, geometric mean over all runs
 * @property {{ name: string, p95Ms: Ranged, keepsUp: boolean }[]} variants keepsUp: with the users who came
 *
 * @typedef {object} CrossoverCandidate
 * @property {string} name
 * @property {number | null} asGoodUpTo requests per second up to which the baseline's p95 is as good: the largest load
 *   below the first at which the candidate is measurably better; null: none was
 * @property {number | null} betterFrom requests per second from which on the candidate is measurably better at each load;
 *   null: at none
 * @property {string} message one sentence
 */

/**
 * @typedef {object} Comparison comparison.json
 * @property {1} schemaVersion
 * @property {string} file the Artillery script, from the working directory
 * @property {string} startedAt ISO 8601, UTC
 * @property {string} finishedAt ISO 8601, UTC
 * @property {Environment} environment
 * @property {{ app: string | null, target: string, variants: DescribedVariant[],
 *   baseline: string, rounds: { min: number, max: number }, confidence: number, onInconclusive: 'fail' | 'pass',
 *   compareWith: Omit<EarlierResult, 'here' | 'estimates'> | null, generator: Generator['command'] | null,
 *   client: Settings['client'] | null }} settings files: from the working directory; generator: its command; client null:
 *   made before there was a choice
 * @property {ScenarioResult[]} scenarios
 * @property {Crossover[]} crossovers
 * @property {{ code: ErrorCode | 'INTERRUPTED' | 'UNEXPECTED', message: string } | null} error why it ended early
 * @property {Verdict | 'not measured' | null} verdict
 * @property {number} exitCode
 */

/**
 * @typedef {Pick<Variant, 'name' | 'mode' | 'workers' | 'scheduling'> & { detail: string | null }} DescribedVariant detail:
 *   its arguments, command, ecosystem file or URL, without what may be a secret; null: nothing to tell
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

/**
 * A comparison as the list of all comparisons shows it.
 *
 * @typedef {object} HistoryEntry
 * @property {string} folder relative to the list
 * @property {boolean} hasPage the folder holds an index.html
 * @property {string} file the Artillery script
 * @property {string} startedAt ISO 8601, UTC
 * @property {string | null} commit
 * @property {boolean} interrupted
 * @property {Comparison['verdict']} verdict
 * @property {HistoryScenario[]} scenarios
 *
 * @typedef {object} HistoryScenario
 * @property {string} scenario
 * @property {string} baseline
 * @property {number} rounds
 * @property {HistoryCandidate[]} candidates
 *
 * @typedef {object} HistoryCandidate
 * @property {string} name
 * @property {Verdict | null} verdict
 * @property {Pick<Estimate, 'metric' | 'speedup' | 'interval' | 'required' | 'reason' | 'regression'>[]} estimates
 */

/**
 * A finished comparison with all that a page shows of it.
 *
 * @typedef {object} ReportData
 * @property {Comparison} comparison
 * @property {RunDetail[]} runs in the order in which they were made
 */

/**
 * One run, condensed from its samples and telemetry to a size that does not grow with the number of requests.
 * Seconds count from the first request. What is told of latency is about the responses that count: below 400, and
 * not the first on a connection where those are summarised apart.
 *
 * @typedef {object} RunDetail
 * @property {Run} run
 * @property {number} beganMs when the load began, milliseconds since 1970
 * @property {number} counted responses that count
 * @property {{ probability: number, latencyMs: number }[]} quantiles from the least to the largest, close together
 *   towards the tail; empty where nothing counted, or no single latencies were kept
 * @property {TimeBin[]} bins equal steps of the load's time
 * @property {WorkerDetail[]} workers in order of start
 * @property {UtilizationPoint[]} generator event loop of the busiest load thread; empty where it told too little
 * @property {LatencyCloud | null} cloud null: for its variant, another round is shown in detail
 */

/**
 * @typedef {object} TimeBin
 * @property {number} fromSeconds
 * @property {number} toSeconds
 * @property {number} requests that began in it
 * @property {number} failures among them
 * @property {{ p5: number, p50: number, p95: number } | null} latencyMs null: no response that counts
 */

/**
 * @typedef {object} UtilizationPoint
 * @property {number} seconds may be a little below 0 or beyond the load's end
 * @property {number} utilization of the event loop since the point before, from 0 to 1
 */

/**
 * @typedef {object} WorkerDetail
 * @property {string} pid
 * @property {number} requests
 * @property {number} connections
 * @property {WorkerUsage | null} usage
 * @property {UtilizationPoint[]} utilization empty where it told too little
 */

/**
 * The latencies of one run over time: each response a dot, or, where they or the workers are many, their density.
 *
 * @typedef {object} LatencyCloud
 * @property {{ seconds: number[], latencyMs: number[], worker: number[] } | null} dots worker: index into the run's
 *   workers, -1 where it is unknown
 * @property {{ columns: number, rowsPerDecade: number, cells: [column: number, row: number, count: number][] } | null}
 *   density columns are equal steps of the load's time; a row holds the latencies in ms with
 *   floor(rowsPerDecade x log10(latency)) = row, which is negative below 1 ms
 * @property {(number | null)[][]} workerP95Ms for each worker: in equal steps of the load's time; null: no response
 */

export {}
