import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { createCallQuery } from '#client/lib/query.ts'
import { FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import { paths } from '#shared/paths.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import styles from './celebrity-image-page.module.css'
import { LookView } from './celebrity-image-page.tsx'
import { LOOK_PAGE_TEXT } from './look-messages.ts'

/** A draft as visitors will see it. */
const DraftPreviewPage = () => {
  const { draft: id = '' } = useParams()
  const query = useQuery({
    ...createCallQuery(['studio', 'preview', id], 'GET /api/studio/drafts/:id/preview', {
      params: { id },
    }),
    // It may have been changed in the editor since the last preview.
    staleTime: 0,
  })
  if (query.isError) return <QueryError title={LOOK_PAGE_TEXT.previewNotLoaded} query={query} />
  if (!query.data) return <FullPageSpinner message={STUDIO_TEXT.preview} />
  return (
    <>
      <p className={styles.draft}>
        {STUDIO_TEXT.previewNote}{' '}
        {query.data.isOtherSpelling && `${STUDIO_TEXT.publishedAs(query.data.celebrity.name)} `}
        <Link to={paths.studio.href(id)}>{STUDIO_TEXT.backToEditing}</Link>
      </p>
      <LookView url={query.data.image.url} query={query} isDraft />
    </>
  )
}

export default DraftPreviewPage
