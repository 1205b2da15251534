export declare const buildIfStale: (root: string) => boolean
