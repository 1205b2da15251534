/** The folders of `src/server`, from the bottom to the top. */
export const LAYERS: readonly { name: string; isOpen?: true }[]
