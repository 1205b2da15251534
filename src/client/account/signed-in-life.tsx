import { useLiveLists } from './use-live-lists.ts'
import { useSaveWanted } from './use-save-wanted.ts'

/** Background work while signed in; loaded only for signed-in users. */
const SignedInLife = () => {
  useSaveWanted()
  useLiveLists()
  return null
}

export default SignedInLife
