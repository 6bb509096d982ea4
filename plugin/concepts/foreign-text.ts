// What others have written, such as an app, a command line or a URL, before it is kept or shown: without secrets, and
// without what steers a terminal or a CI.

/** What tells of a secret wherever it stands in a name. Tokens are often counted, and text is made of them. */
const telling =
  '(?:token(?!s\\b|i[sz])|secret|pass(?:w(?:or)?d|phrase|code)|credential|(?:api|access|account|private)[-_]?key)'
/** What does at the end of a name with several words. */
const ending = '(?:key|auth|authorization|cookie|pass|sig|signature|pin|otp)'
/**
 * What does alone, but is a word of many texts, too: only where it is set to something, or has a quoted value or a
 * number.
 */
const alone = '(?:(?:connect\\.)?sid|[\\w.]*session(?:[-_]?id)?|\\w*sessid|_?csrf|pin|otp)'
const nameOfSecret = `[\\w-]*?${telling}|(?:[\\w-]*[-_])?(?:jwt|pwd)(?![\\w-])|[\\w-]*[a-z\\d][-_]${ending}(?![\\w-])`
/**
 * @returns a whole name: none is looked for within another, nor twice, so that no text takes long. It is no error's
 * code of Node, such as UNABLE_TO_VERIFY_LEAF_SIGNATURE.
 */
const whole = (name: string) => `(?<![\\w-])(?!(?:unable_to|err)_)(?=${name})[\\w-]+(?![\\w-])`

const inDouble = '"(?:\\\\.|[^"\\\\])*"?'
const inSingle = "'(?:\\\\.|[^'\\\\])*'?"
const plainWord = '(?!(?:undefined|null|true|false)\\b|\\.{3}|[([{])[^\\s"\'`,;&|<>]+'
/** In a text that is itself within quotes: of JSON in a line of JSON. */
const inEscaped = '\\\\+"[^"\\\\]*(?:\\\\+")?'
const value = `(?:${inEscaped}|${inDouble}|${inSingle}|${plainWord})`

/**
 * An option of a command, such as --token. Alone, a word such as key tells of a secret as an option and in a query, but
 * not in a text: `key: value`.
 */
export const secretOption = whole(`--?(?:${nameOfSecret}|(?:${ending}|${alone})(?![\\w-]))`)
/** A user and a password, but not the numbers of a user and a group, and no URL. */
export const isPair = /^(?!\d+:\d+$|[\w+.-]+:\/\/)[^:]+:/
const pair =
  '(?!\\d+:\\d+(?:\\s|$)|["\']?[\\w+.-]+:\\/\\/)(?:"[^":]*:[^"]*"?|\'[^\':]*:[^\']*\'?|[^\\s"\':]+:[^\\s"\']*)'
export const userOption = '(?<![\\w-])(?:-[uU]|--user|--proxy-user)'

/** In a form, a name may be within another, `user[password]`, or have parts, `password[]`. */
const nested = '(?:\\]|%5D)?(?:\\[\\w*\\]|%5B\\w*%5D)?'
/** What closes the name, if anything does. */
const closed = `${nested}\\\\*["']?[ \\t]*`

/** Keys that are known by themselves. A name says the rest, such as AWS_SECRET_ACCESS_KEY. */
const forms = [
  'A(?:KI|SI|BI|CC)A[A-Z\\d]{16}', // AWS
  'gh[pousr]_[A-Za-z\\d]{36,}|github_pat_\\w{36,}', // GitHub
  'gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|soat|ffct|oas)-(?=[\\w-]*\\d)[\\w-]{20,}', // GitLab
  'x(?:ox[a-z]|app)-(?=[\\w-]*\\d)[\\w-]{10,}', // Slack
  '(?:[sr]k_(?:live|test|prod)|whsec)_\\w{10,}', // Stripe
  'sk-(?=[\\w-]*\\d)(?=[\\w-]*[A-Z])[\\w-]{20,}', // OpenAI, and those who do as it does
  'AIza[\\w-]{35}|GOCSPX-[\\w-]{28}|ya29\\.[\\w-]{20,}', // Google
  'npm_[A-Za-z\\d]{36}', // npm
  'eyJ[\\w-]{4,}\\.[\\w-]{4,}(?:\\.[\\w-]*)?' // a JSON Web Token
]

/** Between an argument and the next, as JSON writes them. */
const inList = '["\'],[ \\t]*'

/** Each keeps what comes before the value. */
const secrets = [
  /(-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----)[^]*?(?=-----END|$)/g,
  new RegExp(`((?<![\\w-]))(?:${forms.join('|')})(?![\\w-])`, 'g'),
  /(\bhooks\.slack\.com\/services\/)[\w/]+/g,
  new RegExp(`(${secretOption}(?:=|[ \\t]+|${inList}))${value}`, 'gi'),
  new RegExp(`(${userOption}(?:=|[ \\t]*|${inList}))${pair}`, 'g'),
  // Of a header the whole line is its value, but for the name of the scheme.
  /((?:authorization|cookie)\\*["']?[ \t]*[:=][ \t]*\\*["']?(?:(?:basic|bearer|digest|negotiate|ntlm|token)[ \t]+)?)[^"'\r\n]+/gi,
  /(\bbearer[ \t]+)[^\s"']+/gi,
  new RegExp(`(${whole(nameOfSecret)}${closed}(?:=(?![=>])|:(?!:))[ \\t]*)${value}`, 'gi'),
  new RegExp(`((?<![\\w.-])(?:5B)?${alone}${closed}(?:=(?![=>])[ \\t]*|:[ \\t]*(?=["'\\\\\\d])))${value}`, 'gi'),
  new RegExp(`([?&;]${ending}=)[^\\s"'&#;]+`, 'gi'),
  /(\/\/)(?:[^\s/@:"']+:(?!\d+[/\s])(?:(?!\/\/)[^\s"'@])+(?:@[^\s/?#"'@]*(?=@))*|[^\s/"']*)(?=@)/g
]

/**
 * @returns with … in place of what may be a secret, by its name or its form: passwords, tokens, keys, credentials in
 * URLs and headers
 */
export const withoutSecrets = (text: string) => secrets.reduce((shown, secret) => shown.replace(secret, '$1…'), text)

/** Long, of letters and digits in no form that tells something: keys and hashes are. */
const likeKey = /^(?=.*\d)(?=.*[a-z])[\w+/=~-]{16,}$/i
const isLikeKey = (text: string) => text.split(/[^\w+/=~-]/).some((part) => likeKey.test(part))
const longest = 60 // a value that a reader wants to see

/** @returns whether what stands for a name in a query may be a secret, by the name or by itself */
export const mayBeSecret = (name: string, given: string) =>
  given.length > longest || isLikeKey(given) || withoutSecrets(`?${name}=${given}`) !== `?${name}=${given}`

/** Colours, cursor movements, titles and links of a terminal, up to their end. */
const escapes =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g
/** What has no form, turns a text round, or hides. */
const unprintable = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * @returns a user's name for a file: as it is, but for what no XML may contain, and for what has a reader see another
 * order than there is; not for the isolates that we put around names
 */
export const sound = (name: string) =>
  name.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\u202a-\u202e\u2066\u2067\ufffe\uffff]/g, '\ufffd')

/**
 * @returns what a reader sees of it, line by line, which steers neither a terminal nor a CI: GitHub takes `::error::`
 * and `##[error]` for commands
 */
export const legible = (text: string) =>
  text
    .toWellFormed()
    .replace(escapes, '')
    .replace(/\r\n?/g, '\n')
    .replace(unprintable, '\ufffd')
    .replace(/(?<=^|\s):(?=:[a-z][\w-]*(?:::|\s))/gim, ': ')
    .replace(/##(?=(?:vso|teamcity)?\[)/g, '## ')

/** @returns as others may read it */
export const quotable = (text: string) => withoutSecrets(legible(text))

/** @returns as a cell of a table in a terminal, or between tabs */
export const inACell = (text: string) => legible(text).replace(/[\t\n]/g, ' ')
