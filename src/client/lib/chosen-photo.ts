/** A photo on its way to /find: a file, the link of a picture on the web, or one of our samples. */
export type ChosenPhoto = { file: Blob } | { address: string } | { sample: string }

let chosen: ChosenPhoto | null = null

/** Navigate to /find afterwards. In memory only: the photo is gone when the page is. */
export const choosePhoto = (photo: ChosenPhoto) => {
  chosen = photo
}

export const takeChosenPhoto = (): ChosenPhoto | null => {
  const taken = chosen
  chosen = null
  return taken
}
