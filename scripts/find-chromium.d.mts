export declare const findChromium: () => Promise<{ path?: string; problem?: string }>
export declare const findFullBrowser: () => string | undefined
