import { expect, test } from 'vitest'
import { databaseBefore } from '#tests/support/database.ts'
import { migrateDatabase } from './migrate.ts'

test('looks of earlier versions are assigned to their drafts where that is certain', async () => {
  const pool = await databaseBefore('0078-drafts-of-looks.sql')
  await pool.query(`
    INSERT INTO users (id, name, email) VALUES ('pia', 'Pia', 'pia@example.com');
    INSERT INTO catalog.people (name, image, style_type) VALUES ('Ada', 'ada.jpg', 'celebrity');
    INSERT INTO drafts (id, user_id, photo, photo_sha256, width, height, color, content, look_url)
    SELECT ('00000000-0000-4000-8000-00000000000' || number)::uuid, 'pia', number::text,
      number::text::bytea, 30, 40, color, '{}', look
    FROM (VALUES (1, '#111111', 'current'), (2, '#222222', 'twin'), (3, '#222222', NULL))
      AS draft(number, color, look);
    INSERT INTO catalog.looks (url, person_id, width, height, color, published_by)
    SELECT url, 1, 30, 40, color, publisher
    FROM (VALUES ('current', '#999999', 'pia'), ('copy', '#111111', 'pia'),
      ('unclear', '#222222', 'pia'), ('file', '#111111', NULL)) AS look(url, color, publisher);
    INSERT INTO takedowns (kind, subject, title, reason) VALUES ('look', 'twin', '', '');
    INSERT INTO takedown_rows (takedown_id, relation, row)
    SELECT 1, 'looks', jsonb_build_object('url', url, 'width', 30, 'height', 40, 'color', color,
      'published_by', 'pia')
    FROM (VALUES ('twin', '#222222'), ('removed copy', '#111111'), ('unclear too', '#222222'))
      AS look(url, color)`)
  await migrateDatabase(pool)
  const { rows } = await pool.query<{ url: string; draft: string | null }>(`
    SELECT url, right(draft_id::text, 1) AS draft FROM catalog.looks
    UNION ALL SELECT row ->> 'url', right(row ->> 'draft_id', 1) FROM takedown_rows`)
  expect(Object.fromEntries(rows.map(({ url, draft }) => [url, draft]))).toEqual({
    current: '1',
    copy: '1',
    unclear: null,
    file: null,
    twin: '2',
    'removed copy': '1',
    'unclear too': null,
  })
})
