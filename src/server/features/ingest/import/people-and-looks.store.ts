import { z } from 'zod'
import { type Connection, readRows } from '#server/core/db/query.ts'

type NewPerson = { name: string; image: string; styleType: string; isGiven: boolean }

const personRow = z.object({ name: z.string(), style_type: z.string().nullable() })

/** Of a look; what a file does not say stays. */
const LOOK_FACTS = ['width', 'height', 'color', 'source', 'credit', 'licence'] as const
const stated = (fact: string) => `coalesce(excluded.${fact}, known.${fact})`

/** Who wears the staged items, and in which pictures. */
export const peopleAndLooksOn = (client: Connection) => ({
  stagedPeople: () =>
    readRows(
      client,
      personRow,
      `SELECT celebrity_name AS name, catalog.first_stated(style_type ORDER BY line) AS style_type
      FROM staged_items WHERE celebrity_name IS NOT NULL
      GROUP BY celebrity_name ORDER BY min(line)`,
    ),

  /** A style type from the file replaces a derived one, never the reverse. */
  mergePeople: (people: NewPerson[]) =>
    client.query(
      `INSERT INTO catalog.people AS known (name, image, style_type)
      SELECT name, image, style_type FROM unnest($1::text[], $2::text[], $3::text[])
        AS given(name, image, style_type)
      ON CONFLICT (name) DO UPDATE SET style_type = excluded.style_type
      WHERE known.style_type <> excluded.style_type AND known.name = ANY ($4::text[])`,
      [
        people.map(({ name }) => name),
        people.map(({ image }) => image),
        people.map(({ styleType }) => styleType),
        people.filter(({ isGiven }) => isGiven).map(({ name }) => name),
      ],
    ),

  mergeLooks: () =>
    client.query(`
      INSERT INTO catalog.looks AS known (url, person_id, ${LOOK_FACTS.join(', ')})
      SELECT DISTINCT ON (item.look_url)
        item.look_url, person.id, ${LOOK_FACTS.map((fact) => `look_${fact}`).join(', ')}
      FROM staged_items item JOIN catalog.people person ON person.name = item.celebrity_name
      ORDER BY item.look_url, item.line
      ON CONFLICT (url) DO UPDATE SET
        person_id = excluded.person_id,
        ${LOOK_FACTS.map((fact) => `${fact} = ${stated(fact)}`).join(', ')}
      WHERE (known.person_id, ${LOOK_FACTS.map((fact) => `known.${fact}`).join(', ')})
        IS DISTINCT FROM (excluded.person_id, ${LOOK_FACTS.map(stated).join(', ')})`),
})
