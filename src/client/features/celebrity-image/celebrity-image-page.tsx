import { useParams } from 'react-router'
import { decodeImageUrl } from '#shared/paths.ts'
import { LookView } from './look-view.tsx'
import { NoPicture } from './no-picture.tsx'

/** §2: the path contains the image URL as base64, which may be damaged. */
const CelebrityImagePage = () => {
  const { celebrityImage = '' } = useParams()
  const url = decodeImageUrl(celebrityImage)
  if (url) return <LookView key={url} url={url} />
  return <NoPicture title="This link does not lead to a picture.">It may be incomplete.</NoPicture>
}

export default CelebrityImagePage
