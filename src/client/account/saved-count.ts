/** How many products the signed-in person has saved: the number beside the header's heart. */
export const useSavedCount = (): number => 0
