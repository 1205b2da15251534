import { useParams } from 'react-router'
import { DraftEditor } from './draft-editor.tsx'
import { DraftList } from './draft-list.tsx'

/** Drafts and published looks, or one of them. */
const StudioPage = () => {
  const { draft } = useParams()
  return draft ? <DraftEditor key={draft} id={draft} /> : <DraftList />
}

export default StudioPage
