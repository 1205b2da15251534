import { useLiveLists } from './use-live-lists.ts'
import { useSaveWanted } from './use-save-wanted.ts'

/** What goes on beside every page while somebody is signed in; a visitor need not even load it. */
const SignedInLife = () => {
  useSaveWanted()
  useLiveLists()
  return null
}

export default SignedInLife
