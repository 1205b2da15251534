/** Every number of the specification's section 9 stands once, here. */
export const INVITE = { codeLength: 6, sessionMs: 24 * 3_600_000, statusCacheMs: 600_000 } as const
