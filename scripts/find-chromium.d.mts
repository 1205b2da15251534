export declare const findChromium: () => Promise<{ path?: string; problem?: string }>
