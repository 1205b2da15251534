/** Why a rule for links of a shop is refused. */

export const OUTGOING_TEXT = {
  tooManyRules: (limit: number) => `There are already ${limit} rules, which is the limit`,
  ruleExists: (host: string) => `There is already a rule for ${host}`,
} as const
