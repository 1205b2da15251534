/** Which paths of a host may be visited, as its robots.txt says (RFC 9309). */
export type Robots = {
  isAllowed: (pathAndQuery: string) => boolean
  /** Seconds between visits, if the host asks for more than one. */
  crawlDelay: number
}

/** The least that RFC 9309 requires a reader to parse; the rest is cut off. */
export const ROBOTS_BYTES = 500 * 1024
const MAX_DELAY_S = 24 * 60 * 60

type Rule = { isAllowed: boolean; pattern: string }
type Group = { agents: string[]; rules: Rule[]; crawlDelay: number }

/** `agent`: our product token, in lower case. */
export const parseRobots = (text: string, agent: string): Robots => {
  const groups = groupsIn(text)
  const ownGroups = groups.filter(({ agents }) => agents.includes(agent))
  const applicable =
    ownGroups.length > 0 ? ownGroups : groups.filter(({ agents }) => agents.includes('*'))
  const rules = applicable.flatMap((group) => group.rules)
  return {
    crawlDelay: Math.max(0, ...applicable.map(({ crawlDelay }) => crawlDelay)),
    isAllowed: (path) => {
      if (path === '/robots.txt') return true
      const target = normalized(path)
      let best: Rule = { isAllowed: true, pattern: '' }
      for (const rule of rules)
        if (matches(rule.pattern, target) && outweighs(rule, best)) best = rule
      return best.isAllowed
    },
  }
}

/** The longest pattern decides; of equally long ones, the one that allows. */
const outweighs = (rule: Rule, best: Rule): boolean =>
  rule.pattern.length > best.pattern.length ||
  (rule.pattern.length === best.pattern.length && rule.isAllowed)

const groupsIn = (text: string): Group[] => {
  const groups: Group[] = []
  let isNaming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], crawlDelay: 0 })
      // Some files have a version after the token.
      groups.at(-1)?.agents.push(value.trim().toLowerCase().split('/')[0] ?? '')
      isNaming = true
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      const pattern = normalized(value.trim())
      if (pattern !== '') groups.at(-1)?.rules.push({ isAllowed: field === 'allow', pattern })
    } else if (field === 'crawl-delay') {
      isNaming = false
      const seconds = Number(value.trim())
      const group = groups.at(-1)
      if (group && seconds > 0) group.crawlDelay = Math.min(seconds, MAX_DELAY_S)
    }
    // Sitemaps and unknown lines belong to no group.
  }
  return groups
}

/** One spelling of each octet: unreserved ones unencoded, others percent-encoded in upper case. */
const normalized = (path: string): string =>
  path
    .replaceAll(/[^\u0021-\u007e]+/gu, (text) => encodeURIComponent(text))
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const char = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[A-Za-z0-9\-._~]/.test(char) ? char : code.toUpperCase()
    })

/** `*` matches anything, `$` the end. Not a regular expression, which could take for ever. */
const matches = (pattern: string, path: string): boolean => {
  const isWhole = pattern.endsWith('$')
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...others] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? others.pop() : undefined
  for (const piece of others) {
    const start = path.indexOf(piece, at)
    if (start < 0) return false
    at = start + piece.length
  }
  if (!isWhole) return true
  return last === undefined
    ? at === path.length
    : path.length - last.length >= at && path.endsWith(last)
}
